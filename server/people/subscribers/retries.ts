import { Trouble } from './trouble.ts'

const firstWaitMs = 1000
const longestServiceWaitMs = 5 * 60 * 1000
const longestPersonWaitMs = 24 * 60 * 60 * 1000
const atOnceAtMost = 4
const directAtMost = 20
const closePatienceMs = 8000

/** What does not work just now. */
export interface Problem {
  message: string
  /** ISO instants. */
  since: string
  nextTry: string
}

/** Work for people that is tried until it succeeds. */
export interface Retries {
  /** Puts somebody's work in line. */
  add(id: number): void
  /** Tries at once. True when it worked; else it is in line. A service that hangs, or that asked to be left alone, is not tried before its time. */
  tryNow(id: number): Promise<boolean>
  /** How many are in line. */
  waiting(): number
  /** Whose last try failed although the service answers. */
  refused(): Array<number>
  problem(): Problem | null
  /** Stops, and aborts the signal of work in progress. Resolves when that work has ended, or after a few seconds. */
  close(): Promise<void>
}

/**
 * Tries `attempt` for each person in line, a few at once, with growing waits: for all when the service is out of order, for one when it refuses just them. The
 * line is in memory; what has to be done is known by the records, so that a restart begins anew. `attempt` rejects with Trouble, and resolves also when there is
 * nothing to do any more.
 */
export function createRetries(options: {
  attempt: (id: number, signal: AbortSignal) => Promise<void>
  /** Never again for this person. */
  gaveUp?: (id: number, message: string) => void
  /** The service does not work any more; told once, until it has worked again. */
  troubled?: (message: string) => void
  failed: (error: unknown) => void
}): Retries {
  const { attempt, gaveUp, troubled, failed } = options
  const line = new Map<number, { failures: number; notBefore: number }>()
  const running = new Map<number, Promise<boolean>>()
  const stop = new AbortController()
  /** `since` is a time of day; waits are measured by a clock that nobody sets. */
  let service: { failures: number; since: number; nextTry: number; message: string; hopeless: boolean } | null = null
  let timer: NodeJS.Timeout | null = null
  let soon: NodeJS.Timeout | null = null
  /** Put in line while they were being worked for, perhaps for something else. */
  const again = new Set<number>()

  function run(id: number): Promise<boolean> {
    const under = running.get(id)
    if (under) return under
    const work = attempt(id, stop.signal)
      .then(
        () => {
          if (again.delete(id)) line.set(id, { failures: 0, notBefore: 0 })
          else line.delete(id)
          service = null
          return true
        },
        (error: unknown) => {
          if (!stop.signal.aborted) note(id, error)
          return false
        },
      )
      .finally(() => {
        running.delete(id)
        plan()
      })
    running.set(id, work)
    return work
  }

  function note(id: number, error: unknown): void {
    const trouble = error instanceof Trouble ? error : null
    if (!trouble) failed(error)
    const now = performance.now()
    if (trouble?.scope === 'final') {
      line.delete(id)
      gaveUp?.(id, trouble.message)
    } else if (trouble?.scope === 'service') {
      const { message, slow, askedWaitMs } = trouble
      if (!service) troubled?.(message)
      // Those that ran together failed together.
      const failures = service && now < service.nextTry ? service.failures : (service?.failures ?? 0) + 1
      const nextTry = now + Math.max(waitAfter(failures, longestServiceWaitMs), askedWaitMs ?? 0)
      service = {
        failures,
        since: service?.since ?? Date.now(),
        nextTry,
        message,
        hopeless: slow || askedWaitMs !== null,
      }
      if (trouble.over) line.delete(id)
      else line.set(id, line.get(id) ?? { failures: 0, notBefore: 0 })
    } else {
      const failures = (line.get(id)?.failures ?? 0) + 1
      line.set(id, { failures, notBefore: now + waitAfter(failures, longestPersonWaitMs) })
    }
  }

  /** Starts who may start now and comes back when the next one may. */
  function plan(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (stop.signal.aborted) return
    const now = performance.now()
    const opens = service?.nextTry ?? 0
    // After a failure one goes ahead alone.
    const places = (service ? 1 : atOnceAtMost) - running.size
    let wake = Number.POSITIVE_INFINITY
    let started = 0
    for (const [id, { notBefore }] of line) {
      if (running.has(id)) continue
      const at = Math.max(opens, notBefore)
      if (at > now) wake = Math.min(wake, at)
      else if (started < places) {
        started += 1
        void run(id)
      } else break
    }
    if (wake < Number.POSITIVE_INFINITY) timer = setTimeout(plan, Math.max(10, wake - now)).unref()
  }

  function enter(id: number): void {
    if (!line.has(id)) line.set(id, { failures: 0, notBefore: 0 })
    if (running.has(id)) again.add(id)
  }

  return {
    add(id) {
      enter(id)
      // All that are added in one go are planned once.
      soon ??= setTimeout(() => {
        soon = null
        plan()
      }, 10).unref()
    },
    async tryNow(id) {
      enter(id)
      const hopeless = service?.hopeless && performance.now() < service.nextTry
      return !hopeless && !stop.signal.aborted && running.size < directAtMost ? run(id) : false
    },
    waiting: () => line.size,
    refused: () => [...line].flatMap(([id, { failures }]) => (failures > 0 ? [id] : [])),
    problem() {
      // Without anybody in line there is no next try.
      if (!service || line.size === 0) return null
      const { message, since, nextTry } = service
      const next = new Date(Date.now() + nextTry - performance.now())
      return { message, since: new Date(since).toISOString(), nextTry: next.toISOString() }
    },
    async close() {
      stop.abort()
      for (const one of [timer, soon]) if (one) clearTimeout(one)
      let late: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        late = setTimeout(resolve, closePatienceMs)
      })
      // What was done for somebody has to be written down, or it is done again after the next start.
      await Promise.race([Promise.allSettled(running.values()), patience])
      clearTimeout(late)
    },
  }
}

function waitAfter(failures: number, longest: number): number {
  return Math.min(longest, firstWaitMs * 2 ** Math.min(30, failures - 1))
}
