import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Adapter } from 'lowdb'

/** A file of people's data that is there and can't be used. The message names it and tells nothing of what it holds. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** Makes what was created, renamed or removed in a folder survive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/**
 * A lowdb adapter whose write is on the disk when it resolves: a new file of mode 0600, fsync, rename, fsync of the folder. Reading a file that is
 * not the JSON of `check` rejects with UnreadableFile, so that lost data is never taken for an empty store.
 */
export class DurableFile<Data> implements Adapter<Data> {
  readonly #file: string
  readonly #check: (value: unknown) => Data
  readonly #text: (data: Data) => Iterable<string>

  /** `text` gives the JSON in pieces where one would be too much at once. */
  constructor(
    file: string,
    check: (value: unknown) => Data,
    text = (data: Data): Iterable<string> => [JSON.stringify(data)],
  ) {
    this.#file = file
    this.#check = check
    this.#text = text
  }

  async read(): Promise<Data | null> {
    await this.#removeLeftovers()
    try {
      return this.#check(JSON.parse(await readFile(this.#file, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      // The parser's own words quote the file.
      throw new UnreadableFile(`${this.#file} can't be read; restore it from a backup or move it away.`)
    }
  }

  async write(data: Data): Promise<void> {
    const folder = path.dirname(this.#file)
    await mkdir(folder, { recursive: true })
    const temporary = path.join(folder, `${this.#temporaryPrefix}${randomBytes(6).toString('hex')}`)
    try {
      await writeThrough(temporary, this.#text(data))
      await rename(temporary, this.#file)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await syncFolder(folder)
  }

  get #temporaryPrefix(): string {
    return `.${path.basename(this.#file)}.`
  }

  /** What a process that was killed while it wrote has left behind: copies of people's data. */
  async #removeLeftovers(): Promise<void> {
    const folder = path.dirname(this.#file)
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((name) => name.startsWith(this.#temporaryPrefix)))
      await rm(path.join(folder, name), { force: true })
  }
}

async function writeThrough(file: string, text: Iterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    for (const piece of text) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
