import type { FileChange } from '../read/files.ts'
import type { Repository } from '../read/open-repository.ts'
import { diffFolder } from '../read/tree.ts'
import { readCommitDetails } from './commit-details.ts'

/**
 * The files of the content folder that a commit changed, and its message. Null when the commit does not exist, for
 * merges, and for a root commit, because they have no single previous state to restore.
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
