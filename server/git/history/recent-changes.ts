import type { Repository } from '../read/open-repository.ts'
import type { LoggedCommit } from './commit-log.ts'
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
 * Finds the newest commit that edited, and the newest that created, an existing file for which
 * `counts` is true. A rename counts as an edit; a restored file does not count as created.
 */
export function createRecentChanges(
  repository: Repository,
  recentCommits: () => Promise<ReadonlyArray<LoggedCommit>>,
  isSame: SameItem = () => false,
): (counts: (path: string) => boolean) => Promise<RecentChanges> {
  let cached: { commits: unknown; found: RecentChanges } | null = null

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

  async function find(commits: ReadonlyArray<LoggedCommit>, counts: (path: string) => boolean) {
    const found: RecentChanges = { edited: null, created: null }
    for (const commit of commits) {
      const { edited, created } = await changesOf(commit)
      found.edited ??= recentChange(commit, edited.find(counts))
      found.created ??= recentChange(commit, created.find(counts))
      if (found.edited !== null && found.created !== null) break
    }
    return found
  }

  return async (counts) => {
    const commits = await recentCommits()
    const known = cached?.commits === commits ? cached.found : null
    if (known && [known.edited, known.created].every((one) => !one || counts(one.path)))
      return known
    const found = await find(commits, counts)
    cached = { commits, found }
    return found
  }
}

function recentChange(
  { id, author, authored }: LoggedCommit,
  path: string | undefined,
): RecentChange | null {
  return path === undefined ? null : { path, commit: id, author, date: authored }
}
