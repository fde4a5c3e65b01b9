import { createTurns } from '../../platform/turns.ts'
import { readCommit, readCommitDetails } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { diffFolder, listFolder } from '../read/tree.ts'
import { createCommitQueue, parentsThere, readShallow, sliceMs } from './commit-walk.ts'
import { renamesBetween, type SameItem } from './renames.ts'

export interface RecentChange {
  /** Relative to the content folder. */
  path: string
  commit: string
  author: { name: string; email: string }
  /** In seconds since 1970. */
  date: number
}

export interface RecentChanges {
  edited: RecentChange | null
  created: RecentChange | null
}

/**
 * Returns a function that finds the newest commit that edited, and the newest that created, an existing file for
 * which `counts` is true. It reads at most `most` commits and caches the result until the branch moves. A rename
 * counts as an edit; a restored file does not count as created.
 */
export function createRecentChanges(
  repository: Repository,
  isSame: SameItem = () => false,
  most = 2000,
): (counts: (path: string) => boolean) => Promise<RecentChanges> {
  const { objects, gitDir, commonDir, branch, prefix } = repository
  let cached: { head: string; found: RecentChanges } | null = null

  function changesOf(commit: string, parent: string | undefined): { edited: Array<string>; created: Array<string> } {
    if (parent === undefined)
      return { edited: [], created: listFolder(objects, commit, prefix).map(({ path }) => path) }
    const changes = diffFolder(objects, prefix, parent, commit)
    const come = changes.filter(({ before, after }) => before === null && after !== null).map(({ path }) => path)
    const moved = come.length > 0 ? renamesBetween(repository, parent, commit, isSame).renames : new Map()
    const edited = changes.filter(({ before, after }) => before !== null && after !== null).map(({ path }) => path)
    return {
      edited: [...edited, ...come.filter((path) => moved.has(path))],
      created: restores(commit) ? [] : come.filter((path) => !moved.has(path)),
    }
  }

  /** Whether the commit restored a deleted item; that is no creation. */
  const restores = (commit: string) => /^Restore \w+: /.test(readCommitDetails(objects, commit).message)

  function recentChange(commit: string, path: string | undefined): RecentChange | null {
    if (path === undefined) return null
    const { author, authored } = readCommitDetails(objects, commit)
    return { path, commit, author, date: authored }
  }

  async function walk(head: string, counts: (path: string) => boolean): Promise<RecentChanges> {
    const found: RecentChanges = { edited: null, created: null }
    const shallow = await readShallow(commonDir)
    const turns = createTurns(sliceMs)
    const queue = createCommitQueue<null>()
    const seen = new Set<string>()
    queue.add(head, 0, null)
    for (let looked = 0; looked < most && !(found.edited && found.created); looked++) {
      const next = queue.next()
      if (next === null) break
      if (seen.has(next.id)) continue
      seen.add(next.id)
      const { parents } = readCommit(objects, next.id)
      const there = parentsThere(objects, shallow, next.id)
      // The changes of a merge were made on one of its sides, and nothing is known beyond the end of a shallow clone.
      if (parents.length < 2 && there.length === parents.length) {
        const { edited, created } = changesOf(next.id, there[0])
        found.edited ??= recentChange(next.id, edited.find(counts))
        found.created ??= recentChange(next.id, created.find(counts))
      }
      for (const parent of there) queue.add(parent, readCommit(objects, parent).time, null)
      if (turns.isDue()) await turns.take()
    }
    return found
  }

  return async (counts) => {
    const head = headCommit(gitDir, commonDir, branch)
    if (head === null) return { edited: null, created: null }
    if (cached?.head === head && [cached.found.edited, cached.found.created].every((one) => !one || counts(one.path)))
      return cached.found
    const found = await walk(head, counts)
    cached = { head, found }
    return found
  }
}
