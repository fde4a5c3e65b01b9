import { RefusedError } from './errors.ts'

/** A job was rejected because the queue is full; a retry may succeed. */
export class QueueFull extends RefusedError {
  override name = 'QueueFull'
  readonly kind = 'busy'
}

export interface LimiterOptions {
  /** How many jobs run at once. */
  running: number
  /** How many jobs may wait; unlimited when left out. */
  waiting?: number
  /** How many of the waiting jobs may belong to one client. */
  waitingPerClient?: number
  /** Message of the QueueFull error. */
  full?: string
}

/** The origin of a job. */
export interface Asking {
  client?: string
  /** Aborted when nobody needs the result any more: a waiting job leaves the queue. */
  signal?: AbortSignal
}

interface Waiting {
  client: string
  begin(): void
}

/**
 * Creates a function that runs jobs in order, at most `running` at once. It rejects with QueueFull
 * when the queue is full, and with the signal's reason when the signal is aborted before the job
 * starts. Its method `waiting` returns the number of waiting jobs.
 */
export function createLimiter({
  running: most,
  waiting: mostWaiting,
  waitingPerClient,
  full,
}: LimiterOptions) {
  const waiting: Array<Waiting> = []
  let running = 0

  function turn(client: string, signal: AbortSignal | undefined): Promise<void> | null {
    if (running < most) {
      running += 1
      return null
    }
    const own = waiting.filter((other) => other.client === client).length
    if (waiting.length >= (mostWaiting ?? Infinity) || own >= (waitingPerClient ?? Infinity))
      throw new QueueFull(full ?? 'Too much work is waiting.')
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(place), 1)
        reject(signal?.reason)
      }
      const place = {
        client,
        begin() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      waiting.push(place)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  async function run<Result>(job: () => Promise<Result>, { client = '', signal }: Asking = {}) {
    await turn(client, signal)
    try {
      signal?.throwIfAborted()
      return await job()
    } finally {
      // The slot passes directly to the next job; a freed slot could be taken by a new caller
      // first.
      const next = waiting.shift()
      if (next) next.begin()
      else running -= 1
    }
  }

  return Object.assign(run, { waiting: () => waiting.length })
}
