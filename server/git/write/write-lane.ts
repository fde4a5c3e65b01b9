import { randomBytes } from 'node:crypto'
import { type Claims, noClaims } from '../../platform/claims.ts'
import { statOf } from '../../platform/disk-reads.ts'
import { createDiskWrites, type DiskWrites } from '../../platform/disk-writes.ts'
import type { WarningLog } from '../../platform/log.ts'
import { ownIdentity, type ProcessIdentity } from '../../platform/process-identity.ts'
import { reaches } from '../history/reaches.ts'
import { readIndex } from '../index/index-write.ts'
import { createConfigReader } from '../read/config.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import {
  asRefusal,
  createLastHead,
  RepositoryShapeError,
  refuseClosedFolder,
  refuseGoneBranch,
  writableBranch,
} from '../shape/repository-shape.ts'
import { createLineEnds } from './attributes.ts'
import { checkContentPath, checkParents } from './content-path.ts'
import { createIndexRepair } from './index-repair.ts'
import { ageOf, gitPlaces } from './locks.ts'
import { makeCommit, type Prepare } from './make-commit.ts'
import { createObjectGuard } from './object-guard.ts'
import { type CommitRequest, prepareCommit } from './prepare-commit.ts'
import { recoverCommit } from './recover-commit.ts'
import { BranchMovedError, ConflictError, RepositoryBusyError } from './write-errors.ts'
import { claimLeftovers, sweepTemporaryFiles } from './write-journal.ts'

/**
 * Temporary files without a plan are removed after this time, in milliseconds: before, they may
 * belong to a running process.
 */
const unplannedMs = 3_600_000

/** Where saves are committed: in the checkout of the site, or at the remote (`through/`). */
export interface SaveLane {
  /**
   * Calls `plan` in turn and commits the request that it returns; null commits nothing. `plan` is
   * called again when a file has changed or others have moved the branch: with the reason, unless
   * the site shows the branch already. Its errors are passed on.
   */
  save(plan: PlanCommit): Promise<CommitResult | null>
  /** Whether the site's branch contains a commit that `willCommit` was called with. */
  made(commit: string): Promise<boolean>
  /** The number of writes that wait for their turn or are being made. */
  waiting(): number
  /** Runs `look` while nothing is written; saves wait for it. */
  betweenWrites<Result>(look: () => Promise<Result>): Promise<Result>
  /** Accepts no further commits; resolves when the running ones have ended. */
  close(): Promise<void>
}

/** Makes all changes of the server to the repository, with one queue and one retry. */
export interface WriteLane extends SaveLane {
  /**
   * Makes one commit that changes exactly these files: in the repository, the work tree and the
   * index. Resolves when it is on the disk. Throws an error of `write-errors.ts` or of the disk;
   * then nothing has changed. Makes no commit when nothing differs.
   */
  commit(request: CommitRequest): Promise<CommitResult>
  /**
   * Moves the branch to a commit that was prepared elsewhere, such as a merge, as safely as
   * `commit` makes one. Throws the same errors, and those of `prepare`.
   */
  advance(prepare: Prepare): Promise<string | null>
  /**
   * Completes or reverts the commits that a crashed process left unfinished. Called at the start,
   * and by `commit`.
   */
  recover(): Promise<{ completed: number; undone: number }>
  /** Why no commit could be made now; null when one could. */
  fault(): Promise<RepositoryShapeError | RepositoryBusyError | null>
}

export interface CommitResult {
  /** The new commit, or the last one when nothing differed; null when the branch has no commit. */
  commit: string | null
  /** Blob that each path of the request has now; null for a deleted one. */
  blobs: ReadonlyMap<string, string | null>
}

/**
 * Returns the request to commit. `moved`: why the previous plan could not be committed; null at
 * first. `claimed`: what a plan must not make up, because an earlier save that is not visible yet
 * has claimed it.
 */
export type PlanCommit = (moved: Moved | null, claimed: Claims) => Promise<CommitRequest | null>

type CommitHooks = Pick<CommitRequest, 'willCommit' | 'committed'>
type Moved = ConflictError | BranchMovedError

const isMoved = (error: unknown): error is Moved =>
  error instanceof ConflictError || error instanceof BranchMovedError

/** The number of times that one write is tried while others commit or move the branch. */
const attempts = 8

export interface WriteLaneOptions {
  now: () => Date
  log: WarningLog
  disk?: DiskWrites
  /**
   * The person's home folder, for their own git settings; null for the repository's settings alone.
   */
  home?: string | null
  identity?: ProcessIdentity
  /**
   * The commit that the site shows, if it is known: a branch that was deleted since then is not
   * created again.
   */
  shown?: () => string | null
  /** How long to wait for the locks of others, in milliseconds. */
  patience?: number
}

