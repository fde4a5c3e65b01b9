import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { statOf } from '../../platform/disk-reads.ts'
import { createDiskWrites, type DiskWrites } from '../../platform/disk-writes.ts'
import { ownIdentity, type ProcessIdentity } from '../../platform/process-identity.ts'
import { readIndex } from '../index/index-write.ts'
import { effectiveConfig } from '../read/effective-config.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { writableBranch } from '../read/repository-shape.ts'
import type { ShapeFault } from '../read/shape-faults.ts'
import { RepositoryShapeError } from '../read/shape-faults.ts'
import { checkContentPath, checkParents } from './content-path.ts'
import { gitPlaces } from './git-places.ts'
import { createIndexCare } from './index-recovery.ts'
import { asRefusal, createLastHead, refuseGoneBranch } from './last-head.ts'
import { makeCommit, type Prepare } from './make-commit.ts'
import { createObjectGuard } from './object-guard.ts'
import { type CommitRequest, prepareCommit } from './prepare-commit.ts'
import { reaches, recoverCommit } from './recover-commit.ts'
import { BranchMovedError, ConflictError } from './write-errors.ts'
import { claimLeftovers, sweepTemporaryFiles } from './write-journal.ts'

/** What a crash left before there was a plan is removed after this time, in milliseconds: it may belong to a living process. */
const keptUnplanned = 3_600_000

/** `made` looks through at most this many commits: a client may ask for one of weeks ago. */
const furthestBack = 50_000

/** The one door through which the server changes the repository. */
export interface WriteLane {
  /**
   * Makes one commit that touches exactly these files: in the repository, the work tree and the index. Resolves when it is on the disk. Throws one
   * of the errors of `write-errors.ts`, or what the disk says, and then nothing has changed. Without any difference no commit is made.
   */
  commit(request: CommitRequest): Promise<CommitResult>
  /**
   * The same for what `plan` works out when it is its turn. The plan is asked again, and told why, when a file is not the expected one or another program
   * has moved the branch; what it throws is passed on. Null commits nothing.
   */
  save(plan: PlanCommit): Promise<CommitResult | null>
  /**
   * Moves the branch to a commit that was prepared elsewhere, such as a merge, as safely as `commit` makes one. The same errors; what `prepare` throws is
   * passed on.
   */
  advance(prepare: Prepare): Promise<string | null>
  /** Looks at something while nothing is being written: saves wait until it has ended. */
  betweenWrites<Result>(look: () => Promise<Result>): Promise<Result>
  /** Completes or takes back what a process that died has left unfinished. To be called at the start; `commit` does it as well. */
  recover(): Promise<{ completed: number; undone: number }>
  /** Whether the site's branch holds a commit, which `willCommit` has told of. */
  made(commit: string): boolean
  /** Whether a commit could be made now. */
  status(): LaneStatus
  /** Takes no further commits; resolves when those under way are finished. */
  close(): Promise<void>
}

export interface CommitResult {
  /** The new commit, or the one before when there was no difference; null when there is none at all. */
  commit: string | null
  /** Blob that each path of the request has now; null for a deleted one. */
  blobs: ReadonlyMap<string, string | null>
}

/** Works out what is to be committed. `moved`: why the plan before it could not be committed; null at first. */
export type PlanCommit = (moved: Moved | null) => Promise<CommitRequest | null>

export type LaneStatus =
  | { kind: 'ready' }
  /** Somebody holds the lock of the index; `age` in milliseconds. */
  | { kind: 'busy'; lock: string; age: number }
  /** A commit was interrupted and is not completed or taken back yet. */
  | { kind: 'unfinished' }
  | { kind: 'refused'; fault: ShapeFault; message: string }

type CommitHooks = Pick<CommitRequest, 'willCommit' | 'committed'>
type Moved = ConflictError | BranchMovedError

const isMoved = (error: unknown): error is Moved => error instanceof ConflictError || error instanceof BranchMovedError

/** The number of times that one write is tried while others commit or move the branch. */
const attempts = 8

export interface WriteLaneOptions {
  now: () => Date
  log: { warn(details: object, message: string): void }
  disk?: DiskWrites
  /** The person's home folder, for their own git settings; null for the repository's settings alone. */
  home?: string | null
  identity?: ProcessIdentity
  /** The commit that the site shows, as far as that is known: a branch that was deleted since then is not created again. */
  shown?: () => string | null
  /** Locks of others are waited for so long, in milliseconds. */
  patience?: number
}

