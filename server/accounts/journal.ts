import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder, UnreadableFile } from './durable-file.ts'
import { journalLine, readJournal } from './journal-file.ts'

/** How much goes to the disk at once at most. */
const batchEntries = 2000

/** A list of entries on the disk that only ever grows, in files of one generation each. */
export interface Journal {
  /** Resolves when the entries are on the disk. All who ask meanwhile share one write. When the disk refuses it rejects, and the entries go with the next ones. */
  append(entries: ReadonlyArray<unknown>): Promise<void>
  /** Bytes of the present generation. */
  bytes(): number
  /** Whether everything that was appended is on the disk. */
  settled(): boolean
  /** What is appended from now on goes to a new generation, whose number it answers; all before is on the disk then. */
  rotate(): Promise<number>
  /** Removes the generations before this one. */
  dropBefore(generation: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the journal `NAME.N.journal` of a folder from the generation `first` on and hands every entry to `replay`. Throws UnreadableFile when one is
 * damaged or missing in between; a last line that was not finished is cut off.
 */
export async function openJournal(options: {
  folder: string
  name: string
  first: number
  replay: (entry: unknown) => void
}): Promise<Journal> {
  const { folder, name, first, replay } = options
  const fileOf = (generation: number) => path.join(folder, `${name}.${generation}.journal`)
  let generation = first
  let length = 0
  for (const found of await generations()) {
    if (found < first) continue
    if (found > generation + (length > 0 ? 1 : 0))
      throw new UnreadableFile(`${fileOf(found - 1)} is missing; restore it from a backup.`)
    const bytes = await readFile(fileOf(found))
    const read = readJournal(bytes)
    if (!read) throw new UnreadableFile(`${fileOf(found)} is damaged; restore it from a backup.`)
    for (const entry of read.entries) replay(entry)
    generation = found
    length = read.length
    if (length < bytes.length) await cut(fileOf(found), length)
  }
  let handle: FileHandle | null = null
  let pending: Array<unknown> = []
  /** The file may hold more than it should: a write to it failed. */
  let torn = false
  let next: Promise<void> | null = null
  let lastTurn: Promise<unknown> = Promise.resolve()

  async function generations(): Promise<Array<number>> {
    const pattern = new RegExp(`^${name}\\.([1-9]\\d*)\\.journal$`)
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names
      .flatMap((file) => pattern.exec(file)?.[1] ?? [])
      .map(Number)
      .sort((one, other) => one - other)
  }

  async function opened(): Promise<FileHandle> {
    if (handle) return handle
    const made = await open(fileOf(generation), length === 0 ? 'w' : 'r+', 0o600)
    await syncFolder(folder)
    handle = made
    return made
  }

  async function write(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.slice(0, batchEntries)
      const bytes = journalLine(batch)
      const file = await opened()
      if (torn) await file.truncate(length)
      torn = true
      for (let at = 0; at < bytes.length; )
        at += (await file.write(bytes, at, bytes.length - at, length + at)).bytesWritten
      await file.datasync()
      torn = false
      length += bytes.length
      pending = pending.slice(batch.length)
    }
  }

  /** One after the other, whatever becomes of the one before. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = lastTurn.then(work, work)
    lastTurn = result.catch(() => undefined)
    return result
  }

  /** All who ask while a write runs share the next one. */
  function flush(): Promise<void> {
    next ??= inTurn(() => {
      next = null
      return write()
    })
    return next
  }

  async function turn(): Promise<number> {
    if (length === 0) return generation
    if (torn) await (await opened()).truncate(length)
    await handle?.close()
    handle = null
    torn = false
    generation += 1
    length = 0
    return generation
  }

  return {
    append(entries) {
      for (const entry of entries) pending.push(entry)
      return flush()
    },
    bytes: () => length,
    settled: () => pending.length === 0,
    async rotate() {
      await flush()
      return inTurn(turn)
    },
    async dropBefore(limit) {
      for (const found of await generations()) if (found < limit) await rm(fileOf(found), { force: true })
      await syncFolder(folder)
    },
    async close() {
      await flush().catch(() => undefined)
      await inTurn(async () => {
        await handle?.close()
        handle = null
      })
    },
  }
}

async function cut(file: string, length: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.truncate(length)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
