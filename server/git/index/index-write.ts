import { bytesOf, stampOf, statOf } from '../../platform/disk-reads.ts'
import type { DiskWrites } from '../../platform/disk-writes.ts'
import { type IndexFile, openIndex } from './index-file.ts'
import { type IndexEdit, spliceIndex } from './index-splice.ts'

/** The index at one point in time. */
export interface IndexState extends IndexFile {
  /** Modification time of the file, in nanoseconds since 1970; null without a file. */
  modified: bigint | null
  /** Changes whenever the file is replaced or written to. */
  stamp: string | null
}

/**
 * Reads and checks the index; returns `before` when the file has not changed since. Throws a RepositoryShapeError for
 * an index that must not be spliced.
 */
export function readIndex(path: string, before?: IndexState): IndexState {
  const stamp = stampOf(path)
  if (before !== undefined && before.stamp === stamp) return before
  const modified = statOf(path)?.mtimeNs ?? null
  return { ...openIndex(bytesOf(path)), modified, stamp }
}

/**
 * Writes the changed index to a temporary file; the returned function renames it over the old one and keeps the lock.
 * A file changed in the same second as the index may change again unnoticed, which git detects by the index's own
 * time: with such a file, the new index gets the time of the old one.
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
 * How long the lock must be held after the index was replaced, in milliseconds. `git commit` reads the index before
 * it takes the lock, checks every file in between, and then writes what it has read: a commit that has read the old
 * index must find the lock taken.
 */
export function keepLock(index: IndexFile): number {
  return 5 + index.starts.length / 5000
}
