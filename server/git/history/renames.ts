import type { Repository } from '../read/open-repository.ts'
import { compareFolders, folderAt, type TreeFile } from '../read/tree.ts'

/** Whether two contents are one item under two names. */
export type SameItem = (before: Buffer, after: Buffer) => boolean

/** Larger files are compared by their ids alone. */
const largest = 1024 * 1024

/** So many files that came or went in one commit are compared by their contents; in larger ones only equal bytes count. */
const most = 200

/**
 * Pairs what vanished under the content folder between two commits with what appeared: equal bytes first, then what `isSame` says. By the new
 * path. Both lists are plain files.
 */
export function renamesBetween(repository: Repository, from: string, to: string, isSame: SameItem) {
  const { objects, prefix } = repository
  const gone = new Map<string, TreeFile>()
  const come = new Map<string, TreeFile>()
  compareFolders(objects, folderAt(objects, from, prefix), folderAt(objects, to, prefix), (path, before, after) => {
    if (after === null && before?.mode.startsWith('100')) gone.set(path, before)
    if (before === null && after?.mode.startsWith('100')) come.set(path, after)
  })
  const renames = new Map<string, string>()
  const free = new Set(gone.keys())
  const pair = (matches: (old: TreeFile, now: TreeFile) => boolean): void => {
    for (const [path, now] of come) {
      if (renames.has(path)) continue
      for (const old of free) {
        if (!matches(gone.get(old)!, now)) continue
        renames.set(path, old)
        free.delete(old)
        break
      }
    }
  }
  pair((old, now) => old.id === now.id)
  const text = (file: TreeFile) => (objects.size(file.id) > largest ? null : objects.read(file.id, 'blob'))
  if (free.size * (come.size - renames.size) <= most)
    pair((old, now) => {
      const [before, after] = [text(old), text(now)]
      return before !== null && after !== null && isSame(before, after)
    })
  return { renames, gone }
}

/** Where the file that appeared at `path` was before, or null when it is new. */
export function renamedFrom(
  repository: Repository,
  from: string,
  to: string,
  path: string,
  isSame: SameItem,
): string | null {
  return renamesBetween(repository, from, to, isSame).renames.get(path) ?? null
}
