import { bytesOf, type DiskWrites, statOf } from './disk-writes.ts'
import { type IndexFile, openIndex } from './index-file.ts'
import { type IndexEdit, spliceIndex } from './index-splice.ts'

/** Reads and checks the index as it is now. Throws a RepositoryShapeError for one that must not be spliced. */
export function readIndex(path: string): IndexFile & { modified: bigint | null } {
  const modified = statOf(path)?.mtimeNs ?? null
  return { ...openIndex(bytesOf(path)), modified }
}

/**
 * Writes the changed index into our lock, ready to be renamed. A file that was changed in the same second as the index may have been changed
 * again since, which git notices by the index's own time: with such a file in it, the new index keeps the time of the old one.
 */
export async function writeIndexLock(
  disk: DiskWrites,
  seed: string,
  index: ReturnType<typeof readIndex>,
  edits: ReadonlyMap<string, IndexEdit>,
): Promise<void> {
  await disk.overwrite(seed, spliceIndex(index, edits))
  if (index.modified !== null && BigInt(index.newest) >= index.modified / 1_000_000_000n)
    disk.setTime(seed, index.modified)
}
