/** Interval of the measurements in milliseconds. */
const lookMs = 50
/** The process is busy when it spent more than this share of the interval on work. */
const busyShare = 0.25
/**
 * The process is idle after this many milliseconds without being busy. Requests then do not wait
 * for background work.
 */
const restMs = 500

/**
 * Calls `work` repeatedly while the process is idle. The timer does not keep the process alive.
 * Returns a function that stops it.
 */
export function whenIdle(work: () => void): () => void {
  let before = performance.eventLoopUtilization()
  let busyAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization > busyShare)
      busyAt = performance.now()
    before = now
    if (performance.now() - busyAt >= restMs) work()
  }, lookMs).unref()
  return () => clearInterval(timer)
}
