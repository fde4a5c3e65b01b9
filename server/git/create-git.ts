import type { Log } from '../platform/log.ts'
import { createGitFiles } from './files/git-files.ts'
import { createUncommitted } from './files/working-tree.ts'
import { createWorkingTreeFiles } from './files/working-tree-files.ts'
import { commitChanges } from './history/commit-changes.ts'
import { createDeletedFiles } from './history/deleted-files.ts'
import { createHistoryReader } from './history/history-of.ts'
import { createRecentChanges } from './history/recent-changes.ts'
import type { SameItem } from './history/renames.ts'
import { openRepository } from './read/open-repository.ts'
import { repositoryState } from './read/repository-state.ts'
import { createSiteSync, type SiteSyncParts } from './remote/site-sync.ts'
import { RepositoryBusyError } from './write/write-errors.ts'
import { createWriteLane } from './write/write-lane.ts'

/** A program that holds the repository for as long as this, in milliseconds, has most likely died over it. */
const longHeld = 60_000

/**
 * Opens the repository that holds the content folder, makes one when there is none, and completes or takes back what a crash has left. Throws a
 * RepositoryError with one sentence when the folder is missing or can't be read.
 */
export async function createGit(parts: {
  contentDir: string
  /** The branch that the site shows; null for the one checked out now. */
  branch: string | null
  /** Whether files are shown before they are committed. */
  development: boolean
  /** Whether two contents are one item under two names. */
  isSame: SameItem
  /** Paths that a blob has in the shown content. */
  pathsOf: (blob: string) => Iterable<string>
  /** The commit that the site shows, as far as that is known. */
  shown: () => string | null
  now: () => Date
  log: Log
}) {
  const { contentDir, branch, development, isSame, pathsOf, shown, now, log } = parts
  const repository = await openRepository({ contentDir, branch: branch ?? undefined })
  const lane = createWriteLane(repository, { now, log, shown: () => (development ? null : shown()) })
  await lane
    .recover()
    .catch((error: unknown) => log.error({ err: error }, 'an interrupted save could not be recovered'))
  const listUncommitted = createUncommitted(repository)

  return {
    /** The content folder, by revisions. */
    files: development ? await createWorkingTreeFiles(repository) : createGitFiles(repository, pathsOf),
    state: () => repositoryState(repository),
    history: {
      /** The commits that changed a file, through renames. */
      changes: createHistoryReader(repository, isSame).changes,
      /** What one commit changed; null for a merge and for a first commit. */
      changesIn: (commit: string) => commitChanges(repository, commit),
      /** The newest commits that edited and that created a file. */
      recent: createRecentChanges(repository, isSame),
      /** Deleted files; one that was renamed and edited counts as deleted. */
      deletedFiles: createDeletedFiles(repository),
      /** Deleted files whose item is under no other name. */
      deletedItems: createDeletedFiles(repository, isSame),
    },
    lane,
    /** Files of the work tree that differ from the commit checked out there. */
    uncommitted: listUncommitted,
    /** A sentence that says why nothing can be saved now; null when nothing stands in the way. */
    hindrance(): string | null {
      const status = lane.status()
      if (status.kind === 'refused') return status.message
      return status.kind === 'busy' && status.age > longHeld
        ? new RepositoryBusyError(status.lock, status.age).message
        : null
    },
    /** The sync with a remote; to be started when the content is there. */
    sync: (options: Omit<SiteSyncParts, 'repository' | 'lane' | 'now' | 'log'>) =>
      createSiteSync({ ...options, repository, lane, now, log }),
    /** Writes the number of uncommitted files to the log; production does not show them. */
    async warnOfUncommitted(): Promise<void> {
      try {
        if (development || (await listUncommitted()).length === 0) return
        // A save or a pull that was under way looks the same for a moment.
        const files = await lane.betweenWrites(listUncommitted)
        if (files.length > 0)
          log.warn(
            { files: files.slice(0, 20).map((file) => `${file.change}: ${file.path}`) },
            `${files.length} content files are not committed; the site shows what git holds`,
          )
      } catch (error) {
        log.warn({ err: error }, 'the work tree could not be compared with git')
      }
    },
    /** Closes the open packs; the lane is closed before. */
    close: () => repository.close(),
  }
}
