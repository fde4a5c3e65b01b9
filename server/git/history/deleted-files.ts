import type { DeletedFile } from '../../platform/content-files.ts'
import { createTurns } from '../../platform/turns.ts'
import { readCommit, readCommitDetails } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { entryAt } from '../read/tree.ts'
import { createCommitQueue, parentsThere, readShallow, sliceMs } from './commit-walk.ts'
import { renamesBetween, type SameItem } from './renames.ts'

export interface DeletedFiles {
  /** The latest deletion first. */
  files: ReadonlyArray<DeletedFile>
  /** Whether the walk ended before the first commit. */
  truncated: boolean
}

type Removal = Pick<DeletedFile, 'path' | 'blob' | 'commit'> & { time: number }

/**
 * Returns a function that lists the files that were deleted under a folder of the content ('' for
 * all of it) and do not exist now. Renamed files are excluded; with `replaced`, files whose path
 * another file uses now are included. The first call walks up to `most` commits; later calls only
 * the new ones.
 */
export function createDeletedFiles(
  repository: Repository,
  isSame: SameItem = () => false,
  most = 50_000,
): (folder: string, options?: { replaced: boolean }) => Promise<DeletedFiles> {
  const { objects, gitDir, commonDir, branch, prefix } = repository
  const seen = new Set<string>()
  /** The latest removal by path. */
  const removals = new Map<string, Removal>()
  let truncated = false
  /** The commit at which the last walk started. */
  let last: string | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const extend = async (head: string) => {
    const shallow = await readShallow(commonDir)
    const turns = createTurns(sliceMs)
    const queue = createCommitQueue<null>()
    let met = last === null
    queue.add(head, 0, null)
    let looked = 0
    const found = new Map<string, Removal>()
    for (let next = queue.next(); next !== null; next = queue.next()) {
      met ||= next.id === last
      if (seen.has(next.id)) continue
      if (looked++ >= most) {
        truncated = true
        break
      }
      const { parents, time } = readCommit(objects, next.id)
      const there = parentsThere(objects, shallow, next.id)
      if (there.length < parents.length) truncated = true
      for (const { path, blob } of removedBy(next.id, there))
        if ((found.get(path)?.time ?? Number.NEGATIVE_INFINITY) < time)
          found.set(path, { path, blob, commit: next.id, time })
      seen.add(next.id)
      for (const parent of there) queue.add(parent, readCommit(objects, parent).time, null)
      if (turns.isDue()) await turns.take()
    }
    // Within the same second, the removals of this walk are newer.
    for (const [path, removal] of found)
      if ((removals.get(path)?.time ?? Number.NEGATIVE_INFINITY) <= removal.time)
        removals.set(path, removal)
    last = head
    if (met) return
    // The branch was reset: removals in commits that are gone do not count.
    seen.clear()
    removals.clear()
    truncated = false
    last = null
    await extend(head)
  }

  /** A merge removes what all of its parents have; other removals happened on one of its sides. */
  const removedBy = (commit: string, [first, ...others]: ReadonlyArray<string>) => {
    if (first === undefined) return []
    return removedBetween(first, commit).filter(({ path }) =>
      others.every((other) => isFile(other, path)),
    )
  }

  const removedBetween = (from: string, to: string): Array<{ path: string; blob: string }> => {
    const { renames, gone } = renamesBetween(repository, from, to, isSame)
    const moved = new Set(renames.values())
    return [...gone]
      .filter(([path]) => !moved.has(path))
      .map(([path, { id }]) => ({ path, blob: id }))
  }

  const isFile = (commit: string, path: string): boolean =>
    entryAt(objects, commit, prefix === '' ? path : `${prefix}/${path}`) !== null

  return async (folder, { replaced } = { replaced: false }) => {
    const head = headCommit(gitDir, commonDir, branch)
    if (head === null) return { files: [], truncated: false }
    // One walk at a time, because they share state.
    const walked = turn.then(() => extend(head))
    turn = walked.catch(() => null)
    await walked
    const found = [...removals.values()]
      .filter(
        ({ path }) =>
          (folder === '' || path.startsWith(`${folder}/`)) && (replaced || !isFile(head, path)),
      )
      .sort((one, other) => other.time - one.time || (one.path < other.path ? -1 : 1))
    const files = found.map(({ path, blob, commit }): DeletedFile => {
      const { author, authored, message } = readCommitDetails(objects, commit)
      return { path, blob, commit, author, date: authored, message }
    })
    return { files, truncated }
  }
}
