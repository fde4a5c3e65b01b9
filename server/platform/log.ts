import { type Logger, pino } from 'pino'

export type Log = Logger

/** One JSON line per event on standard error; nothing personal is ever logged. */
export function createLog(): Log {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }))
}
