import { RefusedError } from './errors.ts'

/** Work that is not done, since too much of it waits: another try may help. */
export class QueueFull extends RefusedError {
  override name = 'QueueFull'
  readonly kind = 'busy'
}

export interface LimiterOptions {
  /** The number of jobs that run at once. */
  running: number
  /** The number of jobs that wait behind them; without a limit when it is left out. */
  waiting?: number
  /** How many of these one client may have, so that it leaves room for others. */
  waitingPerClient?: number
  /** The message of the QueueFull that a job is rejected with when it finds no room. */
  full?: string
}

/** Who asks for a job to be done. */
export interface Asking {
  client?: string
  /** Aborted when nobody waits for the job any more: it gives up its place, or is not begun. */
  signal?: AbortSignal
}

interface Waiting {
  client: string
  begin(): void
}

/**
 * Creates a function that runs jobs in order, at most `running` at once. A job that finds no room to wait is rejected at once with QueueFull; one whose
 * signal is aborted before it runs is rejected with the signal's reason.
 */
export function createLimiter({ running: most, waiting: mostWaiting, waitingPerClient, full }: LimiterOptions) {
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

  return async function run<Result>(job: () => Promise<Result>, { client = '', signal }: Asking = {}): Promise<Result> {
    await turn(client, signal)
    try {
      signal?.throwIfAborted()
      return await job()
    } finally {
      // The place is handed on: given up first, somebody new could take it before the one who waits.
      const next = waiting.shift()
      if (next) next.begin()
      else running -= 1
    }
  }
}
