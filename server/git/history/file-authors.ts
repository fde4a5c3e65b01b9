import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { changingCommits } from './commit-log.ts'

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

/** Of one walk: the authors by path. */
type Authors = Map<string, FileAuthors>

/**
 * Returns a function that tells the authors of files of the content folder by their paths, from the
 * newest `most` commits. The walk happens once: after that, only the commits that are new on the
 * branch are read. A file that git shows under a new name counts as created there.
 */
export function createFileAuthors(
  repository: Repository,
  most = 2000,
): () => Promise<ReadonlyMap<string, FileAuthors>> {
  let known: { head: string; authors: Authors } | null = null
  let walking: { head: string; work: Promise<Authors> } | null = null

  /** Reads the commits of the branch that are not part of an earlier one, newest first. */
  async function walk(head: string, earlier: string | undefined) {
    const authors: Authors = new Map()
    const range = earlier === undefined ? [head] : [head, `^${earlier}`]
    const commits = changingCommits(repository, [`--max-count=${most}`, ...range])
    for await (const { author, changes } of commits)
      for (const { path, before, after } of changes)
        if (after !== null) note(authors, path, author, before === null)
    return authors
  }

  return async () => {
    const head = headCommit(repository)
    if (head === null) return new Map()
    if (known?.head === head) return known.authors
    if (walking?.head !== head) {
      const before = walking?.work.catch(() => undefined)
      const work = (async () => {
        await before
        const authors = joined(await walk(head, known?.head), known?.authors)
        known = { head, authors }
        return authors
      })()
      walking = { head, work }
      work.catch(() => {
        // The commit that was read last may be gone.
        known = null
        walking = null
      })
    }
    return walking.work
  }
}

function note(authors: Authors, path: string, author: Author, isNew: boolean) {
  const found = authors.get(path)
  if (!found) authors.set(path, { last: author, created: isNew ? author : null })
  else if (isNew) found.created ??= author
}

/**
 * The known authors, and over them those of new commits. A file that was deleted and is there
 * again has the new ones.
 */
function joined(newer: Authors, older: Authors | undefined): Authors {
  const all: Authors = new Map(older)
  for (const [path, { last, created }] of newer)
    all.set(path, { last, created: created ?? older?.get(path)?.created ?? null })
  return all
}
