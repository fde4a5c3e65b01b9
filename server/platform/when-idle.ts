/** So often, in milliseconds, the process is looked at. */
const lookMs = 50
/** It is busy when more than this part of the time since the last look was spent on work. */
const busyShare = 0.25
/** It is idle when it was not busy for so many milliseconds: whoever saves or reads is not held up by what could wait. */
const restMs = 500

/** Calls `work` again and again while the process has nothing to do. Keeps no process alive. */
export function whenIdle(work: () => void): void {
  let before = performance.eventLoopUtilization()
  let busyAt = performance.now()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization > busyShare) busyAt = performance.now()
    before = now
    if (performance.now() - busyAt >= restMs) work()
  }, lookMs).unref()
}
