import { appendFileSync } from 'node:fs'

/** What a run starts that costs more than the test itself. */
export type Started = 'server' | 'browser' | 'command'

/**
 * Counts a start for the last lines of `npm test`, which names the file; without it nothing is
 * counted.
 */
export function countStart(what: Started): void {
  const file = process.env.TEST_STARTS
  if (file) appendFileSync(file, `${what}\n`)
}
