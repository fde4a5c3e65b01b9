import { dirname, join } from 'node:path'
import type { SyncState } from '#domain/sync.ts'
import { watchHead } from '../read/head-watch.ts'
import { headCommit } from '../read/refs.ts'
import { createPacemaker } from './pacemaker.ts'
import { relationOf } from './relation.ts'
import { asFailure, type Failure } from './sync-failure.ts'
import { type RoundParts, syncOnce } from './sync-round.ts'

export interface Sync {
  state(): Promise<SyncState>
  /** Syncs now; resolves with the state after it. A round that is under way may have begun too early: another one follows it. */
  run(): Promise<SyncState>
  /** Lets the timer begin, and follows the branch: what is committed here is pushed soon. */
  start(): void
  /** Breaks off what waits for the network; resolves when nothing is under way any more. */
  close(): Promise<void>
}

export interface SyncOptions extends Omit<RoundParts, 'pushed'> {
  /** Seconds between two rounds. */
  seconds: number
  log: { info(details: object, message: string): void; warn(details: object, message: string): void }
  /** Ends the remote's conversations. */
  stop: AbortController
}

/** Keeps the site's branch and that of a remote in step, for as long as the process lives. */
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
  /** A branch that can't be read just now is asked again at the next turn. */
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
    pacemaker.pause()
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
      pacemaker.next(failures)
      // Something was committed while this went on.
      if (failure === null && hasMoved()) pacemaker.soon()
    }
  }
  const pacemaker = createPacemaker({ seconds: options.seconds, now, beat: () => void begin() })

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
      next: running === null ? pacemaker.due() : null,
      error: failure && { message: failure.message },
      conflicts: [...(failure?.conflicts ?? [])],
    }
  }

  /** What is known without asking the remote. */
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
          if (hasMoved() && failures === 0) pacemaker.soon()
        },
      })
      void begin()
    },
    async close() {
      stop.abort()
      unwatch()
      pacemaker.stop()
      await following
      await running
    },
  }
}
