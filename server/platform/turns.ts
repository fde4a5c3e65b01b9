import { setImmediate } from 'node:timers/promises'

/**
 * Splits long work on the main thread into slices of `sliceMs` milliseconds: at each step, await `take` when `isDue`
 * returns true.
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
