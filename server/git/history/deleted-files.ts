import type { DeletedFile } from '../../platform/content-files.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { entryAt } from '../read/tree.ts'
import { commitLog, inFolder, type LoggedCommit, readShallow } from './commit-log.ts'
import { reaches } from './reaches.ts'
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
  const { objects, prefix } = repository
  /** The latest removal by path. */
  let removals = new Map<string, Removal>()
  let truncated = false
  /** The commit at which the last walk started. */
  let last: string | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const extend = async (head: string) => {
    if (last === head) return
    // After a reset of the branch, removals in commits that are gone do not count.
    const isNew = last === null || !(await reaches(repository, head, last))
    const shallow = await readShallow(repository)
    const found = new Map<string, Removal>()
    let looked = 0
    let isCut = false
    const range = isNew ? [head] : [head, `^${last}`]
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
    const all = isNew ? new Map<string, Removal>() : new Map(removals)
    for (const [path, removal] of found)
      if ((all.get(path)?.time ?? Number.NEGATIVE_INFINITY) <= removal.time) all.set(path, removal)
    removals = all
    truncated = isCut || looked === most || (truncated && !isNew)
    last = head
  }

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
    (await entryAt(objects, commit, prefix === '' ? path : `${prefix}/${path}`)) !== null

  return async (folder, { replaced } = { replaced: false }) => {
    const head = headCommit(repository)
    if (head === null) return { files: [], truncated: false }
    // One walk at a time, because they share state.
    const walked = turn.then(() => extend(head))
    turn = walked.catch(() => null)
    await walked
    const found: Array<Removal> = []
    for (const removal of removals.values()) {
      const { path } = removal.file
      if (folder !== '' && !path.startsWith(`${folder}/`)) continue
      if (replaced || !(await isFile(head, path))) found.push(removal)
    }
    const files = found
      .sort((one, other) => other.time - one.time || (one.file.path < other.file.path ? -1 : 1))
      .map(({ file }) => file)
    return { files, truncated }
  }
}
