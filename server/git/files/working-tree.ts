import type { Repository } from '../read/open-repository.ts'
import { createDiskScan } from './disk-scan.ts'

export interface UncommittedFile {
  /** Relative to the content folder. */
  path: string
  change: 'new' | 'modified' | 'deleted'
}

/**
 * Returns a function that lists the content files of the work tree that differ from the checked-out commit, in path
 * order. New files are included unless git ignores them; staged or not makes no difference. After the first call,
 * only files with a changed size or timestamp are read.
 */
export function createUncommitted(repository: Repository): () => Promise<Array<UncommittedFile>> {
  const scan = createDiskScan(repository)
  return async () => {
    const { files, committed } = await scan()
    const changes: Array<UncommittedFile> = []
    const there = new Set<string>()
    for (const { path, blob, kind } of files) {
      there.add(path)
      const before = committed.get(path)
      if (before === undefined) changes.push({ path, change: 'new' })
      else if (before.blob !== blob || before.kind !== kind) changes.push({ path, change: 'modified' })
    }
    for (const path of committed.keys()) if (!there.has(path)) changes.push({ path, change: 'deleted' })
    return changes.sort((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)))
  }
}
