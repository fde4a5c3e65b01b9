import { spawnSync } from 'node:child_process'
import { neutralFolder, readingEnvironment } from '../program/git-environment.ts'
import type { RepositoryPlace } from './find-repository.ts'
import { headCommit } from './refs.ts'

/** More changes than fit into this, in bytes, are as many as all files. */
const maxBuffer = 16 * 1024 * 1024
/** Milliseconds; then the pages are rendered again. */
const timeout = 2_000

/** What a starting server asks a repository before anything else is loaded. */
export const bootRepository = (place: RepositoryPlace) => ({
  /** The commit that the site shows. */
  head: () => headCommit(place),

  /**
   * The blobs under the content folder that another commit has changed or deleted, with an id of
   * zeros when it has added files; null when one of the commits does not exist any more (rewritten
   * history), or git needs too long. Waits for git: the cache of pages decides at once.
   */
  changedBlobs(from: string, to: string): ReadonlySet<string> | null {
    const args = ['diff-tree', '-r', '-z', '--no-renames', from, to, '--', place.prefix || '.']
    const { status, stdout } = spawnSync('git', args, {
      cwd: neutralFolder,
      env: readingEnvironment(place),
      encoding: 'utf8',
      maxBuffer,
      timeout,
    })
    if (status !== 0) return null
    return new Set([...stdout.matchAll(/:\d+ \d+ (\w+) \w+ /g)].map(([, before = '']) => before))
  },
})
