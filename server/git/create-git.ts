import type { Bus } from '../platform/bus.ts'
import { siteAuthor } from '../platform/content-files.ts'
import type { Leases } from '../platform/leases.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Telemetry } from '../platform/telemetry.ts'
import { createDraftRefs, refsAt } from './drafts/draft-refs.ts'
import { createGitFiles } from './files/git-files.ts'
import { listUncommitted, type UncommittedFile } from './files/uncommitted.ts'
import { createWorkingTreeFiles } from './files/working-tree-files.ts'
import { createRecentCommits } from './history/branch-log.ts'
import { createDeletedFiles } from './history/deleted-files.ts'
import { createFileAuthors } from './history/file-authors.ts'
import { commitChanges, createHistoryReader } from './history/history-of.ts'
import { createRecentChanges } from './history/recent-changes.ts'
import type { SameItem } from './history/renames.ts'
import { createHousekeeping } from './housekeeping.ts'
import type { RepositoryPlace } from './read/find-repository.ts'
import { openRepository, type Repository, repositoryState } from './read/open-repository.ts'
import { headCommit } from './read/refs.ts'
import { folderAt } from './read/tree.ts'
import type { Sync } from './remote/create-sync.ts'
import { createSiteSync, type SiteSyncParts } from './remote/site-sync.ts'
import type { BatchParts } from './through/batches.ts'
import { RepositoryBusyError } from './write/write-errors.ts'
import { createWriteLane } from './write/write-lane.ts'

/** A lock older than this was probably left by a crashed program; in milliseconds. */
const staleLockAge = 60_000

interface GitParts extends Pick<BatchParts, 'claimsOf' | 'shown' | 'now'> {
  env: {
    contentDir: string
    /** The branch that the site shows; null for the one checked out now. */
    gitBranch: string | null
    /** The repository to sync with; null for none. */
    remote: SiteSyncParts['remote']
    gitWrite: 'checkout' | 'through'
    /** Whether files are shown before they are committed. */
    development: boolean
  }
  /** The repository, if the start has found one. */
  place?: RepositoryPlace | null
  siteUrl: string
  /** Whether two contents are one item under two names. */
  isSame: SameItem
  /** Paths that a blob has in the shown content. */
  pathsOf: (blob: string) => Iterable<string>
  /** Shows the newest commit of the branch. */
  refresh: () => Promise<void>
  /** Needed to write through. */
  database: Database | null
  bus: Bus
  leases: Leases
  log: Log
  telemetry: Telemetry
}

/**
 * Opens the repository of the content folder, creates one when there is none, and recovers commits
 * that a crash interrupted. Throws a RepositoryError with one sentence when the folder is missing
 * or cannot be read.
 */
export async function createGit(parts: GitParts) {
  const { isSame, pathsOf } = parts
  const { contentDir, gitBranch, gitWrite, development } = parts.env
  const repository = await openRepository({
    contentDir,
    branch: gitBranch,
    place: parts.place ?? null,
  })
  const recentCommits = createRecentCommits(repository)
  const writing = await (gitWrite === 'through' ? writeThrough : writeHere)(repository, parts)
  return {
    ...writing,
    /** The content folder, by revisions. */
    files: development
      ? await createWorkingTreeFiles(repository)
      : createGitFiles(repository, pathsOf),
    state: () => repositoryState(repository),
    /** Packs the repository now and then; null in development, where it is the programmer's. */
    housekeeping: development
      ? null
      : createHousekeeping(repository, { ...parts, lane: writing.lane }),
    history: {
      /** The commits that changed a file, through renames. */
      changes: createHistoryReader(repository, isSame).changes,
      /** What one commit changed; null for a merge and for a first commit. */
      changesIn: (commit: string) => commitChanges(repository, commit),
      /** The newest commits that edited and that created a file. */
      recent: createRecentChanges(repository, recentCommits, isSame),
      /** Who made the first and the last commit of each file. */
      authors: createFileAuthors(recentCommits),
      /** Deleted files; one that was renamed and edited counts as deleted. */
      deletedFiles: createDeletedFiles(repository),
      /** Deleted files whose item is under no other name. */
      deletedItems: createDeletedFiles(repository, isSame),
    },
    /** Ends the git that reads. Close the lane first. */
    close: repository.close,
  }
}

