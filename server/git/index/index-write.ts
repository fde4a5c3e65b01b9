import { bytesOf, stampOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
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
 * Writes the changed index under a name of its own; the function that it returns puts it in the place of the old one, without giving up the lock. A file that was changed in the same second as the
 * index may have been changed again since, which git notices by the index's own time: with such a file in it, the new index keeps the time of the old one.
 */
export async function replaceIndex(
  disk: DiskWrites,
  own: string,
  path: string,
  index: IndexState,
  edits: ReadonlyMap<string, IndexEdit>,
): Promise<() => void> {
  disk.remove(own)
  await disk.create(own, spliceIndex(index, edits))
  if (index.modified !== null && BigInt(index.newest) >= index.modified / 1_000_000_000n)
    disk.setTime(own, index.modified)
  return () => disk.rename(own, path)
}

/**
 * How long the lock is kept at least after the index was replaced, in milliseconds. `git commit` reads the index before it takes the lock, looks at every
 * file in between, and then writes what it has read: one that has read the old index shall find the lock taken.
 */
export function keepLock(index: IndexFile): number {
  return 5 + index.starts.length / 5000
}
