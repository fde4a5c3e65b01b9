import { setImmediate } from 'node:timers/promises'

/** The slice of work that requests must not notice, in milliseconds. */
export const shortSlice = 4

/**
 * Splits long work on the main thread into slices of `sliceMs` milliseconds: at each step, await
 * `take` when `isDue` returns true.
 */
export function createTurns(sliceMs = 10) {
  let end = performance.now() + sliceMs
  return {
    isDue: () => performance.now() > end,
    /** Yields to the event loop, so that waiting requests run. */
    async take(): Promise<void> {
      await setImmediate()
      end = performance.now() + sliceMs
    },
  }
}

/**
 * Gives each caller a turn of the event loop that no other caller gets, so that several long
 * computations, which waited for the same event, don't run one after the other while requests wait.
 */
export function createOwnTurns(): { take(): Promise<void> } {
  let last: Promise<void> = Promise.resolve()
  return {
    take() {
      last = last.then(() => setImmediate())
      return last
    },
  }
}