/**
 * The work tree around a content folder whose last commit has nothing of that folder; null when it
 * has, or the folder is the work tree itself.
 */
async function outerRepository(repository: Repository): Promise<string | null> {
  const { objects, prefix, workTree } = repository
  const head = headCommit(repository)
  return prefix === '' || (await folderAt(objects, head, prefix)) !== null ? null : workTree
}

/** Saves are commits in the checkout of the content folder, pushed to the remote later. */
async function writeHere(repository: Repository, parts: GitParts) {
  const { siteUrl, shown, now, log } = parts
  const { gitBranch: branch, remote, development } = parts.env
  const lane = createWriteLane(repository, {
    now,
    log,
    shown: () => (development ? null : shown()),
  })
  await lane
    .recover()
    .catch((error: unknown) =>
      log.error({ err: error }, 'an interrupted save could not be recovered'),
    )
  const uncommitted = () => listUncommitted(repository)
  async function savesFault(): Promise<string | null> {
    const fault = await lane.fault()
    const isShort = fault instanceof RepositoryBusyError && fault.age <= staleLockAge
    return isShort ? null : (fault?.message ?? null)
  }
  return {
    lane,
    /** What people have typed and not saved. */
    drafts: createDraftRefs(repository),
    /** The branch that all replicas save to; null when this server is the only one. */
    shared: null,
    /** Files of the work tree that differ from the commit checked out there. */
    uncommitted,
    /** Why nothing can be saved now, in one sentence; null when saves are possible. */
    savesFault,
    /** Creates the sync with a remote. Start it after the content was loaded. */
    sync: ({ merging, pulled }: Pick<SiteSyncParts, 'merging' | 'pulled'>): Promise<Sync> =>
      createSiteSync({
        ...parts,
        repository,
        lane,
        remote,
        branch,
        author: { name: siteAuthor, email: `session-notes@${new URL(siteUrl).hostname}` },
        merging,
        pulled,
      }),
    /**
     * Writes to the log why nothing can be saved, and the number of uncommitted files, which
     * production does not show.
     */
    async warnOfFaults(): Promise<void> {
      try {
        const fault = await savesFault()
        if (fault !== null) log.error(fault)
        const outer = await outerRepository(repository)
        if (outer !== null)
          log.warn(
            `The content folder ${repository.contentDir} is in the git repository ${outer}, which has no commit of it, so the site shows nothing of it: commit it there, or make it a repository of its own with git init.`,
          )
        if (development || (await uncommitted()).length === 0) return
        // During a save or a pull, files differ for a moment, so they are compared again between
        // writes.
        const files = await lane.betweenWrites(uncommitted)
        if (files.length > 0)
          log.warn(
            { files: files.slice(0, 20).map((file) => `${file.change}: ${file.path}`) },
            `${files.length} content files are not committed; the site shows the committed versions`,
          )
      } catch (error) {
        log.warn({ err: error }, 'the work tree could not be compared with git')
      }
    },
  }
}

/** Saves are commits that are pushed at once; the content folder is a disposable clone. */
async function writeThrough(repository: Repository, parts: GitParts) {
  const { database, bus } = parts
  const { remote } = parts.env
  if (!database || !remote) throw new Error('Writing through needs a database and a remote.')
  const { createThrough } = await import('./through/create-through.ts')
  const {
    lane,
    copy,
    sync,
    fault,
    remote: quick,
  } = createThrough(repository, {
    ...parts,
    remote,
    database,
    bus,
    follow: parts.refresh,
  })
  return {
    lane,
    drafts: createDraftRefs(repository, refsAt(quick)),
    shared: copy,
    uncommitted: async (): Promise<Array<UncommittedFile>> => [],
    savesFault: async () => fault(),
    sync: async ({ pulled }: Pick<SiteSyncParts, 'pulled'>) => sync(pulled),
    warnOfFaults: async () => {},
  }
}
