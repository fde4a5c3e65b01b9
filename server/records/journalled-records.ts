import { existsSync } from 'node:fs'
import path from 'node:path'
import { Low } from 'lowdb'
import pLimit from 'p-limit'
import { DurableFile } from '../platform/durable-file.ts'
import { UnreadableFile } from '../platform/errors.ts'
import { type Journal, openJournal } from '../platform/journal.ts'
import { openFolder } from '../platform/open-folder.ts'
import { asStorageError } from '../platform/storage-error.ts'
import { createBatches, memoryRecords } from './memory-records.ts'
import type { Change, Item } from './memory-table.ts'
import { type ChangeTables, Tables } from './memory-tables.ts'
import type { Records, RecordsSpec } from './records.ts'

/**
 * The file is written anew when the journal exceeds the larger of this and the size of the file, so
 * that the cost per change stays constant.
 */
const smallestJournalBytes = 1024 * 1024
/** Approximate size of one record in the file. */
const bytesOfOne = 400
/** Delay before a failed rewrite is tried again. */
const againMs = 60_000

/** Callbacks about background work. */
export interface JournalReports {
  /** A rewrite of the file failed; it is tried again. */
  failed(error: unknown): void
  /** A message about the files for the log. */
  noticed(message: string): void
}

/** How collections stand in `NAME.json` and `NAME.N.journal` of a folder. */
export interface JournalledFiles<File extends { generation: number }> {
  folder: string
  name: string
  empty: File
  /** Throws when the content is not that of the file. */
  parse(value: unknown): File
  /** Serialises the file in pieces. */
  text(file: File): Iterable<string>
  /** The lists in a file, by the names of the collections, with the next id. */
  lists(file: File): Item
  file(lists: Item, generation: number): File
  entry(change: Change): unknown
  /** The changes of an entry of the journal. Null for an unknown one. */
  changes(entry: unknown): ReadonlyArray<Change> | null
  /** Whether the file was written by this version or one since. */
  isCurrent(file: File): boolean
  /** Rejects when the file must not be used. `isUsed`: it has records. */
  admit(file: File, isUsed: boolean): Promise<void>
}

/** Records whose files can be merged. */
export type JournalledRecords<Spec extends RecordsSpec> = Records<Spec> & {
  /** Writes all records to the file and starts a new generation of the journal. */
  compact(): Promise<void>
}

/**
 * Opens collections whose changes are lines of a journal, and are merged into a file now and then
 * (docs/decisions/018-subscribers-in-a-journal.md). Throws UnreadableFile when either is damaged or
 * missing.
 */
export async function openJournalledRecords<
  Spec extends RecordsSpec,
  File extends { generation: number },
>(
  spec: Spec,
  files: JournalledFiles<File>,
  { failed, noticed }: JournalReports,
): Promise<JournalledRecords<Spec>> {
  const tables = new Tables(spec)
  const opened = await read(files, tables, noticed)
  const { database, journal } = opened
  const { generation } = database.data
  const inTurn = pLimit(1)
  const rewriting = createRewriting({ ...opened, files, tables, inTurn, failed })
  const { compact, erase } = rewriting
  const records = memoryRecords(spec, tables, {
    inTurn,
    async store({ changes }) {
      // In case the journal was removed, the file gets what is in memory.
      await journal.append(changes.map(files.entry)).catch((error: unknown) => {
        rewriting.compactSoon()
        throw error
      })
      rewriting.stored(changes)
    },
    erase,
    isUsed: () => tables.size() > 0,
    async close() {
      await inTurn(async () => {})
      await rewriting.close()
      await journal.close()
    },
  })
  if (!files.isCurrent(database.data))
    await compact()
      .then(() => journal.mark())
      .catch(failed)
  // An earlier process did not rewrite the file after a removal.
  else if (opened.hasRemoved) rewriting.compactSoon()
  else void journal.dropBefore(generation).catch(failed)
  return Object.assign(records, { compact })
}

