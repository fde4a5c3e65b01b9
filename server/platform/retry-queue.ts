/** Milliseconds until work that failed is tried again; the distance doubles with each failure, up to the longest. */
const firstDelay = 500
const longestDelay = 60_000

/**
 * Runs `work` once at a time, after `after` has ended. After a rejection `failed` gets the error, and the work is tried again at growing distances; `run` and `close`
 * never reject.
 */
export function createRetryQueue(
  work: () => Promise<void>,
  { after, failed }: { after: Promise<void>; failed(error: unknown): void },
) {
  let queue = after.catch(() => undefined)
  let retry: NodeJS.Timeout | null = null
  let delay = firstDelay
  let isFailing = false
  let closed = false

  function run(): Promise<void> {
    queue = queue.then(work).then(
      () => {
        isFailing = false
        delay = firstDelay
      },
      (error) => {
        isFailing = true
        failed(error)
        if (closed) return
        if (retry) clearTimeout(retry)
        retry = setTimeout(run, delay).unref()
        delay = Math.min(2 * delay, longestDelay)
      },
    )
    return queue
  }

  return {
    /** Puts the work into the queue; resolves when it was done, or has failed. */
    run,
    /** Whether the last try failed. */
    isFailing: () => isFailing,
    /** Ends further tries; resolves when the work in progress has ended. */
    close(): Promise<void> {
      closed = true
      if (retry) clearTimeout(retry)
      return queue
    },
  }
}
