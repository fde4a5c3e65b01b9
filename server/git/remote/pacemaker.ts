/** After a change this long nothing more must come before a round begins, in milliseconds; but at most `longestWait` after the first one. */
const quiet = 400
const longestWait = 4000

/** After a failure the next try comes sooner than the timer, then ever later. */
const firstRetry = 5
const longestRetry = 300

/** Decides when the next round begins. */
export function createPacemaker(options: { seconds: number; now: () => Date; beat: () => void }) {
  const { seconds, now, beat } = options
  let timer: NodeJS.Timeout | null = null
  let dueAt: number | null = null
  let firstChange: number | null = null
  let isStopped = false

  const set = (delay: number): void => {
    if (timer !== null) clearTimeout(timer)
    if (isStopped) return
    dueAt = now().getTime() + delay
    timer = setTimeout(() => {
      timer = null
      dueAt = null
      firstChange = null
      beat()
    }, delay).unref()
  }
  const clear = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    dueAt = null
    firstChange = null
  }

  return {
    /** A round has ended; `failures` are those in a row. */
    next(failures: number): void {
      const retry = Math.min(firstRetry, seconds) * 2 ** Math.min(failures - 1, 10)
      set(1000 * (failures === 0 ? seconds : Math.min(retry, Math.max(longestRetry, seconds))))
    },
    /** Something was committed here. */
    soon(): void {
      firstChange ??= performance.now()
      const left = Math.max(0, firstChange + longestWait - performance.now())
      set(Math.min(quiet, left))
    },
    /** A round has begun. */
    pause: clear,
    /** When the next round begins. */
    due: (): string | null => (dueAt === null ? null : new Date(dueAt).toISOString()),
    stop(): void {
      isStopped = true
      clear()
    },
  }
}
