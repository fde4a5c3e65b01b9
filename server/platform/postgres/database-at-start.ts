import { setTimeout as wait } from 'node:timers/promises'
import { type Database, DatabaseUnavailable } from './database.ts'

/** Interval of the attempts to reach the database, in milliseconds. */
const againMs = 1_000

/** The database has not been there since the start. */
export class DatabaseAbsent extends DatabaseUnavailable {
  override name = 'DatabaseAbsent'
}

/**
 * Stands in for a database that can't be reached at the start: every call rejects, as in an outage.
 */
export function absentDatabase(reason: unknown): Database {
  const rejects = async () => {
    throw new DatabaseAbsent(reason)
  }
  return {
    rows: rejects,
    first: rejects,
    run: rejects,
    transaction: rejects,
    turn: rejects,
    snapshot: rejects,
    load: rejects,
    listen: rejects,
    close: async () => {},
  }
}

/**
 * Opens a database that could not be reached at the start, again and again. `isAway` decides
 * whether an error is worth another attempt; any other ends the attempts, and `failed` gets it.
 * `opened` may reject too; the database is closed then. Returns what ends the attempts.
 */
export function awaitDatabase(options: {
  open: () => Promise<Database | null>
  opened: (database: Database) => Promise<void>
  isAway: (error: unknown) => boolean
  failed: (error: unknown) => void
  pause?: () => Promise<unknown>
}): { stop(): Promise<void> } {
  const { open, opened, isAway, failed } = options
  const stopping = new AbortController()
  const { pause = () => wait(againMs, undefined, { signal: stopping.signal, ref: false }) } =
    options
  async function attempts() {
    for (;;) {
      await pause().catch(() => undefined)
      if (stopping.signal.aborted) return
      let database: Database | null = null
      try {
        database = await open()
        if (database) return await opened(database)
      } catch (error) {
        await database?.close()
        if (!isAway(error)) throw error
      }
    }
  }
  const running = attempts().catch((error: unknown) => {
    if (!stopping.signal.aborted) failed(error)
  })
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
