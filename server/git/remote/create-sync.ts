import { dirname, join } from 'node:path'
import type { SyncState } from '#domain/sync.ts'
import { RepositoryError } from '../../platform/errors.ts'
import type { NoticeLog } from '../../platform/log.ts'
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

/** Runs rounds at an interval, and sooner after a new local commit or a failure. */
export function createRounds(options: RoundsOptions): Sync {
  const { repository, shown, branch, now, log, telemetry, stop } = options
  const { gitDir, commonDir } = repository
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let failure: Failure | null = null
  /** Commits that the remote has lost. A failure hides them. */
  let rewound: { message: string; until: number } | null = null
  let failures = 0
  let synced: string | null = null
  let unwatch = (): void => {}
  const head = (attempts?: number) => headCommit(repository, branch, attempts)
  /** A branch that is temporarily unreadable is checked again in the next round. */
  const hasMoved = (): boolean => {
    try {
      return head() !== synced
    } catch {
      return false
    }
  }
  const moments: Pick<Extract<SyncState, { kind: 'on' }>, 'lastSync' | 'lastPull' | 'lastPush'> = {
    lastSync: null,
    lastPull: null,
    lastPush: null,
  }
  /** The results of the running round. */
  let done = { pulled: false, pushed: false }
  const events: RoundEvents = {
    async pulled() {
      done.pulled = true
      moments.lastPull = now().toISOString()
      await options.pulled()
    },
    pushed() {
      done.pushed = true
      moments.lastPush = now().toISOString()
    },
    rewound(message) {
      if (message !== null && message !== rewound?.message) log.warn({ remote: shown }, message)
      rewound = message === null ? null : { message, until: now().getTime() + noticeMs }
    },
  }

  const round = async () => {
    schedule.pause()
    done = { pulled: false, pushed: false }
    const start = performance.now()
    try {
      synced = await options.round(events)
      telemetry({ event: 'sync', outcome: 'done', ...done, seconds: secondsSince(start) })
      moments.lastSync = now().toISOString()
      if (failure !== null) log.info({ remote: shown }, 'the sync with the remote continues')
      failure = null
      failures = 0
    } catch (error) {
      if (stop.signal.aborted) return
      const next = asFailure(error)
      const outcome = next.state === 'conflict' ? 'conflict' : 'failed'
      telemetry({ event: 'sync', outcome, seconds: secondsSince(start) })
      if (next.message !== failure?.message)
        log.warn({ err: next.cause, remote: shown }, next.message)
      failure = next
      failures = next.state === 'failed' ? failures + 1 : 0
    } finally {
      running = null
      schedule.next(failures)
      // Commits made during the round.
      if (options.watches && failure === null && hasMoved()) schedule.soon()
    }
  }
  const schedule = createSyncSchedule({ seconds: options.seconds, now, beat: () => void begin() })

  const begin = (): Promise<void> => {
    if (stop.signal.aborted) return Promise.resolve()
    if (running === null) {
      running = round()
      return running
    }
    following ??= running.then(() => {
      following = null
      return begin()
    })
    return following
  }

  const state = async (): Promise<SyncState> => {
    const { ahead, behind } = await distance()
    if (rewound !== null && rewound.until < now().getTime()) rewound = null
    const fault = failure ?? rewound
    return {
      kind: 'on',
      state: running !== null ? 'syncing' : (failure?.state ?? (rewound ? 'rewound' : 'idle')),
      remote: shown,
      branch,
      ahead,
      behind,
      ...moments,
      next: running === null ? schedule.due() : null,
      error: fault && { message: fault.message },
      conflicts: [...(failure?.conflicts ?? [])],
    }
  }

  /** How far both sides differ, without contacting the remote. */
  const distance = async () => {
    const [ours, theirs] = [head(), options.theirs()]
    if (ours === theirs || (theirs !== null && !(await repository.objects.has(theirs))))
      return { ahead: 0, behind: 0 }
    return relationOf(repository, ours, theirs)
  }

  return {
    state,
    async run() {
      await begin()
      return state()
    },
    start() {
      if (options.watches)
        unwatch = watchHead({
          read: () => head(1),
          known: head(),
          folders: [gitDir, dirname(join(commonDir, 'refs', 'heads', branch))],
          listener: () => {
            if (hasMoved() && failures === 0) schedule.soon()
          },
        })
      void begin()
    },
    async close() {
      stop.abort()
      unwatch()
      schedule.stop()
      await following
      await running
    },
  }
}

/** The reason why a round ended before both sides were equal. */
interface Failure {
  state: 'waiting' | 'conflict' | 'failed'
  message: string
  conflicts: ReadonlyArray<string>
  cause: unknown
}

/** The failure that an administrator sees for an error. */
function asFailure(error: unknown): Failure {
  const failure = (
    state: Failure['state'],
    message: string,
    conflicts: ReadonlyArray<string> = [],
  ): Failure => ({
    state,
    message,
    conflicts,
    cause: error,
  })
  if (error instanceof SyncConflict)
    return failure(
      'conflict',
      error.message,
      error.conflicts.map(({ path }) => path),
    )
  if (error instanceof RepositoryBusyError)
    return failure(
      'waiting',
      `Another program is working on the repository (${error.lock}); the sync waits for it.`,
    )
  if (error instanceof UncommittedWorkError || error instanceof RepositoryShapeError)
    return failure('waiting', `The sync waits: ${forSync(error.message)}`)
  if (error instanceof UnfitChange)
    return failure('waiting', `${error.message} Run "git pull" in the checkout.`)
  if (error instanceof RefusedPathError)
    return failure(
      'waiting',
      `The remote brings a file that the site cannot check out: ${error.message}`,
    )
  if (error instanceof RemoteError && error.fault === 'busy')
    return failure('waiting', error.message)
  if (error instanceof RemoteError || error instanceof RepositoryError)
    return failure('failed', error.message)
  const { code } = error as NodeJS.ErrnoException
  return failure(
    'failed',
    `The sync failed on the server${code === undefined ? '' : ` (${code})`}; its log says more.`,
  )
}

/** Replaces the end of a write lane's message, which addresses a person who saves. */
function forSync(message: string) {
  return message.replace(/, then save again\.$/, '; then it goes on by itself.')
}
