import { dirname, join } from 'node:path'
import type { SyncState } from '#domain/sync.ts'
import { RepositoryError } from '../../platform/errors.ts'
import type { NoticeLog } from '../../platform/log.ts'
import { createSharedRuns } from '../../platform/shared-runs.ts'
import { secondsSince, type Telemetry } from '../../platform/telemetry.ts'
import { watchHead } from '../read/head-watch.ts'
import type { Repository } from '../read/open-repository.ts'
import { headCommit } from '../read/refs.ts'
import { RepositoryShapeError } from '../shape/repository-shape.ts'
import {
  RefusedPathError,
  RepositoryBusyError,
  UncommittedWorkError,
} from '../write/write-errors.ts'
import { relationOf } from './relation.ts'
import { RemoteError, SyncConflict, UnfitChange } from './sync-faults.ts'
import { type RoundParts, syncOnce } from './sync-round.ts'
import { createSyncSchedule } from './sync-schedule.ts'

export interface Sync {
  state(): Promise<SyncState>
  /**
   * Syncs now; resolves with the state afterwards. If a round is running, another one follows,
   * because the first may have started too early.
   */
  run(): Promise<SyncState>
  /** Starts the schedule and watches the branch: new commits are pushed soon. */
  start(): void
  /** Aborts network operations; resolves when nothing is running any more. */
  close(): Promise<void>
}

export interface SyncOptions
  extends Omit<RoundParts, 'pushed' | 'rewound'>,
    Pick<RoundsOptions, 'seconds' | 'log' | 'telemetry' | 'stop'> {}

/** Called during a round, for the state and the log. */
interface RoundEvents {
  pulled(): Promise<void>
  pushed(): void
  /** With the message about commits that the remote has lost; null when it has them again. */
  rewound(message: string | null): void
}

export interface RoundsOptions {
  repository: Repository
  branch: string
  /** The name of the remote in messages: its address without credentials. */
  shown: string
  /** The last known commit of the remote's branch. */
  theirs: () => string | null
  /** Brings both sides to the same commit and resolves with it. */
  round: (events: RoundEvents) => Promise<string | null>
  /** Called after commits of the remote were added to the branch. */
  pulled: () => Promise<void>
  /** Whether new local commits start a round. */
  watches: boolean
  /** Seconds between two rounds. */
  seconds: number
  now: () => Date
  log: NoticeLog
  telemetry: Telemetry
  /** Aborts the remote's operations. */
  stop: AbortController
}

type OnState = Extract<SyncState, { kind: 'on' }>

/** How long the site tells of commits that the remote has lost and got back, in milliseconds. */
const noticeMs = 24 * 3_600_000

/** Keeps the site's branch and a branch of a remote in sync, for the life of the process. */
export function createSync(options: SyncOptions): Sync {
  return createRounds({
    ...options,
    shown: options.remote.shown,
    theirs: options.tracking.read,
    round: (events) => syncOnce({ ...options, ...events }),
    watches: true,
  })
}

/** What the rounds so far have led to. */
interface Progress extends Pick<OnState, 'lastSync' | 'lastPull' | 'lastPush'> {
  failure: Failure | null
  /** The number of failures in a row. */
  failures: number
  /** Commits that the remote has lost. A failure hides them. */
  rewound: { message: string; until: number } | null
  /** The commit that both sides had last. */
  synced: string | null
}

