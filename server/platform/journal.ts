import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import pLimit from 'p-limit'
import { createCommitMark } from './commit-mark.ts'
import { UnreadableFile } from './errors.ts'
import { type CommitMark, journalDigest, journalLine } from './journal-file.ts'
import { type FoundJournal, journalFiles, readGenerations } from './journal-reading.ts'
import { openFolder } from './open-folder.ts'
import { asStorageError } from './storage-error.ts'
import { syncFolder } from './whole-file.ts'

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

interface JournalOptions {
  folder: string
  name: string
  first: number
  isKnown?: boolean
  replay: (entry: unknown) => void
  noticed?: (message: string) => void
}

/** The bytes of the last generation that are confirmed. */
type End = Pick<FoundJournal, 'generation' | 'length' | 'digest'>

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
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const place = openFolder(options.folder)
  const mark = createCommitMark(options.folder, options.name)
  try {
    const { handle, end } = await readAll(options, mark)
    return new DiskJournal(options, { place, mark, handle, end })
  } catch (error) {
    await mark.close()
    place.release()
    throw error
  }
}

/** Reads a journal, and opens its last generation and its mark. */
async function readAll(
  { folder, name, first, isKnown = false, replay, noticed = () => {} }: JournalOptions,
  mark: ReturnType<typeof createCommitMark>,
): Promise<{ handle: FileHandle; end: End }> {
  const files = journalFiles(folder, name)
  const known = await mark.read()
  if (known && known.generation < first && isKnown)
    throw new UnreadableFile(
      `${mark.file} is older than the files beside it; restore all of them from one backup.`,
    )
  const usable = known && known.generation >= first ? known : null
  const { entries, cut, isThere, ...end } = await readGenerations(files, {
    first,
    isKnown,
    mark: usable,
  })
  for (const entry of entries) replay(entry)
  const file = files.of(end.generation)
  if (cut > 0)
    noticed(`an unfinished line of ${cut} bytes was moved from ${file} to a file beside it`)
  if (isKnown && !known) noticed(`${mark.file} is missing; ${file} is read without it`)
  const handle = await open(file, isThere ? 'r+' : 'wx', 0o600)
  try {
    if (!isThere) await syncFolder(folder)
    if (usable || isKnown) await mark.open(markOf(end), known)
    return { handle, end }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const markOf = ({ generation, length, digest }: End): CommitMark => ({
  generation,
  length,
  digest: digest.copy().digest('hex'),
})

class DiskJournal implements Journal {
  readonly #folder: string
  readonly #files: ReturnType<typeof journalFiles>
  readonly #place: ReturnType<typeof openFolder>
  readonly #mark: ReturnType<typeof createCommitMark>
  readonly #inTurn = pLimit(1)
  readonly #queue: Array<Waiting> = []
  #handle: FileHandle
  #end: End
  /** A write failed, so the file may end with bytes that must be removed. */
  #isTorn = false
  #isBusy = false
  #isClosed = false
  #isPlanned = false

  constructor(
    { folder, name }: JournalOptions,
    opened: {
      place: ReturnType<typeof openFolder>
      mark: ReturnType<typeof createCommitMark>
      handle: FileHandle
      end: End
    },
  ) {
    this.#folder = folder
    this.#files = journalFiles(folder, name)
    this.#place = opened.place
    this.#mark = opened.mark
    this.#handle = opened.handle
    this.#end = opened.end
  }

  append(entries: ReadonlyArray<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(asStorageError(new Error('The journal is closed.')))
      this.#queue.push({ entries, resolve, reject })
      if (!this.#isPlanned) void this.#inTurn(() => this.#drain())
      this.#isPlanned = true
    })
  }

  bytes(): number {
    return this.#end.length
  }

  flushed(): boolean {
    return this.#queue.length === 0 && !this.#isBusy
  }

  async rotate(): Promise<number> {
    await this.append([])
    return this.#inTurn(() => this.#rotateNow()).catch((error) => {
      throw asStorageError(error)
    })
  }

  async dropBefore(generation: number, { pieces } = { pieces: false }): Promise<void> {
    for (const one of await this.#files.generations())
      if (one < generation) await rm(this.#files.of(one), { force: true })
    if (pieces) for (const piece of await this.#files.pieces()) await rm(piece, { force: true })
    await syncFolder(this.#folder)
  }

  mark(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#mark.isOpen()) await this.#mark.open(markOf(this.#end), null)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#inTurn(async () => {
      await this.#mark.close()
      await this.#handle.close()
      this.#place.release()
    })
  }

  /** Writes what waits, in batches. */
  async #drain(): Promise<void> {
    this.#isPlanned = false
    this.#isBusy = true
    while (this.#queue.length > 0) {
      let count = 0
      const size = this.#queue.findIndex(({ entries }) => {
        count += entries.length
        return count > batchEntries
      })
      const batch = this.#queue.splice(0, size < 0 ? this.#queue.length : Math.max(1, size))
      try {
        const entries = batch.flatMap((one) => one.entries)
        if (entries.length > 0) await this.#write(entries)
        for (const one of batch) one.resolve()
      } catch (error) {
        // Removes the rejected entries, so that the next start does not read them.
        await this.#clean().catch(() => undefined)
        const refused = asStorageError(error)
        for (const one of [...batch, ...this.#queue.splice(0)]) one.reject(refused)
      }
    }
    this.#isBusy = false
  }

  async #write(entries: ReadonlyArray<unknown>): Promise<void> {
    const bytes = journalLine(entries)
    await this.#clean()
    this.#isTorn = true
    const { generation, length, digest } = this.#end
    for (let at = 0; at < bytes.length; )
      at += (await this.#handle.write(bytes, at, bytes.length - at, length + at)).bytesWritten
    await this.#handle.datasync()
    if (!(await this.#isInPlace()))
      throw new Error(
        `${this.#files.of(generation)} was removed or replaced while the server runs.`,
      )
    const end = { generation, length: length + bytes.length, digest: digest.copy().update(bytes) }
    await this.#mark.move(markOf(end))
    this.#isTorn = false
    this.#end = end
  }

  /** Removes what a failed write has left. */
  async #clean(): Promise<void> {
    if (!this.#isTorn) return
    await this.#handle.truncate(this.#end.length)
    await this.#handle.datasync()
    this.#isTorn = false
  }

  /** Whether the open file is still the one at its path, which the next start reads. */
  async #isInPlace(): Promise<boolean> {
    const [mine, there] = await Promise.all([
      this.#handle.stat(),
      stat(this.#files.of(this.#end.generation)).catch(() => null),
    ])
    return there !== null && there.ino === mine.ino && there.dev === mine.dev
  }

  async #rotateNow(): Promise<number> {
    await this.#place.check()
    await this.#clean()
    const { generation, length } = this.#end
    if (length === 0 && (await this.#isInPlace())) return generation
    const end = { generation: generation + 1, length: 0, digest: journalDigest() }
    const next = await open(this.#files.of(end.generation), 'w', 0o600)
    try {
      await syncFolder(this.#folder)
      await this.#mark.move(markOf(end))
    } catch (error) {
      await next.close()
      throw error
    }
    await this.#handle.close()
    this.#handle = next
    this.#end = end
    return end.generation
  }
}
