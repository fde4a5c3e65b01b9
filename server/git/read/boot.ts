import { spawnSync } from 'node:child_process'
import { RepositoryError } from '../../platform/errors.ts'
import { isObjectId } from '../../platform/object-id.ts'
import { neutralFolder, readingEnvironment } from '../program/git-environment.ts'
import { findRepository } from './find-repository.ts'
import { headCommit } from './refs.ts'

/**
 * The part of a repository that a starting server reads first: the current revision, and the
 * changes since the revision of its last run. Loads only node's own modules.
 */
export interface BootRepository {
  /** The branch that the site follows from here on; null for a detached HEAD. */
  branch: string | null
  head(): string | null
  /**
   * The blobs under the content folder, before and after, that differ between two commits. Waits
   * for git, because the cache of pages answers before anything else is loaded, and decides at
   * once. Throws a RepositoryError when one of the commits does not exist.
   */
  changes(from: string, to: string): Array<{ before: string | null }>
}

/**
 * Opens the repository of the content folder for the start, or returns null when the folder is in
 * none.
 */
export async function openForBoot(
  contentDir: string,
  branch?: string | null,
): Promise<BootRepository | null> {
  const place = await findRepository(contentDir, branch)
  if (place === null) return null
  return {
    branch: place.branch,
    head: () => headCommit(place),
    changes(from, to) {
      const args = ['diff-tree', '-r', '-z', '--no-renames', from, to, '--', place.prefix || '.']
      const options = {
        cwd: neutralFolder,
        env: readingEnvironment(place),
        maxBuffer: mostBytes,
        timeout,
      }
      const { status, stdout } = spawnSync('git', args, { ...options, encoding: 'utf8' })
      if (status !== 0)
        throw new RepositoryError(`The commits ${from} and ${to} can't be compared.`)
      return [...stdout.matchAll(/:\d+ \d+ (\w+) \w+ /g)].map(([, before = '']) => ({
        before: isObjectId(before) && !/^0+$/.test(before) ? before : null,
      }))
    },
  }
}

/** More changes than fit into this are as many as all files. */
const mostBytes = 16 * 1024 * 1024
/** Milliseconds; then the pages are rendered again. */
const timeout = 2_000
