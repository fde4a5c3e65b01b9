import type { Repository } from '../read/open-repository.ts'
import { changesUnder, type TreeChange } from '../read/tree.ts'
import type { TreeFile } from '../read/tree-entries.ts'

/** Whether two contents are the same item under two names. */
export type SameItem = (before: Buffer, after: Buffer) => boolean

/** Larger files are compared by id only, in bytes. */
const largest = 1024 * 1024

/**
 * Up to this many added or removed files in a commit are compared by content; beyond, only by id.
 */
const most = 200

/**
 * Pairs the files that were removed under the content folder between two commits with the added
 * ones, by their new paths. Both are plain files only.
 */
export async function renamesBetween(
  repository: Repository,
  from: string,
  to: string,
  isSame: SameItem,
) {
  const { objects, prefix } = repository
  return renamesIn(repository, await changesUnder(objects, prefix, from, to), isSame)
}

/** The renames among some changes: first by equal bytes, then by `isSame`. */
export async function renamesIn(
  { objects }: Repository,
  changes: ReadonlyArray<TreeChange>,
  isSame: SameItem,
) {
  const gone = new Map<string, TreeFile>()
  const come = new Map<string, TreeFile>()
  for (const { path, before, after } of changes) {
    if (after === null && before?.mode.startsWith('100')) gone.set(path, before)
    if (before === null && after?.mode.startsWith('100')) come.set(path, after)
  }
  const renames = new Map<string, string>()
  const free = new Set(gone.keys())
  const pair = async (matches: (old: TreeFile, now: TreeFile) => boolean | Promise<boolean>) => {
    for (const [path, now] of come) {
      if (renames.has(path)) continue
      for (const old of free) {
        if (!(await matches(gone.get(old)!, now))) continue
        renames.set(path, old)
        free.delete(old)
        break
      }
    }
  }
  await pair((old, now) => old.id === now.id)
  const text = async (file: TreeFile) =>
    (await objects.size(file.id)) > largest ? null : objects.read(file.id, 'blob')
  if (free.size * (come.size - renames.size) <= most)
    await pair(async (old, now) => {
      const [before, after] = await Promise.all([text(old), text(now)])
      return before !== null && after !== null && isSame(before, after)
    })
  return { renames, gone }
}
