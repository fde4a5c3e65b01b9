import { dirname, join } from 'node:path'
import type { SyncState } from '#domain/sync.ts'
import { watchHead } from '../read/head-watch.ts'
import { headCommit } from '../read/refs.ts'
import { relationOf } from './relation.ts'
import { asFailure, type Failure } from './sync-failure.ts'
import { type RoundParts, syncOnce } from './sync-round.ts'
import { createSyncSchedule } from './sync-schedule.ts'

export interface Sync {
  state(): Promise<SyncState>
  /**
   * Syncs now; resolves with the state afterwards. If a round is running, another one follows, because the first may
   * have started too early.
   */
  run(): Promise<SyncState>
  /** Starts the schedule and watches the branch: new commits are pushed soon. */
  start(): void
  /** Aborts network operations; resolves when nothing is running any more. */
  close(): Promise<void>
}

export interface SyncOptions extends Omit<RoundParts, 'pushed'> {
  /** Seconds between two rounds. */
  seconds: number
  log: { info(details: object, message: string): void; warn(details: object, message: string): void }
  /** Aborts the remote's operations. */
  stop: AbortController
}

/** Keeps the site's branch and a branch of a remote in sync, for the life of the process. */
export function createSync(options: SyncOptions): Sync {
  const { repository, remote, branch, tracking, now, log, stop } = options
  const { gitDir, commonDir } = repository
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let failure: Failure | null = null
  let failures = 0
  let synced: string | null = null
  let unwatch = (): void => {}
  const head = (attempts?: number) => headCommit(gitDir, commonDir, branch, attempts)
  /** A branch that is temporarily unreadable is checked again in the next round. */
  const hasMoved = (): boolean => {
    try {
      return head() !== synced
    } catch {
      return false
    }
  }
  const moments: { lastSync: string | null; lastPull: string | null; lastPush: string | null } = {
    ...{ lastSync: null, lastPull: null, lastPush: null },
  }
  const parts: RoundParts = {
    ...options,
    async pulled() {
      moments.lastPull = now().toISOString()
      await options.pulled()
    },
    pushed() {
      moments.lastPush = now().toISOString()
    },
  }

  const round = async (): Promise<void> => {
    schedule.pause()
    try {
      synced = await syncOnce(parts)
      moments.lastSync = now().toISOString()
      if (failure !== null) log.info({ remote: remote.shown }, 'the sync with the remote goes on')
      failure = null
      failures = 0
    } catch (error) {
      if (stop.signal.aborted) return
      const next = asFailure(error)
      if (next.message !== failure?.message) log.warn({ err: next.cause, remote: remote.shown }, next.message)
      failure = next
      failures = next.state === 'failed' ? failures + 1 : 0
    } finally {
      running = null
      schedule.next(failures)
      // A commit was made during the round.
      if (failure === null && hasMoved()) schedule.soon()
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
    return {
      kind: 'on',
      state: running !== null ? 'syncing' : (failure?.state ?? 'idle'),
      remote: remote.shown,
      branch,
      ahead,
      behind,
      ...moments,
      next: running === null ? schedule.due() : null,
      error: failure && { message: failure.message },
      conflicts: [...(failure?.conflicts ?? [])],
    }
  }

  /** How far both sides differ, without contacting the remote. */
  const distance = async (): Promise<{ ahead: number; behind: number }> => {
    const [ours, theirs] = [head(), tracking.read()]
    if (ours === theirs || (theirs !== null && !repository.objects.has(theirs))) return { ahead: 0, behind: 0 }
    const { ahead, behind } = await relationOf(repository, ours, theirs)
    return { ahead: ahead.length, behind: behind.length }
  }

  return {
    state,
    async run() {
      await begin()
      return state()
    },
    start() {
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
