import type { FileChange } from './files.ts'
import { findRepository } from './find-repository.ts'
import { createObjectReader } from './objects.ts'
import { headCommit } from './refs.ts'
import { diffFolder } from './tree.ts'

/**
 * What a starting server asks before anything else is loaded: which state the site shows, and what has changed since the state that
 * it remembers. Only modules of node itself are loaded for it.
 */
export interface BootRepository {
  head(): string | null
  /** What differs under the content folder. Throws a RepositoryError when one of the two states is gone. */
  changes(from: string, to: string): Array<FileChange>
  close(): void
}

/** Opens the repository that holds the content folder for a first look, or null when it is in none. */
export function openForBoot(contentDir: string, branch?: string): BootRepository | null {
  const place = findRepository(contentDir, branch)
  if (place === null) return null
  const objects = createObjectReader(place.commonDir)
  return {
    head: () => headCommit(place.gitDir, place.commonDir, place.branch),
    changes: (from, to) => diffFolder(objects, place.prefix, from, to),
    close: () => objects.close(),
  }
}