/** Writes the file anew: in the background, and before an erasure ends. */
function createRewriting<File extends { generation: number }>({
  files,
  tables,
  database,
  journal,
  hasRemoved,
  inTurn,
  failed,
}: Awaited<ReturnType<typeof read<File>>> & {
  files: JournalledFiles<File>
  tables: Tables
  /** Runs work while no change is made. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  failed: (error: unknown) => void
}) {
  const place = openFolder(files.folder)
  const rewrites = pLimit(1)
  const erasures = createBatches(tables)
  let fileBytes = tables.size() * bytesOfOne
  /** The file is to be written, because it may contain what was removed since, or is behind. */
  let isDue = hasRemoved
  let notBefore = 0

  /** Makes the waiting erasures while no other change is made. */
  async function begin() {
    const batch = await erasures.run()
    if (!isDue && batch.changes.length === 0) return { batch, file: null, takeBack: () => {} }
    try {
      const generation = await journal.rotate()
      const takeBack = tables.adopt(batch.draft)
      isDue = false
      fileBytes = tables.size() * bytesOfOne
      return { batch, file: files.file(tables.lists(), generation), takeBack }
    } catch (error) {
      putOff()
      batch.reject(error)
      throw error
    }
  }

  /** The file could not be written: it is tried again, but not at once. */
  function putOff(): void {
    notBefore = performance.now() + againMs
    isDue = true
  }

  async function rewrite(): Promise<void> {
    const isErasure = !erasures.isEmpty()
    const { batch, file, takeBack } = await inTurn(begin)
    try {
      if (file) {
        await place.check()
        database.data = file
        await database.write()
        await journal.dropBefore(file.generation, { pieces: isErasure })
      }
      batch.resolve()
    } catch (error) {
      putOff()
      takeBack()
      batch.reject(asStorageError(error))
      throw error
    }
  }

  /** Writes all records to the file and starts a new generation of the journal. */
  function compact(): Promise<void> {
    isDue = true
    return rewrites(rewrite)
  }

  /** Does so in the background, unless that failed a moment ago. */
  function compactSoon(): void {
    if (rewrites.activeCount + rewrites.pendingCount === 0 && performance.now() >= notBefore)
      void compact().catch(failed)
  }

  const erase: ChangeTables = (work) => {
    const erased = erasures.add(work)
    // It reports its errors to the erasures.
    void rewrites(rewrite).catch(() => undefined)
    return erased
  }

  return {
    compact,
    compactSoon,
    erase,
    /** Changes were stored in the journal. */
    stored(changes: ReadonlyArray<Change>): void {
      isDue ||= changes.some(({ item }) => item === null)
      isDue ||= journal.bytes() > Math.max(smallestJournalBytes, fileBytes)
      if (isDue) compactSoon()
    },
    async close(): Promise<void> {
      await rewrites(async () => {})
      place.release()
    },
  }
}

/** Fills the tables with the file and what its journal has changed since. */
async function read<File extends { generation: number }>(
  files: JournalledFiles<File>,
  tables: Tables,
  noticed: (message: string) => void,
) {
  const { folder, name, empty } = files
  const file = path.join(folder, `${name}.json`)
  const database = new Low<File>(new DurableFile(file, files.parse, files.text), empty)
  await database.read()
  const isThere = database.data !== empty
  // The mark exists only after the file was written once.
  if (!isThere && existsSync(path.join(folder, `${name}-committed`)))
    throw new UnreadableFile(`${file} is missing; restore it from a backup.`)
  tables.fill(files.lists(database.data))
  let hasRemoved = false

  function replay(entry: unknown): void {
    const changes = files.changes(entry)
    // Without the cause, which may quote the entry.
    if (!changes)
      throw new UnreadableFile(
        `A journal of ${file} contains an unknown entry; restore it from a backup.`,
      )
    tables.apply(changes)
    hasRemoved ||= changes.some(({ item }) => item === null)
  }

  let journal: Journal | null = null
  try {
    journal = await openJournal({
      folder,
      name,
      first: database.data.generation,
      isKnown: files.isCurrent(database.data),
      replay,
      noticed,
    })
    await files.admit(database.data, tables.size() > 0)
    return { database, journal, hasRemoved }
  } catch (error) {
    await journal?.close()
    throw error
  }
}
