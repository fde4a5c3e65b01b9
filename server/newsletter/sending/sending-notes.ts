import { apply, type Entry, type SendingRecord } from './sending-record.ts'
import type { SendingJournal } from './sending-store.ts'

/** Writes the entries of a sending to its journal, and applies them to its record. */
export function createSendingNotes(record: SendingRecord, journal: SendingJournal) {
  /** Entries about past events that could not be written yet. */
  const unwritten: Array<Entry> = []
  /** Recipients that this process has claimed and whose result is not stored yet. */
  const claimed = new Set<number>()

  /** Writes entries, after those whose write failed before. */
  async function write(...entries: ReadonlyArray<Entry>) {
    const waited = unwritten.splice(0)
    const all = [...waited, ...entries]
    if (all.length === 0) return
    try {
      await journal.append(all)
      for (const entry of all) if ('id' in entry) claimed.delete(entry.id)
    } catch (error) {
      unwritten.unshift(...waited)
      throw error
    }
  }

  return {
    claimed,
    write,

    /** Queues entries, to be written with the next ones. */
    later(...entries: ReadonlyArray<Entry>): void {
      unwritten.push(...entries)
    },

    /** Records past events; when the write fails, they are written with the next entries. */
    async note(...entries: ReadonlyArray<Entry>): Promise<void> {
      try {
        await write(...entries)
      } catch (error) {
        unwritten.push(...entries)
        throw error
      } finally {
        for (const entry of entries) apply(record, entry)
      }
    },

    /**
     * Records a decision and applies it after the write. Rejects, and applies nothing, when the
     * write fails.
     */
    async decide(...entries: ReadonlyArray<Entry>): Promise<void> {
      await write(...entries)
      for (const entry of entries) apply(record, entry)
    },
  }
}