export function createWriteLane(repository: Repository, options: WriteLaneOptions): WriteLane {
  const { now, log, disk = createDiskWrites(), home = homedir(), identity = ownIdentity(), patience = 3000 } = options
  const { shown = () => null } = options
  const { gitDir, commonDir } = repository
  /** Stems of our own commits that could be neither finished nor taken back when they failed. */
  const pending = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  let closed = false
  const lastHead = createLastHead(repository, shown)

  const made = (commit: string): boolean => {
    const head = headCommit(gitDir, commonDir, repository.branch)
    return head !== null && reaches(repository, head, commit, furthestBack)
  }

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => null)
    return result
  }

  const parts = { repository, disk, identity, patience }
  const own = `${identity.pid}-${randomBytes(4).toString('hex')}`
  let stems = 0
  const nextStem = (): string => `${own}-${++stems}`
  /** Only asked between two commits: what is ours then is not under way. */
  const isOurs = (stem: string): boolean => stem.startsWith(`${own}-`) && !indexCare.isBusyWith(stem)

  const recover = async (): Promise<{ completed: number; undone: number }> => {
    const result = { completed: 0, undone: 0 }
    for (const leftover of await claimLeftovers(disk, gitDir, identity, isOurs)) {
      const completed = await recoverCommit(repository, disk, leftover, patience)
      pending.delete(leftover.temporary.stem)
      result[completed ? 'completed' : 'undone']++
      log.warn({ commit: leftover.plan.after }, `an interrupted commit was ${completed ? 'completed' : 'taken back'}`)
    }
    sweepTemporaryFiles(disk, gitDir, isOurs, now().getTime() - keptUnplanned)
    return result
  }

  const indexCare = createIndexCare({ ...parts, nextStem, log })
  const objectGuard = createObjectGuard(repository, disk, log, made)

  const makeOnce = async (prepare: Prepare, hooks: CommitHooks = {}): Promise<CommitResult> => {
    let following: unknown
    const committed = () => {
      following = hooks.committed?.()
    }
    await recover()
    const commitParts = {
      ...parts,
      log,
      home,
      pending,
      stem: nextStem(),
      lastHead,
      recent: indexCare.plans,
      objectGuard,
    }
    const made = await makeCommit(commitParts, prepare, { ...hooks, committed })
    if (made.plan !== null) indexCare.lookAfter(made.plan, made.stamp)
    await following
    return { commit: made.commit, blobs: made.blobs }
  }

  /** The one queue and the one retry of all writes. */
  const write = <Result>(attempt: (moved: Moved | null) => Promise<Result>): Promise<Result> => {
    if (closed) return Promise.reject(new Error('The server is shutting down and saves nothing any more.'))
    return inTurn(async () => {
      await indexCare.lookNow()
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
        // The same request would meet the same conflict.
        if (moved instanceof ConflictError) throw moved
        return commit(request)
      }),
    save: (plan) =>
      write(async (moved) => {
        const request = await plan(moved)
        return request && commit(request)
      }),
    advance: (prepare) => write(async () => (await makeOnce(prepare)).commit),
    betweenWrites: inTurn,
    recover: () => inTurn(recover),
    made,
    status() {
      try {
        const branch = writableBranch(repository, effectiveConfig(gitDir, commonDir, home))
        const { index, indexLock } = gitPlaces(repository, branch)
        readIndex(index)
        if (pending.size > 0) return { kind: 'unfinished' }
        refuseGoneBranch(branch, headCommit(gitDir, commonDir, branch), lastHead())
        const lock = statOf(indexLock)
        if (lock === null) return { kind: 'ready' }
        return { kind: 'busy', lock: indexLock, age: Math.max(0, now().getTime() - Number(lock.mtimeMs)) }
      } catch (error) {
        const refusal = asRefusal(error)
        if (refusal instanceof RepositoryShapeError)
          return { kind: 'refused', fault: refusal.fault, message: refusal.message }
        throw error
      }
    },
    async close() {
      closed = true
      await last
      await indexCare.stop()
      await objectGuard.stop()
    },
  }
}
