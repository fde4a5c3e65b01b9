import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** A log of warnings, such as that of a command. */
export interface WarningLog {
  warn(details: object, message: string): void
}

export interface NoticeLog extends WarningLog {
  info(details: object, message: string): void
}

/** Properties of database errors that quote rows, which may contain personal data. */
const quoting = ['detail', 'where', 'internalQuery'].map((name) => `err.${name}`)

/**
 * Writes one JSON line per event, to standard error when there is no `destination`. Callers never
 * log personal data.
 */
export function createLog(
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  const redact = { paths: quoting, remove: true }
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, redact }, destination)
}
