/**
 * A round begins this many milliseconds after the last change, but at most `longestWait` after the
 * first one.
 */
const quiet = 400
const longestWait = 4000

/**
 * After a failure, the delays begin with this one, in seconds, and double until they reach the
 * interval.
 */
const firstRetry = 5
const longestRetry = 300

/** Schedules the rounds: calls `beat` when one is due. */
export function createSyncSchedule(options: {
  seconds: number
  now: () => Date
  beat: () => void
}) {
  const { seconds, now, beat } = options
  let timer: NodeJS.Timeout | undefined
  let dueAt: number | null = null
  let firstChange: number | null = null

  const set = (delay: number) => {
    clearTimeout(timer)
    dueAt = now().getTime() + delay
    timer = setTimeout(() => {
      stop()
      beat()
    }, delay).unref()
  }
  const stop = (): void => {
    clearTimeout(timer)
    dueAt = null
    firstChange = null
  }

  return {
    /** A round has ended; `failures` is the number of consecutive failures. */
    next(failures: number): void {
      const retry = Math.min(firstRetry, seconds) * 2 ** Math.min(failures - 1, 10)
      set(1000 * (failures === 0 ? seconds : Math.min(retry, Math.max(longestRetry, seconds))))
    },
    /** A commit was made here. */
    soon(): void {
      firstChange ??= performance.now()
      const left = Math.max(0, firstChange + longestWait - performance.now())
      set(Math.min(quiet, left))
    },
    /** When the next round begins. */
    due: (): string | null => (dueAt === null ? null : new Date(dueAt).toISOString()),
    /** A round has begun, or none is wanted any more. */
    stop,
  }
}
