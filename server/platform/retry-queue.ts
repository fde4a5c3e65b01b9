/** Delay in milliseconds before the first retry. Each failure doubles it, up to `longestDelay`. */
const firstDelay = 500
const longestDelay = 60_000

/**
 * Creates a queue that runs `work` one at a time, starting when `after` is fulfilled or rejected.
 * After a rejection it calls `failed` with the error and runs `work` again with growing delays.
 * `run` and `close` never reject.
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

  function run() {
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
    /** Requests a run; resolves when it succeeded or failed. */
    run,
    /** Whether the last run failed. */
    isFailing: () => isFailing,
    /** Stops the retries; resolves when the running one has ended. */
    close(): Promise<void> {
      closed = true
      if (retry) clearTimeout(retry)
      return queue
    },
  }
}
