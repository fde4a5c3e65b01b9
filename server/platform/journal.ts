import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { UnreadableFile } from './errors.ts'
import { type CommitMark, journalDigest, journalLine, markText, readMark } from './journal-file.ts'
import { type FoundJournal, journalFiles, readGenerations } from './journal-reading.ts'
import { openFolder } from './open-folder.ts'
import { asStorageError } from './storage-error.ts'
import { ignoreMissing, syncFolder, writeWholeFile } from './whole-file.ts'

/** Limit of entries per write. Entries of one `append` are never split. */
const batchEntries = 2000

/** An append-only list of entries on the disk, in one file per generation. */
export interface Journal {
  /**
   * Resolves after fsync. Calls that arrive during a write share the next write. When a write
   * fails, its calls and all waiting ones reject with StorageError, and none of their entries is
   * stored.
   */
  append(entries: ReadonlyArray<unknown>): Promise<void>
  /** Size of the present generation in bytes. */
  bytes(): number
  /** Whether all appended entries are on the disk. */
  flushed(): boolean
  /** Starts a new generation when all earlier entries are on the disk. Resolves with its number. */
  rotate(): Promise<number>
  /**
   * Removes the generations before this one; with `pieces` also the files with lines that were cut
   * off.
   */
  dropBefore(generation: number, options?: { pieces: boolean }): Promise<void>
  /** Starts to record the confirmed length in the commit mark. */
  mark(): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  entries: ReadonlyArray<unknown>
  resolve(): void
  reject(error: unknown): void
}

/**
 * Opens the journal `NAME.N.journal` of a folder from the generation `first` on and passes every
 * entry to `replay`. Throws UnreadableFile when a generation is damaged or missing. `isKnown`: the
 * generation `first` existed before. `noticed` gets a message for the log when an unfinished last
 * line was moved away.
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
  const place = openFolder(folder)
  const mark = createCommitMark(folder, name)
  let opened: FileHandle | null = null
  let found: FoundJournal
  try {
    const known = await mark.read()
    if (known && known.generation < first && isKnown)
      throw new UnreadableFile(
        `${mark.file} is older than the files beside it; restore all of them from one backup.`,
      )
    const usable = known && known.generation >= first ? known : null
    found = await readGenerations(files, { first, isKnown, mark: usable })
    for (const entry of found.entries) replay(entry)
    if (found.cut > 0)
      noticed(
        `an unfinished line of ${found.cut} bytes was moved from ${files.of(found.generation)} to a file beside it`,
      )
    if (isKnown && !known)
      noticed(`${mark.file} is missing; ${files.of(found.generation)} is read without it`)
    opened = await open(files.of(found.generation), found.isThere ? 'r+' : 'wx', 0o600)
    if (!found.isThere) await syncFolder(folder)
    const { generation, length, digest } = found
    if (usable || isKnown)
      await mark.open({ generation, length, digest: digest.copy().digest('hex') }, known)
  } catch (error) {
    await opened?.close()
    await mark.close()
    place.release()
    throw error
  }
  let handle: FileHandle = opened
  let { generation, length, digest } = found
  const present = () => ({ generation, length, digest: digest.copy().digest('hex') })

  const queue: Array<Waiting> = []
  /** A write failed, so the file may end with bytes that must be removed. */
  let torn = false
  let isBusy = false
  let isClosed = false
  let isPlanned = false
  const inTurn = pLimit(1)

  /** Whether the open file is still the one at its path, which the next start reads. */
  async function isInPlace(): Promise<boolean> {
    const [mine, there] = await Promise.all([
      handle.stat(),
      stat(files.of(generation)).catch(() => null),
    ])
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
    if (!(await isInPlace()))
      throw new Error(`${files.of(generation)} was removed or replaced while the server runs.`)
    const after = digest.copy().update(bytes)
    await mark.move({
      generation,
      length: length + bytes.length,
      digest: after.copy().digest('hex'),
    })
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
        // Removes the rejected entries, so that the next start does not read them.
        await clean().catch(() => undefined)
        const refused = asStorageError(error)
        for (const one of [...batch, ...queue.splice(0)]) one.reject(refused)
      }
    }
    isBusy = false
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
      await mark.move({
        generation: generation + 1,
        length: 0,
        digest: journalDigest().digest('hex'),
      })
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
    flushed: () => queue.length === 0 && !isBusy,
    async rotate() {
      await append([])
      return inTurn(turn).catch((error) => {
        throw asStorageError(error)
      })
    },
    async dropBefore(limit, { pieces } = { pieces: false }) {
      for (const one of await files.generations())
        if (one < limit) await rm(files.of(one), { force: true })
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

/**
 * The file `NAME-committed` beside a journal: the length of the journal after the last confirmed
 * write. Each write overwrites it in place without fsync: after a power failure it may name an
 * earlier length, never a later one than the journal has.
 */
function createCommitMark(folder: string, name: string) {
  const file = path.join(folder, `${name}-committed`)
  let handle: FileHandle | null = null

  return {
    file,
    /** The stored mark, or null without a file. Throws UnreadableFile for a damaged file. */
    async read(): Promise<CommitMark | null> {
      const bytes = await readFile(file).catch(ignoreMissing)
      if (bytes === null) return null
      const mark = readMark(bytes)
      if (mark) return mark
      throw new UnreadableFile(
        `${file} is damaged; restore it from a backup, or delete it to use the journal beside it without this check.`,
      )
    },
    /**
     * Opens the file for `move`, and writes `mark` unless `found`, its current content, is equal.
     */
    async open(mark: CommitMark, found: CommitMark | null): Promise<void> {
      const text = markText(mark)
      if (!found || !markText(found).equals(text))
        await writeWholeFile(file, text, { stored: 'safely' })
      await handle?.close()
      handle = await open(file, 'r+')
    },
    isOpen: () => handle !== null,
    /** Overwrites the mark; does nothing before `open`. */
    async move(mark: CommitMark): Promise<void> {
      const bytes = markText(mark)
      await handle?.write(bytes, 0, bytes.length, 0)
    },
    async close(): Promise<void> {
      const closing = handle
      handle = null
      await closing?.datasync().catch(() => undefined)
      await closing?.close()
    },
  }
}
