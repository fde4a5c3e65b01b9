import { exclusively } from '../browser-locks.ts'

/** What this tab is sending, by the keys of entries. An entry is sent by one tab at a time. */
export function createFlights(userId: number) {
  const flights = new Map<string, Promise<unknown>>()
  const lockOf = (key: string) => `session-notes-sending-${userId}-${key}`
  return {
    /** Resolves when this tab has sent the entry; undefined when it is not sending it. */
    of: (key: string) => flights.get(key),
    /**
     * Runs `work` as the only one, in all tabs, that sends this entry; null when it is being sent.
     */
    async alone<Value>(key: string, work: () => Promise<Value>): Promise<Value | null> {
      if (flights.has(key)) return null
      const flight = exclusively([lockOf(key)], work)
      flights.set(
        key,
        flight.catch(() => undefined),
      )
      try {
        return await flight
      } finally {
        flights.delete(key)
      }
    },
    /**
     * Runs `work` while no tab sends one of these entries; null without running it when one does.
     */
    between<Value>(keys: ReadonlyArray<string>, work: () => Promise<Value>): Promise<Value | null> {
      return keys.some((key) => flights.has(key))
        ? Promise.resolve(null)
        : exclusively(keys.map(lockOf), work)
    },
  }
}
