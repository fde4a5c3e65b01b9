import { RepositoryError } from '../../platform/errors.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { RepositoryShapeError, shapeError } from '../read/shape-faults.ts'

/**
 * Remembers the last commit that the branch is known to have had; null while it never had one. `shown` is the commit that the site shows, as far as
 * that is known.
 */
export function createLastHead(
  { gitDir, commonDir, branch }: Repository,
  shown: () => string | null,
): () => string | null {
  const read = (): string | null => {
    try {
      return headCommit(gitDir, commonDir, branch, 1)
    } catch (error) {
      // A ref that can't be read just now says nothing new.
      if (error instanceof RepositoryError) return null
      throw error
    }
  }
  let last = read()
  return () => {
    last = read() ?? shown() ?? last
    return last
  }
}

/**
 * Throws a RepositoryShapeError when the branch has lost its commit: one without a parent would take the place of all that the site shows. `known`
 * is the last commit that it had.
 */
export function refuseGoneBranch(branch: string, head: string | null, known: string | null): void {
  if (head === null && known !== null) throw shapeError('branchGone', { branch, commit: known })
}

/** The error for a save: a repository that can't be read is refused like other shapes that can't be written to. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof RepositoryError) || error instanceof RepositoryShapeError) return error
  return Object.assign(shapeError('unreadable', { reason: error.message.replace(/\.$/, '') }), { cause: error })
}