/** Runs rounds at an interval, and sooner after a new local commit or a failure. */
export function createRounds(options: RoundsOptions): Sync {
  const { repository, shown, branch, now, stop } = options
  const { gitDir, commonDir } = repository
  const progress: Progress = {
    failure: null,
    failures: 0,
    rewound: null,
    synced: null,
    lastSync: null,
    lastPull: null,
    lastPush: null,
  }
  let unwatch = (): void => {}
  const head = (attempts?: number) => headCommit(repository, branch, attempts)
  /** A branch that is temporarily unreadable is checked again in the next round. */
  const hasMoved = (): boolean => {
    try {
      return head() !== progress.synced
    } catch {
      return false
    }
  }

  const rounds = createSharedRuns(async () => {
    if (stop.signal.aborted) return
    schedule.stop()
    await runRound(options, progress)
    if (stop.signal.aborted) return
    schedule.next(progress.failures)
    // Commits made during the round.
    if (options.watches && progress.failure === null && hasMoved()) schedule.soon()
  })
  const schedule = createSyncSchedule({ ...options, beat: () => void rounds.run() })

  const state = async (): Promise<SyncState> => {
    const [ours, theirs] = [head(), options.theirs()]
    // Without contacting the remote.
    const isKnown = theirs === null || (await repository.objects.has(theirs))
    const distance =
      ours !== theirs && isKnown
        ? await relationOf(repository, ours, theirs)
        : { ahead: 0, behind: 0 }
    const { failure, rewound, lastSync, lastPull, lastPush } = progress
    const lost = rewound !== null && rewound.until >= now().getTime() ? rewound : null
    const fault = failure ?? lost
    const isRunning = rounds.running() !== null
    return {
      kind: 'on',
      state: isRunning ? 'syncing' : (failure?.state ?? (lost ? 'rewound' : 'idle')),
      remote: shown,
      branch,
      ...distance,
      lastSync,
      lastPull,
      lastPush,
      next: isRunning ? null : schedule.due(),
      error: fault && { message: fault.message },
      conflicts: failure?.conflicts ?? [],
    }
  }

  return {
    state,
    async run() {
      await rounds.run()
      return state()
    },
    start() {
      if (options.watches)
        unwatch = watchHead({
          read: () => head(1),
          known: head(),
          folders: [gitDir, dirname(join(commonDir, 'refs', 'heads', branch))],
          listener: () => {
            if (hasMoved() && progress.failures === 0) schedule.soon()
          },
        })
      void rounds.run()
    },
    async close() {
      stop.abort()
      unwatch()
      await rounds.ended()
      schedule.stop()
    },
  }
}

/** Runs one round and records what it led to. */
async function runRound(options: RoundsOptions, progress: Progress): Promise<void> {
  const { shown, now, log, telemetry, stop } = options
  const start = performance.now()
  const done = { pulled: false, pushed: false }
  const events: RoundEvents = {
    async pulled() {
      done.pulled = true
      progress.lastPull = now().toISOString()
      await options.pulled()
    },
    pushed() {
      done.pushed = true
      progress.lastPush = now().toISOString()
    },
    rewound(message) {
      if (message !== null && message !== progress.rewound?.message)
        log.warn({ remote: shown }, message)
      progress.rewound = message === null ? null : { message, until: now().getTime() + noticeMs }
    },
  }
  try {
    progress.synced = await options.round(events)
    telemetry({ event: 'sync', outcome: 'done', ...done, seconds: secondsSince(start) })
    progress.lastSync = now().toISOString()
    if (progress.failure !== null) log.info({ remote: shown }, 'the sync with the remote continues')
    progress.failure = null
    progress.failures = 0
  } catch (error) {
    if (stop.signal.aborted) return
    const failure = asFailure(error)
    const outcome = failure.state === 'conflict' ? 'conflict' : 'failed'
    telemetry({ event: 'sync', outcome, seconds: secondsSince(start) })
    if (failure.message !== progress.failure?.message)
      log.warn({ err: error, remote: shown }, failure.message)
    progress.failure = failure
    progress.failures = failure.state === 'failed' ? progress.failures + 1 : 0
  }
}

/** The reason why a round ended before both sides were equal. */
interface Failure {
  state: 'waiting' | 'conflict' | 'failed'
  message: string
  conflicts: Array<string>
}

/** The failure that an administrator sees for an error. */
function asFailure(error: unknown): Failure {
  if (error instanceof SyncConflict)
    return {
      state: 'conflict',
      message: error.message,
      conflicts: error.conflicts.map(({ path }) => path),
    }
  const waitsFor = reasonToWait(error)
  if (waitsFor !== null) return { state: 'waiting', message: waitsFor, conflicts: [] }
  const { code } = error as NodeJS.ErrnoException
  const message =
    error instanceof RemoteError || error instanceof RepositoryError
      ? error.message
      : `The sync failed on the server${code === undefined ? '' : ` (${code})`}; its log says more.`
  return { state: 'failed', message, conflicts: [] }
}

/** What the sync waits for after an error; null when nothing but a retry helps. */
function reasonToWait(error: unknown): string | null {
  if (error instanceof RepositoryBusyError)
    return `Another program is working on the repository (${error.lock}); the sync waits for it.`
  if (error instanceof UncommittedWorkError || error instanceof RepositoryShapeError)
    return `The sync waits: ${forSync(error.message)}`
  if (error instanceof UnfitChange) return `${error.message} Run "git pull" in the checkout.`
  if (error instanceof RefusedPathError)
    return `The remote brings a file that the site cannot check out: ${error.message}`
  return error instanceof RemoteError && error.fault === 'busy' ? error.message : null
}

/** Replaces the end of a write lane's message, which addresses a person who saves. */
function forSync(message: string) {
  return message.replace(/, then save again\.$/, '; then it goes on by itself.')
}
