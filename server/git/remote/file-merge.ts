/** Merges one file that both sides have changed since `base` (null: both have made it). Null when a person has to do it. */
export type MergeFile = (
  path: string,
  base: Buffer | null,
  ours: Buffer,
  theirs: Buffer,
) => Promise<Buffer | null> | Buffer | null

export interface MergeConflict {
  path: string
  kind: 'changed' | 'deleted-here' | 'deleted-there'
}
