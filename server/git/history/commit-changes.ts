import type { FileChange } from '../read/files.ts'
import type { Repository } from '../read/open-repository.ts'
import { diffFolder } from '../read/tree.ts'
import { readCommitDetails } from './commit-details.ts'

/**
 * What a commit changed in the content folder, and its message. Null for what is no commit here, for merges, and for a first commit: there is no one state
 * before it to go back to.
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
