import { within } from '../../platform/within.ts'

/**
 * A call of a mail server or newsletter service failed, or may not be made yet. The message is for
 * the administrator and contains no personal data.
 */
export class AttemptError extends Error {
  override name = 'AttemptError'
  /**
   * `service`: fails for everybody now. `person`: failed only for this person. `final`: will never
   * succeed for this person. `early`: was not made, because this person has to wait.
   */
  readonly scope: 'service' | 'person' | 'final' | 'early'
  /** The call timed out, so the next attempt may take as long. */
  readonly slow: boolean
  /**
   * Delay that the service asked for, or that the person has to wait, in milliseconds; null when
   * there is none.
   */
  readonly askedWaitMs: number | null
  /** The call failed, but must not be repeated for this person. */
  readonly over: boolean

  constructor(
    message: string,
    scope: AttemptError['scope'],
    {
      slow = false,
      askedWaitMs = null,
      over = false,
    }: { slow?: boolean; askedWaitMs?: number | null; over?: boolean } = {},
  ) {
    super(message)
    this.scope = scope
    this.slow = slow
    this.askedWaitMs = askedWaitMs
    this.over = over
  }
}

const firstWaitMs = 1000
const longestServiceWaitMs = 5 * 60 * 1000
const longestPersonWaitMs = 24 * 60 * 60 * 1000
const maxRunning = 4
const maxDirect = 20
const closePatienceMs = 8000

/** A failure of the service. */
interface Problem {
  message: string
  /** Both are ISO instants. */
  since: string
  nextTry: string
}

/**
 * Calls `attempt` for each queued person, a few at once, with growing delays: for all people when
 * the service fails, for one person when the service refuses only them. The queue is in memory;
 * after a restart it is filled from the stored records. `attempt` rejects with AttemptError, and
 * resolves when nothing is left to do.
 */
export function createRetries(options: {
  attempt: (id: number, signal: AbortSignal) => Promise<void>
  /** The work for this person will not be tried again. */
  gaveUp?: (id: number, message: string) => void
  /** The service stopped working; called once until it works again. */
  serviceFailed?: (message: string) => void
  failed: (error: unknown) => void
  /** The queue or the state of the service may have changed. */
  changed?: () => void
}) {
  const { attempt, gaveUp, serviceFailed, failed, changed } = options
  const queue = new Map<number, { failures: number; notBefore: number }>()
  const running = new Map<number, Promise<boolean>>()
  const stop = new AbortController()
  let isOn = false
  /** `since` is a time of day; `nextTry` is a time of the monotonic clock. */
  let service: {
    failures: number
    since: number
    nextTry: number
    message: string
    hopeless: boolean
  } | null = null
  let timer: NodeJS.Timeout | null = null
  let soon: NodeJS.Timeout | null = null
  /** People who were queued again while their work was running, perhaps for another change. */
  const again = new Set<number>()

  function run(id: number): Promise<boolean> {
    const current = running.get(id)
    if (current) return current
    const work = attempt(id, stop.signal)
      .then(
        () => {
          if (again.delete(id)) queue.set(id, { failures: 0, notBefore: 0 })
          else queue.delete(id)
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

  function note(id: number, error: unknown) {
    const known = error instanceof AttemptError ? error : null
    if (!known) failed(error)
    const now = performance.now()
    if (known?.scope === 'early')
      queue.set(id, { failures: 0, notBefore: now + (known.askedWaitMs ?? 0) })
    else if (known?.scope === 'final') {
      queue.delete(id)
      gaveUp?.(id, known.message)
    } else if (known?.scope === 'service') {
      const { message, slow, askedWaitMs } = known
      if (!service) serviceFailed?.(message)
      // Attempts that ran at the same time count as one failure.
      const failures =
        service && now < service.nextTry ? service.failures : (service?.failures ?? 0) + 1
      const nextTry = now + Math.max(waitAfter(failures, longestServiceWaitMs), askedWaitMs ?? 0)
      service = {
        failures,
        since: service?.since ?? Date.now(),
        nextTry,
        message,
        hopeless: slow || askedWaitMs !== null,
      }
      if (known.over) queue.delete(id)
      else queue.set(id, queue.get(id) ?? { failures: 0, notBefore: 0 })
    } else {
      const failures = (queue.get(id)?.failures ?? 0) + 1
      queue.set(id, { failures, notBefore: now + waitAfter(failures, longestPersonWaitMs) })
    }
  }

  /** Starts the work that may start now, and sets a timer for the next. */
  function plan() {
    if (timer) clearTimeout(timer)
    timer = null
    if (stop.signal.aborted) return
    changed?.()
    if (!isOn) {
      queue.clear()
      again.clear()
      return
    }
    const now = performance.now()
    const opens = service?.nextTry ?? 0
    // While the service fails, only one attempt runs at a time.
    const places = (service ? 1 : maxRunning) - running.size
    let wake = Number.POSITIVE_INFINITY
    let started = 0
    for (const [id, { notBefore }] of queue) {
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

  function enter(id: number) {
    if (!queue.has(id)) queue.set(id, { failures: 0, notBefore: 0 })
    if (running.has(id)) again.add(id)
  }

  return {
    /** Queues the work for a person. */
    add(id: number): void {
      enter(id)
      // Waits for further calls of the same tick and plans once.
      soon ??= setTimeout(() => {
        soon = null
        plan()
      }, 10).unref()
    },
    /**
     * Tries immediately. True when it succeeded, otherwise it is queued. A slow service, or one
     * that sent `Retry-After`, is not called before its time.
     */
    async tryNow(id: number): Promise<boolean> {
      enter(id)
      const hopeless = service?.hopeless && performance.now() < service.nextTry
      return !hopeless && !stop.signal.aborted && running.size < maxDirect ? run(id) : false
    },
    /**
     * Turns the work on the queue on or off. While it is off, as it is at first, the queue is
     * empty, and `tryNow` makes single attempts.
     */
    work(on: boolean): void {
      isOn = on
      service = null
      plan()
    },
    isWorking: () => isOn,
    /** Number of queued people. */
    waiting: () => queue.size,
    /** People whose last attempt failed although the service works. */
    refused: () => [...queue].flatMap(([id, { failures }]) => (failures > 0 ? [id] : [])),
    problem(): Problem | null {
      // With an empty queue there is no next attempt to report.
      if (!service || queue.size === 0) return null
      const { message, since, nextTry } = service
      const next = new Date(Date.now() + nextTry - performance.now())
      return { message, since: new Date(since).toISOString(), nextTry: next.toISOString() }
    },
    /**
     * Stops, and aborts the signal of running work. Resolves when that work has ended, or after a
     * few seconds.
     */
    async close(): Promise<void> {
      stop.abort()
      for (const one of [timer, soon]) if (one) clearTimeout(one)
      // Waits, because work whose result is not stored would be repeated at the next start.
      await within(closePatienceMs, Promise.allSettled(running.values()))
    },
  }
}

function waitAfter(failures: number, longest: number) {
  return Math.min(longest, firstWaitMs * 2 ** Math.min(30, failures - 1))
}
