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

/** A person whose work waits. */
interface Entry {
  failures: number
  /** By the monotonic clock. */
  notBefore: number
}
const newEntry: Entry = { failures: 0, notBefore: 0 }

/** A service that fails. */
interface Outage {
  failures: number
  /** By the time of day. */
  since: number
  /** By the monotonic clock. */
  nextTry: number
  message: string
  hopeless: boolean
}

interface RetriesOptions {
  attempt: (id: number, signal: AbortSignal) => Promise<void>
  /** The work for this person will not be tried again. */
  gaveUp?: (id: number, message: string) => void
  /** The service stopped working; called once until it works again. */
  serviceFailed?: (message: string) => void
  failed: (error: unknown) => void
  /** The queue or the state of the service may have changed. */
  changed?: () => void
}

/**
 * Calls `attempt` for each queued person, a few at once, with growing delays: for all people when
 * the service fails, for one person when the service refuses only them. The queue is in memory;
 * after a restart it is filled from the stored records. `attempt` rejects with AttemptError, and
 * resolves when nothing is left to do.
 */
export class Retries {
  readonly #options: RetriesOptions
  readonly #queue = new Map<number, Entry>()
  readonly #running = new Map<number, Promise<boolean>>()
  /** People who were queued again while their work was running, perhaps for another change. */
  readonly #again = new Set<number>()
  readonly #stop = new AbortController()
  #isOn = false
  #outage: Outage | null = null
  #timer: NodeJS.Timeout | null = null
  #soon: NodeJS.Timeout | null = null

  constructor(options: RetriesOptions) {
    this.#options = options
  }

  /** Queues the work for a person. */
  add(id: number): void {
    this.#enter(id)
    // Waits for further calls of the same tick and plans once.
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      this.#plan()
    }, 10).unref()
  }

  /**
   * Tries immediately. True when it succeeded, otherwise it is queued. A slow service, or one that
   * sent `Retry-After`, is not called before its time.
   */
  async tryNow(id: number): Promise<boolean> {
    this.#enter(id)
    const isHopeless = this.#outage?.hopeless && performance.now() < this.#outage.nextTry
    if (isHopeless || this.#stop.signal.aborted || this.#running.size >= maxDirect) return false
    return this.#run(id)
  }

  /**
   * Turns the work on the queue on or off. While it is off, as it is at first, the queue is empty,
   * and `tryNow` makes single attempts.
   */
  work(on: boolean): void {
    this.#isOn = on
    this.#outage = null
    this.#plan()
  }

  isWorking(): boolean {
    return this.#isOn
  }

  /** Number of queued people. */
  waiting(): number {
    return this.#queue.size
  }

  /** People whose last attempt failed although the service works. */
  refused(): Array<number> {
    return [...this.#queue].flatMap(([id, { failures }]) => (failures > 0 ? [id] : []))
  }

  problem(): Problem | null {
    // With an empty queue there is no next attempt to report.
    if (!this.#outage || this.#queue.size === 0) return null
    const { message, since, nextTry } = this.#outage
    const next = new Date(Date.now() + nextTry - performance.now())
    return { message, since: new Date(since).toISOString(), nextTry: next.toISOString() }
  }

  /**
   * Stops, and aborts the signal of running work. Resolves when that work has ended, or after a few
   * seconds.
   */
  async close(): Promise<void> {
    this.#stop.abort()
    for (const one of [this.#timer, this.#soon]) if (one) clearTimeout(one)
    // Waits, because work whose result is not stored would be repeated at the next start.
    await within(closePatienceMs, Promise.allSettled(this.#running.values()))
  }

  #enter(id: number): void {
    if (!this.#queue.has(id)) this.#queue.set(id, newEntry)
    if (this.#running.has(id)) this.#again.add(id)
  }

  #run(id: number): Promise<boolean> {
    const current = this.#running.get(id)
    if (current) return current
    const work = this.#attempt(id).finally(() => {
      this.#running.delete(id)
      this.#plan()
    })
    this.#running.set(id, work)
    return work
  }

  async #attempt(id: number): Promise<boolean> {
    const { signal } = this.#stop
    try {
      await this.#options.attempt(id, signal)
      if (this.#again.delete(id)) this.#queue.set(id, newEntry)
      else this.#queue.delete(id)
      this.#outage = null
      return true
    } catch (error) {
      if (!signal.aborted) this.#note(id, error)
      return false
    }
  }

  /** Queues a person whose work failed again, or gives them up. */
  #note(id: number, error: unknown): void {
    const known = error instanceof AttemptError ? error : null
    if (!known) this.#options.failed(error)
    const now = performance.now()
    if (known?.scope === 'early')
      this.#queue.set(id, { failures: 0, notBefore: now + (known.askedWaitMs ?? 0) })
    else if (known?.scope === 'final') {
      this.#queue.delete(id)
      this.#options.gaveUp?.(id, known.message)
    } else if (known?.scope === 'service') {
      if (!this.#outage) this.#options.serviceFailed?.(known.message)
      this.#outage = outageAfter(this.#outage, known, now)
      if (known.over) this.#queue.delete(id)
      else this.#queue.set(id, this.#queue.get(id) ?? newEntry)
    } else {
      const failures = (this.#queue.get(id)?.failures ?? 0) + 1
      const notBefore = now + waitAfter(failures, longestPersonWaitMs)
      this.#queue.set(id, { failures, notBefore })
    }
  }

  /** Starts the work that may start now, and sets a timer for the next. */
  #plan(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#stop.signal.aborted) return
    this.#options.changed?.()
    if (!this.#isOn) {
      this.#queue.clear()
      this.#again.clear()
      return
    }
    const now = performance.now()
    const opens = this.#outage?.nextTry ?? 0
    // While the service fails, only one attempt runs at a time.
    const places = (this.#outage ? 1 : maxRunning) - this.#running.size
    let wake = Number.POSITIVE_INFINITY
    let started = 0
    for (const [id, { notBefore }] of this.#queue) {
      if (this.#running.has(id)) continue
      const at = Math.max(opens, notBefore)
      if (at > now) wake = Math.min(wake, at)
      else if (started < places) {
        started += 1
        void this.#run(id)
      } else break
    }
    if (wake < Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#plan(), Math.max(10, wake - now)).unref()
  }
}

/** The state of a service that failed once more. */
function outageAfter(
  before: Outage | null,
  { message, slow, askedWaitMs }: AttemptError,
  now: number,
): Outage {
  // Attempts that ran at the same time count as one failure.
  const isSame = before !== null && now < before.nextTry
  const failures = (before?.failures ?? 0) + (isSame ? 0 : 1)
  return {
    failures,
    since: before?.since ?? Date.now(),
    nextTry: now + Math.max(waitAfter(failures, longestServiceWaitMs), askedWaitMs ?? 0),
    message,
    hopeless: slow || askedWaitMs !== null,
  }
}

function waitAfter(failures: number, longest: number) {
  return Math.min(longest, firstWaitMs * 2 ** Math.min(30, failures - 1))
}
