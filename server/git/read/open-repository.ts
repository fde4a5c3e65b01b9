import { RepositoryError } from '../../platform/errors.ts'
import { findRepository, type RepositoryPlace, realFolder } from './find-repository.ts'
import { createObjectReader, type ObjectReader } from './objects.ts'

export interface Repository extends RepositoryPlace {
  objects: ObjectReader
  /** Closes the open packs. */
  close(): void
}

export interface RepositoryOptions {
  contentDir: string
  /** The branch to follow; by default, the one checked out now. */
  branch?: string | undefined
}

/**
 * Opens the repository whose work tree contains the content folder, at any depth. Without one, creates one in the
 * content folder with a first commit of its files. Throws a RepositoryError with one sentence when the folder is
 * missing or the repository cannot be read.
 */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const { contentDir, branch } = options
  let place = findRepository(contentDir, branch)
  if (place === null) {
    const { makeRepository } = await import('../make-repository.ts')
    await makeRepository(realFolder(contentDir), branch ?? 'main')
    place = findRepository(contentDir, branch)
  }
  if (place === null) throw new RepositoryError(`No git repository could be made in ${contentDir}.`)
  const objects = createObjectReader(place.commonDir)
  return { ...place, objects, close: () => objects.close() }
}
