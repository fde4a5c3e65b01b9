import type { DeletedFile } from '../../platform/content-files.ts'
import { type Repository, treePath } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { entryAt } from '../read/tree.ts'
import { followBranch } from './branch-log.ts'
import { commitLog, inFolder, type LoggedCommit } from './commit-log.ts'
import { renamesBetween, renamesIn, type SameItem } from './renames.ts'

/** The most commits that are looked at. */
const mostCommits = 50_000

interface Removal {
  file: DeletedFile
  time: number
}

/** The latest removal by path. */
type Removals = ReadonlyMap<string, Removal>

/**
 * Lists the files that were deleted under a folder of the content ('' for all of it), the latest
 * deletion first. Renamed files are excluded; with `replaced`, files whose path another file uses
 * now are included. Reads at most `mostCommits` commits, and later only the new ones.
 */
export function createDeletedFiles(repository: Repository, isSame: SameItem = () => false) {
  const update = followBranch<Removals>(repository, async (range, before = new Map()) => {
    const found = new Map<string, Removal>()
    const args = [`--max-count=${mostCommits}`, ...range, ...inFolder(repository)]
    for await (const commit of commitLog(repository, args)) {
      const { id, author, authored, message, time } = commit
      for (const { path, blob } of await removedBy(commit))
        if (timeIn(found, path) < time)
          found.set(path, {
            file: { path, blob, commit: id, author, date: authored, message },
            time,
          })
    }
    // Within the same second, the removals of this walk are newer.
    const newer = [...found].filter(([path, { time }]) => timeIn(before, path) <= time)
    return new Map([...before, ...newer])
  })

  /** A merge removes what all of its parents have; other removals happened on one of its sides. */
  const removedBy = async ({ id, parents: [first, ...others], changes }: LoggedCommit) => {
    if (first === undefined) return []
    const { renames, gone } =
      others.length > 0
        ? await renamesBetween(repository, first, id, isSame)
        : await renamesIn(repository, changes, isSame)
    const moved = new Set(renames.values())
    const removed: Array<{ path: string; blob: string }> = []
    for (const [path, { id }] of gone) {
      if (moved.has(path)) continue
      const there = await Promise.all(others.map((other) => isFile(other, path)))
      if (!there.includes(false)) removed.push({ path, blob: id })
    }
    return removed
  }

  const isFile = async (commit: string, path: string): Promise<boolean> =>
    (await entryAt(repository.objects, commit, treePath(repository, path))) !== null

  return async (
    folder: string,
    { replaced } = { replaced: false },
  ): Promise<ReadonlyArray<DeletedFile>> => {
    const removals = await update()
    const head = headCommit(repository)
    if (removals === null || head === null) return []
    const found: Array<Removal> = []
    for (const removal of removals.values()) {
      const { path } = removal.file
      if (folder !== '' && !path.startsWith(`${folder}/`)) continue
      if (replaced || !(await isFile(head, path))) found.push(removal)
    }
    return found
      .sort((one, other) => other.time - one.time || (one.file.path < other.file.path ? -1 : 1))
      .map(({ file }) => file)
  }
}

const timeIn = (removals: Removals, path: string) =>
  removals.get(path)?.time ?? Number.NEGATIVE_INFINITY
