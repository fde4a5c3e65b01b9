import type { FileChange } from '../../platform/content-files.ts'
import { findRepository } from './find-repository.ts'
import { createObjectReader } from './objects.ts'
import { headCommit } from './refs.ts'
import { diffFolder } from './tree.ts'

/**
 * The part of a repository that a starting server reads first: the current revision, and the
 * changes since the revision of its last run. Loads only node's own modules.
 */
export interface BootRepository {
  /** The branch that the site follows from here on; null for a detached HEAD. */
  branch: string | null
  head(): string | null
  /**
   * The differences under the content folder. Throws a RepositoryError when one of the commits does
   * not exist.
   */
  changes(from: string, to: string): Array<FileChange>
  close(): void
}

/**
 * Opens the repository of the content folder for the start, or returns null when the folder is in
 * none.
 */
export function openForBoot(contentDir: string, branch?: string | null): BootRepository | null {
  const place = findRepository(contentDir, branch)
  if (place === null) return null
  const objects = createObjectReader(place.commonDir)
  return {
    branch: place.branch,
    head: () => headCommit(place.gitDir, place.commonDir, place.branch),
    changes: (from, to) => diffFolder(objects, place.prefix, from, to),
    close: objects.close,
  }
}
