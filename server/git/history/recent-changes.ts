import { readCommitDetails } from '../read/commit.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { diffFolder, listFolder } from '../read/tree.ts'
import { walkChanges } from './commit-walk.ts'
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
 * Returns a function that finds the newest commit that edited, and the newest that created, an
 * existing file for which `counts` is true. It reads at most `most` commits and caches the result
 * until the branch moves. A rename counts as an edit; a restored file does not count as created.
 */
export function createRecentChanges(
  repository: Repository,
  isSame: SameItem = () => false,
  most = 2000,
): (counts: (path: string) => boolean) => Promise<RecentChanges> {
  const { objects, gitDir, commonDir, branch, prefix } = repository
  let cached: { head: string; found: RecentChanges } | null = null

  function changesOf(
    commit: string,
    parent: string | undefined,
  ): { edited: Array<string>; created: Array<string> } {
    if (parent === undefined)
      return { edited: [], created: listFolder(objects, commit, prefix).map(({ path }) => path) }
    const changes = diffFolder(objects, prefix, parent, commit)
    const come = changes
      .filter(({ before, after }) => before === null && after !== null)
      .map(({ path }) => path)
    const moved =
      come.length > 0 ? renamesBetween(repository, parent, commit, isSame).renames : new Map()
    const edited = changes
      .filter(({ before, after }) => before !== null && after !== null)
      .map(({ path }) => path)
    return {
      edited: [...edited, ...come.filter((path) => moved.has(path))],
      created: restores(commit) ? [] : come.filter((path) => !moved.has(path)),
    }
  }

  /** Whether the commit restored a deleted item; that is no creation. */
  const restores = (commit: string) =>
    /^Restore \w+: /.test(readCommitDetails(objects, commit).message)

  function recentChange(commit: string, path: string | undefined): RecentChange | null {
    if (path === undefined) return null
    const { author, authored } = readCommitDetails(objects, commit)
    return { path, commit, author, date: authored }
  }

  async function walk(head: string, counts: (path: string) => boolean) {
    const found: RecentChanges = { edited: null, created: null }
    await walkChanges(repository, head, { most, seen: new Set() }, (commit, parent) => {
      const { edited, created } = changesOf(commit, parent)
      found.edited ??= recentChange(commit, edited.find(counts))
      found.created ??= recentChange(commit, created.find(counts))
      return found.edited !== null && found.created !== null
    })
    return found
  }

  return async (counts) => {
    const head = headCommit(gitDir, commonDir, branch)
    if (head === null) return { edited: null, created: null }
    if (
      cached?.head === head &&
      [cached.found.edited, cached.found.created].every((one) => !one || counts(one.path))
    )
      return cached.found
    const found = await walk(head, counts)
    cached = { head, found }
    return found
  }
}
