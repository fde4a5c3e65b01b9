import type { DeletedFile } from '../../platform/content-files.ts'
import { type Repository, treePath } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { entryAt } from '../read/tree.ts'
import { followBranch } from './branch-log.ts'
import { commitLog, inFolder, type LoggedCommit, readShallow } from './commit-log.ts'
import { renamesBetween, renamesIn, type SameItem } from './renames.ts'

export interface DeletedFiles {
  /** The latest deletion first. */
  files: ReadonlyArray<DeletedFile>
  /** Whether the walk ended before the first commit. */
  truncated: boolean
}

interface Removal {
  file: DeletedFile
  time: number
}

/** What a walk has found. */
interface Removals {
  /** The latest removal by path. */
  removals: ReadonlyMap<string, Removal>
  truncated: boolean
}

/**
 * Returns a function that lists the files that were deleted under a folder of the content ('' for
 * all of it) and do not exist now. Renamed files are excluded; with `replaced`, files whose path
 * another file uses now are included. The first call reads up to `most` commits; later calls only
 * the new ones.
 */
export function createDeletedFiles(
  repository: Repository,
  isSame: SameItem = () => false,
  most = 50_000,
): (folder: string, options?: { replaced: boolean }) => Promise<DeletedFiles> {
  const update = followBranch<Removals>(repository, async (range, before) => {
    const shallow = await readShallow(repository)
    const found = new Map<string, Removal>()
    let looked = 0
    let isCut = false
    const log = commitLog(repository, [`--max-count=${most}`, ...range, ...inFolder(repository)])
    for await (const commit of log) {
      looked += 1
      isCut ||= shallow.has(commit.id)
      const { id, author, authored, message, time } = commit
      for (const { path, blob } of await removedBy(commit))
        if ((found.get(path)?.time ?? Number.NEGATIVE_INFINITY) < time) {
          const file = { path, blob, commit: id, author, date: authored, message }
          found.set(path, { file, time })
        }
    }
    // Within the same second, the removals of this walk are newer.
    const removals = new Map(before?.removals)
    for (const [path, removal] of found)
      if ((removals.get(path)?.time ?? Number.NEGATIVE_INFINITY) <= removal.time)
        removals.set(path, removal)
    return { removals, truncated: isCut || looked === most || before?.truncated === true }
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

  return async (folder, { replaced } = { replaced: false }) => {
    const removals = await update()
    const head = headCommit(repository)
    if (removals === null || head === null) return { files: [], truncated: false }
    const found: Array<Removal> = []
    for (const removal of removals.removals.values()) {
      const { path } = removal.file
      if (folder !== '' && !path.startsWith(`${folder}/`)) continue
      if (replaced || !(await isFile(head, path))) found.push(removal)
    }
    const files = found
      .sort((one, other) => other.time - one.time || (one.file.path < other.file.path ? -1 : 1))
      .map(({ file }) => file)
    return { files, truncated: removals.truncated }
  }
}
