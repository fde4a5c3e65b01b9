import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { createCommitMark } from './commit-mark.ts'
import { UnreadableFile } from './errors.ts'
import { holdFolder } from './held-folder.ts'
import { journalDigest, journalLine } from './journal-file.ts'
import { type FoundJournal, journalFiles, readGenerations } from './journal-reading.ts'
import { asStorageError } from './storage-error.ts'
import { syncFolder } from './whole-file.ts'

/** How much goes to the disk at once, at most; what is appended together stays together. */
const batchEntries = 2000

/** A list of entries on the disk that only ever grows, in files of one generation each. */
export interface Journal {
  /**
   * Resolves when the entries are on the disk. All who ask meanwhile share one write. When the disk refuses, it rejects with StorageError, and so do all who are
   * behind: what they appended is in no file.
   */
  append(entries: ReadonlyArray<unknown>): Promise<void>
  /** Bytes of the present generation. */
  bytes(): number
  /** Whether everything that was appended is on the disk. */
  settled(): boolean
  /** What is appended from now on goes to a new generation, whose number it answers; all before is on the disk then. */
  rotate(): Promise<number>
  /** Removes the generations before this one; with `pieces` also what was cut off from any of them. */
  dropBefore(generation: number, options?: { pieces: boolean }): Promise<void>
  /** From now on it is known how far the journal was written. */
  mark(): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  entries: ReadonlyArray<unknown>
  resolve(): void
  reject(error: unknown): void
}

/**
 * Opens the journal `NAME.N.journal` of a folder from the generation `first` on and hands every entry to `replay`. Throws UnreadableFile when one is damaged or
 * missing. `isKnown` says that the generation `first` has been there; `noticed` gets a message when an unfinished last line was moved to another file.
 */
export async function openJournal(options: {
  folder: string
  name: string
  first: number
  isKnown?: boolean
  replay: (entry: unknown) => void
  noticed?: (message: string) => void
}): Promise<Journal> {
  const { folder, name, first, isKnown = false, replay, noticed = () => {} } = options
  const files = journalFiles(folder, name)
  const place = holdFolder(folder)
  const mark = createCommitMark(folder, name)
  let handle: FileHandle
  let found: FoundJournal
  try {
    const known = await mark.read()
    if (known && known.generation < first && isKnown)
      throw new UnreadableFile(`${mark.file} is older than the files beside it; restore all of them from one backup.`)
    const usable = known && known.generation >= first ? known : null
    found = await readGenerations(files, { first, isKnown, mark: usable })
    for (const entry of found.entries) replay(entry)
    if (found.cut > 0)
      noticed(
        `an unfinished line of ${found.cut} bytes was cut off from ${files.of(found.generation)}, and is kept in a file beside it`,
      )
    if (isKnown && !known) noticed(`${mark.file} is missing; ${files.of(found.generation)} is taken as it is`)
    handle = await open(files.of(found.generation), found.isThere ? 'r+' : 'wx', 0o600)
    if (!found.isThere) await syncFolder(folder)
    const { generation, length, digest } = found
    if (usable || isKnown) await mark.open({ generation, length, digest: digest.copy().digest('hex') }, known)
  } catch (error) {
    await mark.close()
    place.release()
    throw error
  }
  let { generation, length, digest } = found
  const present = () => ({ generation, length, digest: digest.copy().digest('hex') })

  const queue: Array<Waiting> = []
  /** The file may hold more than it should: a write to it failed. */
  let torn = false
  let isBusy = false
  let isClosed = false
  let isPlanned = false
  let lastTurn: Promise<unknown> = Promise.resolve()

  /** Whether the next start will find what is written to the open file. */
  async function isInPlace(): Promise<boolean> {
    const [mine, there] = await Promise.all([handle.stat(), stat(files.of(generation)).catch(() => null)])
    return there !== null && there.ino === mine.ino && there.dev === mine.dev
  }

  async function clean(): Promise<void> {
    if (!torn) return
    await handle.truncate(length)
    await handle.datasync()
    torn = false
  }

  async function write(entries: ReadonlyArray<unknown>): Promise<void> {
    const bytes = journalLine(entries)
    await clean()
    torn = true
    for (let at = 0; at < bytes.length; )
      at += (await handle.write(bytes, at, bytes.length - at, length + at)).bytesWritten
    await handle.datasync()
    if (!(await isInPlace())) throw new Error(`${files.of(generation)} was removed or replaced while the server runs.`)
    const after = digest.copy().update(bytes)
    await mark.move({ generation, length: length + bytes.length, digest: after.copy().digest('hex') })
    torn = false
    length += bytes.length
    digest = after
  }

  async function drain(): Promise<void> {
    isPlanned = false
    isBusy = true
    while (queue.length > 0) {
      let count = 0
      const size = queue.findIndex(({ entries }) => {
        count += entries.length
        return count > batchEntries
      })
      const batch = queue.splice(0, size < 0 ? queue.length : Math.max(1, size))
      try {
        const entries = batch.flatMap((one) => one.entries)
        if (entries.length > 0) await write(entries)
        for (const one of batch) one.resolve()
      } catch (error) {
        // What was refused must not come back with the next start.
        await clean().catch(() => undefined)
        const refused = asStorageError(error)
        for (const one of [...batch, ...queue.splice(0)]) one.reject(refused)
      }
    }
    isBusy = false
  }

  /** One after the other, whatever becomes of the one before. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = lastTurn.then(work, work)
    lastTurn = result.catch(() => undefined)
    return result
  }

  function append(entries: ReadonlyArray<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(asStorageError(new Error('The journal is closed.')))
      queue.push({ entries, resolve, reject })
      if (!isPlanned) void inTurn(drain)
      isPlanned = true
    })
  }

  async function turn(): Promise<number> {
    await place.check()
    await clean()
    if (length === 0 && (await isInPlace())) return generation
    const next = await open(files.of(generation + 1), 'w', 0o600)
    try {
      await syncFolder(folder)
      await mark.move({ generation: generation + 1, length: 0, digest: journalDigest().digest('hex') })
    } catch (error) {
      await next.close()
      throw error
    }
    await handle.close()
    handle = next
    generation += 1
    length = 0
    digest = journalDigest()
    return generation
  }

  return {
    append,
    bytes: () => length,
    settled: () => queue.length === 0 && !isBusy,
    async rotate() {
      await append([])
      return inTurn(turn).catch((error) => {
        throw asStorageError(error)
      })
    },
    async dropBefore(limit, { pieces } = { pieces: false }) {
      for (const one of await files.generations()) if (one < limit) await rm(files.of(one), { force: true })
      if (pieces) for (const piece of await files.pieces()) await rm(piece, { force: true })
      await syncFolder(folder)
    },
    mark: () =>
      inTurn(async () => {
        if (!mark.isOpen()) await mark.open(present(), null)
      }),
    async close() {
      isClosed = true
      await inTurn(async () => {
        await mark.close()
        await handle.close()
        place.release()
      })
    },
  }
}
