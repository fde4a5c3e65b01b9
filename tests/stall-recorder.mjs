// Loaded into a server under test by NODE_OPTIONS: records every time that its main thread was
// blocked. It counts processor time where the system provides it, so that a busy machine does not
// count as a block.
import { appendFileSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const shortest = 100

/** Milliseconds; wall-clock time where the system does not provide processor time per thread. */
function used() {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6
  } catch {
    return performance.now()
  }
}

const file = process.env.STALLS_FILE

if (isMainThread && file) {
  // The server's child processes, as that of an import, inherit the environment, but answer no
  // requests.
  delete process.env.STALLS_FILE
  let before = used()
  setInterval(() => {
    const now = used()
    if (now - before > shortest)
      appendFileSync(
        file,
        `${JSON.stringify({ at: Date.now(), milliseconds: Math.round(now - before) })}\n`,
      )
    before = now
  }, 5).unref()
}
