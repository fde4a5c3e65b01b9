import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { changingCommits, type LoggedCommit } from './commit-log.ts'
import { renamesIn, type SameItem } from './renames.ts'

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
  let cached: { head: string; found: RecentChanges } | null = null

  async function changesOf({ parents, changes, message }: LoggedCommit) {
    const added = changes.filter(({ before }) => before === null).map(({ path }) => path)
    if (parents.length === 0) return { edited: [], created: added }
    const moved =
      added.length > 0 ? (await renamesIn(repository, changes, isSame)).renames : new Map()
    const edited = changes
      .filter(({ before, after }) => before !== null && after !== null)
      .map(({ path }) => path)
    // A restored item is not created.
    const isRestored = /^Restore \w+: /.test(message)
    return {
      edited: [...edited, ...added.filter((path) => moved.has(path))],
      created: isRestored ? [] : added.filter((path) => !moved.has(path)),
    }
  }

  async function walk(head: string, counts: (path: string) => boolean) {
    const found: RecentChanges = { edited: null, created: null }
    for await (const commit of changingCommits(repository, [`--max-count=${most}`, head])) {
      const { edited, created } = await changesOf(commit)
      found.edited ??= recentChange(commit, edited.find(counts))
      found.created ??= recentChange(commit, created.find(counts))
      if (found.edited !== null && found.created !== null) break
    }
    return found
  }

  return async (counts) => {
    const head = headCommit(repository)
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

function recentChange(
  { id, author, authored }: LoggedCommit,
  path: string | undefined,
): RecentChange | null {
  return path === undefined ? null : { path, commit: id, author, date: authored }
}
