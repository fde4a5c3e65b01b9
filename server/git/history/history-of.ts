import type { FileChange, FileCommit } from '../../platform/content-files.ts'
import { isObjectId } from '../../platform/object-id.ts'
import { type Repository, treePath } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { diffFolder, entryAt } from '../read/tree.ts'
import { commitLog, type LoggedCommit, readShallow } from './commit-log.ts'
import { renamesBetween, type SameItem } from './renames.ts'

export interface PathChange extends FileCommit {
  /** The blob after the commit; null when the commit deleted the file. */
  blob: string | null
  /** Whether the commit has several parents. */
  isMerge: boolean
}

export interface PathHistory {
  /** Newest first. */
  changes: ReadonlyArray<PathChange>
  /** Whether there are more changes, beyond the limit or the end of a shallow clone. */
  truncated: boolean
}

/** The number of cached histories. */
const cachedHistories = 200

/** Where a history goes on: the file was at this path of the content folder in this commit. */
interface Start {
  from: string
  path: string
}

/**
 * Reads histories as `git log --follow` does, and caches them until the branch moves: after a
 * merge, it follows the parents that have the same file. `isSame` says whether two contents are the
 * same item under two names, for example by the `id` in their frontmatter; equal bytes always are.
 */
export function createHistoryReader(
  repository: Repository,
  isSame: SameItem = () => false,
  /** The most changes of a file. */
  limit = 1000,
) {
  const { objects } = repository
  const known = new Map<string, { history: PathHistory; head: string }>()
  const blobAt = async (commit: string, path: string): Promise<string | null> => {
    const entry = await entryAt(objects, commit, treePath(repository, path))
    return entry === null || entry.mode === '40000' ? null : entry.id
  }

  async function read(head: string, path: string): Promise<PathHistory> {
    const shallow = await readShallow(repository)
    const changes = new Map<string, PathChange & { time: number }>()
    const starts: Array<Start> = [{ from: head, path }]
    let isCut = false
    let isForked = false
    for (const start of starts) {
      const log = [`--max-count=${limit + 1}`, start.from, '--', treePath(repository, start.path)]
      for await (const commit of commitLog(repository, log)) {
        const blob = await blobAt(commit.id, start.path)
        const { id, author, authored, message, parents, time } = commit
        if (shallow.has(id)) {
          isCut ||= blob !== null
          continue
        }
        const isMerge = parents.length > 1
        const change = { author, date: authored, message, path: start.path, blob, isMerge, time }
        changes.set(`${id} ${start.path}`, { commit: id, ...change })
        const earlier = blob === null ? [] : await namesBefore(commit, start.path)
        starts.push(...earlier)
        isForked ||= isMerge && earlier.length > 0
        if (earlier.length > 0 && !isMerge) break
      }
    }
    const all = [...changes.values()]
    // Only the sides of a merge lie beside each other; clocks may be wrong.
    if (isForked) all.sort((one, other) => other.time - one.time)
    return {
      changes: all.slice(0, limit).map(({ time: _, ...change }) => change),
      truncated: isCut || all.length > limit,
    }
  }

  /** The names under which the parents have a file that a commit has added. */
  async function namesBefore({ id, parents }: LoggedCommit, path: string): Promise<Array<Start>> {
    const names: Array<Start> = []
    for (const from of parents) {
      if ((await blobAt(from, path)) !== null) continue
      const old = (await renamesBetween(repository, from, id, isSame)).renames.get(path)
      if (old !== undefined) names.push({ from, path: old })
    }
    return names
  }

  return {
    /**
     * Commits that changed the file at a path of the content folder, across renames; also for a
     * deleted path.
     */
    async changes(path: string): Promise<PathHistory> {
      const head = headCommit(repository)
      if (head === null) return { changes: [], truncated: false }
      const before = known.get(path)
      if (before?.head === head) return before.history
      const history = await read(head, path)
      known.delete(path)
      known.set(path, { history, head })
      for (const oldest of known.keys()) if (known.size > cachedHistories) known.delete(oldest)
      return history
    },
  }
}

/**
 * The files of the content folder that a commit changed, and its message. Null for one that does
 * not exist, for merges and first commits: they have no single previous state to restore.
 */
export async function commitChanges(
  repository: Repository,
  commit: string,
): Promise<{ message: string; changes: Array<FileChange> } | null> {
  const { objects, prefix } = repository
  if (!isObjectId(commit) || !(await objects.has(commit))) return null
  for await (const { parents, message } of commitLog(repository, ['--max-count=1', commit, '--'])) {
    const [parent] = parents
    if (parent === undefined || parents.length > 1 || !(await objects.has(parent))) return null
    return { message, changes: await diffFolder(objects, prefix, parent, commit) }
  }
  return null
}
