import { RepositoryError } from '../../platform/errors.ts'
import { readCommit } from './commit.ts'
import { findRepository, type RepositoryPlace, realFolder } from './find-repository.ts'
import { createObjectReader, type ObjectReader } from './objects.ts'
import { checkedOutBranch, headCommit } from './refs.ts'

export interface Repository extends RepositoryPlace {
  objects: ObjectReader
  /** Ends the git that reads. */
  close(): void
}

export interface RepositoryOptions {
  contentDir: string
  /** The branch to follow; by default, the one checked out now. */
  branch?: string | null
  /** What `findRepository` has found. */
  place?: RepositoryPlace | null
}

/**
 * Opens the repository whose work tree contains the content folder, at any depth; without one,
 * creates it there with a first commit of its files. Throws a RepositoryError with one sentence
 * when the folder is missing or the repository cannot be read.
 */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const { contentDir, branch } = options
  let place = options.place ?? (await findRepository(contentDir, branch))
  if (place === null) {
    const { makeRepository } = await import('../make-repository.ts')
    await makeRepository(realFolder(contentDir), branch ?? 'main')
    place = await findRepository(contentDir, branch)
  }
  if (place === null) throw new RepositoryError(`No git repository could be made in ${contentDir}.`)
  return withObjects(place)
}

export function withObjects(place: RepositoryPlace): Repository {
  const objects = createObjectReader(place)
  return { ...place, objects, close: objects.close }
}

/** The path of a file of the content folder from the root of the repository. */
export function treePath({ prefix }: Pick<RepositoryPlace, 'prefix'>, path: string): string {
  return prefix === '' ? path : `${prefix}/${path}`
}

/**
 * Whether the site's branch can be read; `no-commit`: the branch does not exist or has no commit.
 */
export type RepositoryState = 'ok' | 'no-commit' | 'unreadable'

/**
 * The most attempts to read an empty ref, 2 ms apart; it is empty for a moment while another
 * program rewrites it.
 */
const attempts = 5

/**
 * Checks the repository on disk now, ignoring memory.
 */
export async function repositoryState(repository: Repository): Promise<RepositoryState> {
  const { gitDir, branch, objects } = repository
  try {
    checkedOutBranch(gitDir, attempts)
    const head = headCommit(repository, branch, attempts)
    if (head === null) return 'no-commit'
    const needed = [head, (await readCommit(objects, head)).tree]
    return (await objects.onDisk(needed)).size === needed.length ? 'ok' : 'unreadable'
  } catch {
    return 'unreadable'
  }
}
