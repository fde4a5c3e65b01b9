import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import pLimit from 'p-limit'
import { type ActionEntry, actionEntry } from '#domain/recorded-action.ts'
import { firstUse } from '../../platform/first-use.ts'
import { type Journal, openJournal } from '../../platform/journal.ts'
import { journalFiles } from '../../platform/journal-reading.ts'
import { type EntryQuery, keptMs, type RecordStore } from './record-store.ts'

/** The name of the journal. */
export const recordJournal = 'actions'
/**
 * Entries that are too old stay in the file for up to this time, so that it is seldom written anew.
 */
const surplusMs = 30 * 24 * 60 * 60 * 1000
/** Entries per write when the file is written anew. */
const portion = 1000

interface OpenRecord {
  journal: Journal
  /** By id. */
  entries: Array<ActionEntry>
  close(): Promise<void>
}

async function openRecord(folder: string, noticed: (message: string) => void): Promise<OpenRecord> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [first] = await journalFiles(folder, recordJournal).generations()
  // By id: a process that ended while the file was written anew leaves entries in two generations.
  const entries = new Map<number, ActionEntry>()
  const journal = await openJournal({
    folder,
    name: recordJournal,
    first: first ?? 1,
    isKnown: first !== undefined,
    noticed,
    replay(line) {
      const entry = actionEntry.parse(line)
      entries.set(entry.id, entry)
    },
  })
  await journal.mark()
  return {
    journal,
    entries: [...entries.values()].sort((one, other) => one.id - other.id),
    close: () => journal.close(),
  }
}

/** All actions in a folder, oldest first; none without the folder. */
export async function readEntries(folder: string): Promise<Array<ActionEntry>> {
  if (!existsSync(folder)) return []
  const { entries, close } = await openRecord(folder, () => {})
  await close()
  return entries
}

/** The actions on record in a journal of a folder, which is read at the first use. */
export function journalRecord(folder: string, noticed: (message: string) => void): RecordStore {
  const record = firstUse(() => openRecord(folder, noticed))
  const inTurn = pLimit(1)
  return {
    add: (entry) =>
      inTurn(async () => {
        const open = await record.get()
        await removeOld(open, Date.parse(entry.at))
        const stored = { id: (open.entries.at(-1)?.id ?? 0) + 1, ...entry }
        await open.journal.append([stored])
        open.entries.push(stored)
      }),
    async list(query, now) {
      const matching = (await record.get()).entries
        .filter((entry) => isMeant(entry, query, now))
        .reverse()
      const { before = Number.POSITIVE_INFINITY, limit } = query
      return {
        entries: matching.filter(({ id }) => id < before).slice(0, limit),
        total: matching.length,
        names: null,
      }
    },
    async close() {
      await inTurn(record.close)
    },
  }
}

/** Writes the entries that are kept into a new generation when the oldest one is much too old. */
async function removeOld(open: OpenRecord, now: number) {
  const [oldest] = open.entries
  if (!oldest || now - Date.parse(oldest.at) < keptMs + surplusMs) return
  const kept = open.entries.filter(({ at }) => now - Date.parse(at) < keptMs)
  const generation = await open.journal.rotate()
  for (let at = 0; at < kept.length; at += portion)
    await open.journal.append(kept.slice(at, at + portion))
  await open.journal.dropBefore(generation)
  open.entries = kept
}

function isMeant(entry: ActionEntry, { actions, outcome, person }: EntryQuery, now: Date): boolean {
  return (
    now.getTime() - Date.parse(entry.at) < keptMs &&
    actions.includes(entry.action) &&
    (outcome === undefined || (entry.outcome === 'done') === (outcome === 'done')) &&
    (person === undefined || entry.by === person || entry.whom === person)
  )
}
