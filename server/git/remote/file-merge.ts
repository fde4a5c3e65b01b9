/** Merges one file that both sides have changed since `base` (null: both have added it). Null for a conflict. */
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
