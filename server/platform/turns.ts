import { setImmediate } from 'node:timers/promises'

/** Milliseconds that long work may compute before other requests have their turn. */
const sliceMs = 10

/** Cuts long work on the main thread into slices: call `take` wherever `isDue` says so, at each step. */
export function createTurns() {
  let end = performance.now() + sliceMs
  return {
    isDue: () => performance.now() > end,
    /** Resolves when the requests that came meanwhile had their turn. */
    async take(): Promise<void> {
      await setImmediate()
      end = performance.now() + sliceMs
    },
  }
}
