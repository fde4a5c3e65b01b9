import { browserLocks } from '../browser-locks.ts'
import type { Outgoing } from './outgoing.ts'

/** Interval of further attempts without an event that triggers one. */
const tryMs = 5_000

export type Runner = ReturnType<typeof createRunner>

/**
 * Sends the entries that no screen waits for, one at a time, and tries again when one of them is
 * due.
 */
export function createRunner(options: {
  /** Only one tab runs under this name; null when the entries are known to this tab only. */
  lockName: () => string | null
  /**
   * Sends the next entry; false when there is none to send now. `taken`: keys of those that a
   * screen sends.
   */
  sendNext: (taken: Set<string>) => Promise<boolean>
  entries: () => ReadonlyArray<Outgoing>
}) {
  const { lockName, sendNext, entries } = options
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  /** `run` was called during an attempt: the network may be back although that attempt fails. */
  let wokenMeanwhile = false

  async function sendAll() {
    const taken = new Set<string>()
    while (await sendNext(taken));
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (closed) return
    if (running) {
      wokenMeanwhile = true
      return
    }
    running = true
    wokenMeanwhile = false
    try {
      const [locks, name] = [browserLocks(), lockName()]
      if (locks && name !== null)
        await locks.request(name, { ifAvailable: true }, (lock) => (lock ? sendAll() : undefined))
      else await sendAll()
    } catch (error) {
      if (!closed) console.warn(error)
    } finally {
      running = false
      if (wokenMeanwhile) void run()
      else schedule()
    }
  }

  function schedule() {
    clearTimeout(timer)
    const due = entries().flatMap(({ state }) =>
      state.kind === 'waiting' ? [(state.after ?? 0) - Date.now()] : [],
    )
    if (closed || due.length === 0) return
    // A busy server has said when to retry.
    const soonest = Math.min(tryMs, ...due.filter((ms) => ms > 0))
    timer = setTimeout(() => void run(), soonest)
  }

  return {
    /** Sends what is due now; during an attempt, once more after it. */
    run,
    isClosed: () => closed,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
