import type { FileChange, FileCommit } from '../../platform/content-files.ts'
import { createTurns } from '../../platform/turns.ts'
import { readCommit, readCommitDetails } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { diffFolder, entryAt } from '../read/tree.ts'
import { createCommitQueue, readShallow, sliceMs } from './commit-walk.ts'
import { renamedFrom, type SameItem } from './renames.ts'

export interface PathChange extends FileCommit {
  /** The blob after the commit; null when the commit deleted the file. */
  blob: string | null
  /** Whether the commit has several parents. */
  isMerge: boolean
}

export interface PathHistory {
  /** Newest first. */
  changes: ReadonlyArray<PathChange>
  /** Whether there are more changes, beyond the limits or the end of a shallow clone. */
  truncated: boolean
}

export interface HistoryOptions {
  /** The most changes to return. */
  limit?: number
  /** The most commits to read. */
  commits?: number
}

/** Reads the histories of single files and caches them, so that a new commit costs one step. */
export interface HistoryReader {
  /**
   * Commits that changed the file at a path of the content folder, across renames; also for a
   * deleted path.
   */
  changes(path: string, options?: HistoryOptions): Promise<PathHistory>
}

/** The number of cached histories. */
const cachedHistories = 200

interface Known {
  history: PathHistory
  head: string
  limit: number
  commits: number
}

/**
 * Reads histories as `git log --follow` does: after a merge, it follows the parents that have the
 * same file. `isSame` says whether two contents are the same item under two names, for example by
 * the `id` in their frontmatter; equal bytes always are.
 */
export function createHistoryReader(
  repository: Repository,
  isSame: SameItem = () => false,
): HistoryReader {
  const { objects, gitDir, commonDir, branch, prefix } = repository
  const known = new Map<string, Known>()
  const blobAt = (commit: string, path: string): string | null => {
    const entry = entryAt(objects, commit, prefix === '' ? path : `${prefix}/${path}`)
    return entry === null || entry.mode === '40000' ? null : entry.id
  }

  const walk = async (head: string, path: string, limit: number, most: number, before?: Known) => {
    const shallow = await readShallow(commonDir)
    const turns = createTurns(sliceMs)
    const queue = createCommitQueue<string>()
    const changes: Array<PathChange> = []
    const reported = new Set<string>()
    let truncated = false
    queue.add(head, 0, path)
    for (let looked = 0; ; looked++) {
      const next = queue.next()
      if (next === null) return { changes, truncated }
      // Only the cached part is left.
      if (
        next.id === before?.head &&
        queue.isEmpty() &&
        next.items.every((item) => item === path)
      ) {
        const all = [...changes, ...before.history.changes]
        return {
          changes: all.slice(0, limit),
          truncated: truncated || before.history.truncated || all.length > limit,
        }
      }
      if (changes.length >= limit || looked >= most) return { changes, truncated: true }
      for (const at of new Set(next.items)) {
        if (reported.has(`${next.id} ${at}`)) continue
        reported.add(`${next.id} ${at}`)
        truncated = step(next.id, at) || truncated
      }
      if (turns.isDue()) await turns.take()
    }

    /** Processes one commit. Returns whether the history is cut off there. */
    function step(id: string, at: string): boolean {
      const { parents } = readCommit(objects, id)
      const blob = blobAt(id, at)
      const there = parents.filter((parent) => !shallow.has(id) && objects.has(parent))
      const follow = (parent: string, name: string) =>
        queue.add(parent, readCommit(objects, parent).time, name)
      const same = there.find((parent) => blobAt(parent, at) === blob)
      if (same !== undefined) {
        follow(same, at)
        return false
      }
      const isCut = there.length < parents.length
      if (isCut && there.length === 0) return blob !== null
      const { author, authored, message } = readCommitDetails(objects, id)
      if (blob !== null || there.length > 0)
        changes.push({
          commit: id,
          author,
          date: authored,
          message,
          path: at,
          blob,
          isMerge: parents.length > 1,
        })
      for (const parent of there) {
        const old =
          blobAt(parent, at) === null && blob !== null
            ? renamedFrom(repository, parent, id, at, isSame)
            : null
        follow(parent, old ?? at)
      }
      return isCut
    }
  }

  return {
    async changes(path, { limit = 1000, commits = 50_000 } = {}) {
      const head = headCommit(gitDir, commonDir, branch)
      if (head === null) return { changes: [], truncated: false }
      const before = known.get(path)
      const fits = before !== undefined && before.limit === limit && before.commits === commits
      if (fits && before.head === head) return before.history
      const history = await walk(head, path, limit, commits, fits ? before : undefined)
      known.delete(path)
      known.set(path, { history, head, limit, commits })
      for (const oldest of known.keys()) if (known.size > cachedHistories) known.delete(oldest)
      return history
    },
  }
}

/**
 * The files of the content folder that a commit changed, and its message. Null when the commit does
 * not exist, for merges, and for a root commit, because they have no single previous state to
 * restore.
 */
export function commitChanges(
  { objects, prefix }: Repository,
  commit: string,
): { message: string; changes: Array<FileChange> } | null {
  if (!objects.has(commit)) return null
  const { parents, message } = readCommitDetails(objects, commit)
  const [parent] = parents
  if (parent === undefined || parents.length > 1 || !objects.has(parent)) return null
  return { message, changes: diffFolder(objects, prefix, parent, commit) }
}
