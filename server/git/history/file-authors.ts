import type { LoggedCommit } from './commit-log.ts'

interface Author {
  name: string
  email: string
}

/**
 * Who changed a file: the author of its last commit, and the one of the commit that created it.
 * Null when it lies beyond the commits that are read.
 */
export interface FileAuthors {
  last: Author
  created: Author | null
}

/**
 * Finds the authors of files of the content folder by their paths, in the newest commits. A file
 * that git shows under a new name counts as created there.
 */
export function createFileAuthors(
  recentCommits: () => Promise<ReadonlyArray<LoggedCommit>>,
): () => Promise<ReadonlyMap<string, FileAuthors>> {
  let known: { commits: unknown; authors: ReadonlyMap<string, FileAuthors> } | null = null
  return async () => {
    const commits = await recentCommits()
    if (known?.commits !== commits) known = { commits, authors: authorsOf(commits) }
    return known.authors
  }
}

function authorsOf(newestFirst: ReadonlyArray<LoggedCommit>): Map<string, FileAuthors> {
  const authors = new Map<string, FileAuthors>()
  for (const { author, changes } of newestFirst)
    for (const { path, before, after } of changes) {
      if (after === null) continue
      const found = authors.get(path) ?? { last: author, created: null }
      if (before === null) found.created ??= author
      authors.set(path, found)
    }
  return authors
}
