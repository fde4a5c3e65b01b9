// Loaded into a server under test by NODE_OPTIONS: writes down each time for which its main thread computed without taking the next request. Processor
// time is counted where the system tells it, so that a busy machine is no stall.
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const shortest = 100

/** Milliseconds; by the clock where the system does not tell what one thread has used. */
function used() {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6
  } catch {
    return performance.now()
  }
}

if (isMainThread && process.env.STALLS_FILE) {
  let before = used()
  setInterval(() => {
    const now = used()
    if (now - before > shortest)
      appendFileSync(
        process.env.STALLS_FILE,
        `${JSON.stringify({ at: Date.now(), milliseconds: Math.round(now - before) })}\n`,
      )
    before = now
  }, 5).unref()
}
