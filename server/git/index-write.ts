import { bytesOf, stampOf, statOf } from './disk-reads.ts'
import type { DiskWrites } from './disk-writes.ts'
import { type IndexFile, openIndex } from './index-file.ts'
import { type IndexEdit, spliceIndex } from './index-splice.ts'

/** The index as it was at one moment. */
export interface IndexState extends IndexFile {
  /** When the file was written, in nanoseconds since 1970; null when there is none. */
  modified: bigint | null
  /** Changes whenever the file is replaced or written to. */
  stamp: string | null
}

/** Reads and checks the index; `before` is an earlier answer, given again when nobody has written since. Throws a RepositoryShapeError for one that must not be spliced. */
export function readIndex(path: string, before?: IndexState): IndexState {
  const stamp = stampOf(path)
  if (before !== undefined && before.stamp === stamp) return before
  const modified = statOf(path)?.mtimeNs ?? null
  return { ...openIndex(bytesOf(path)), modified, stamp }
}

/**
 * Writes the changed index into our lock, ready to be renamed. A file that was changed in the same second as the index may have been changed
 * again since, which git notices by the index's own time: with such a file in it, the new index keeps the time of the old one.
 */
export async function writeIndexLock(
  disk: DiskWrites,
  seed: string,
  index: IndexState,
  edits: ReadonlyMap<string, IndexEdit>,
): Promise<void> {
  await disk.overwrite(seed, spliceIndex(index, edits))
  if (index.modified !== null && BigInt(index.newest) >= index.modified / 1_000_000_000n)
    disk.setTime(seed, index.modified)
}