export function createWriteLane(repository: Repository, options: WriteLaneOptions): WriteLane {
  const {
    now,
    log,
    disk = createDiskWrites(),
    home,
    identity = ownIdentity(),
    patience = 3000,
  } = options
  const { shown = () => null } = options
  const { gitDir } = repository
  /** Stems of our own failed commits that could be neither completed nor reverted. */
  const pending = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let closed = false
  const lastHead = createLastHead(repository, shown)
  /** The folder where the last save could write nothing; null after one that could. */
  let closedFolder: string | null = null

  const branchHead = () => headCommit(repository)
  const made = async (commit: string): Promise<boolean> => {
    const head = branchHead()
    return head !== null && reaches(repository, head, commit)
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1
    const result = last.then(work).finally(() => {
      waiting -= 1
    })
    last = result.catch(() => null)
    return result
  }

  const config = createConfigReader(repository, home)
  const lineEnds = createLineEnds(repository, home)
  const parts = { repository, disk, identity, patience }
  const own = `${identity.pid}-${randomBytes(4).toString('hex')}`
  let stems = 0
  const nextStem = (): string => `${own}-${++stems}`
  /** Called between two commits only, when none of ours is running. */
  const isOurs = (stem: string): boolean =>
    stem.startsWith(`${own}-`) && !indexRepair.isBusyWith(stem)

  const recover = async (): Promise<{ completed: number; undone: number }> => {
    const result = { completed: 0, undone: 0 }
    for (const leftover of await claimLeftovers(disk, gitDir, identity, isOurs)) {
      const completed = await recoverCommit(repository, disk, leftover, patience)
      pending.delete(leftover.temporary.stem)
      result[completed ? 'completed' : 'undone']++
      log.warn(
        { commit: leftover.plan.after },
        `an interrupted commit was ${completed ? 'completed' : 'reverted'}`,
      )
    }
    sweepTemporaryFiles(disk, gitDir, isOurs, now().getTime() - unplannedMs)
    return result
  }

  const indexRepair = createIndexRepair({ ...parts, nextStem, log })
  const objectGuard = createObjectGuard(repository, disk, log, branchHead)

  const makeOnce = async (prepare: Prepare, hooks: CommitHooks = {}): Promise<CommitResult> => {
    let following: unknown
    const committed = () => {
      following = hooks.committed?.()
    }
    await recover()
    const commitParts = {
      ...parts,
      log,
      config,
      lineEnds,
      pending,
      stem: nextStem(),
      lastHead,
      recent: indexRepair.plans,
      objectGuard,
    }
    const made = await makeCommit(commitParts, prepare, { ...hooks, committed }).catch((error) => {
      closedFolder = error.folder ?? null
      throw error
    })
    closedFolder = null
    if (made.plan !== null) indexRepair.add(made.plan, made.stamp)
    await following
    return { commit: made.commit, blobs: made.blobs }
  }

  /** Runs a write in turn, and retries it when the branch has moved. */
  const write = <Result>(attempt: (moved: Moved | null) => Promise<Result>): Promise<Result> => {
    if (closed)
      return Promise.reject(new Error('The server is shutting down and saves nothing any more.'))
    return inTurn(async () => {
      await indexRepair.check()
      let moved: Moved | null = null
      for (let tried = 1; ; tried += 1)
        try {
          return await attempt(moved)
        } catch (error) {
          if (!isMoved(error) || tried === attempts) throw asRefusal(error)
          moved = error
        }
    })
  }

  const commit = (request: CommitRequest): Promise<CommitResult> =>
    makeOnce((head, settings, before) => {
      for (const { path } of request.changes) {
        checkContentPath(path)
        checkParents(repository.contentDir, path)
      }
      return before ?? prepareCommit(repository, { ...settings, time: now() }, head, request)
    }, request)

  return {
    commit: (request) =>
      write((moved) => {
        // The same request would fail with the same conflict.
        if (moved instanceof ConflictError) throw moved
        return commit(request)
      }),
    save: (plan) =>
      write(async (moved) => {
        const request = await plan(moved, noClaims)
        return request && commit(request)
      }),
    advance: (prepare) => write(async () => (await makeOnce(prepare)).commit),
    betweenWrites: inTurn,
    recover: () => inTurn(recover),
    made,
    waiting: () => waiting,
    async fault() {
      try {
        const branch = writableBranch(repository, await config())
        const { index, indexLock } = gitPlaces(repository, branch)
        readIndex(index)
        refuseGoneBranch(branch, headCommit(repository, branch), lastHead())
        refuseClosedFolder(repository, closedFolder)
        return statOf(indexLock) && new RepositoryBusyError(indexLock, ageOf(indexLock))
      } catch (error) {
        const refusal = asRefusal(error)
        if (refusal instanceof RepositoryShapeError) return refusal
        throw error
      }
    },
    async close() {
      closed = true
      await last
      await indexRepair.stop()
      await objectGuard.stop()
    },
  }
}
