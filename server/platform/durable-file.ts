import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Adapter } from 'lowdb'
import { UnreadableFile } from './errors.ts'
import { removeLeftovers, writeWholeFile } from './whole-file.ts'

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
    // A process that was killed while it wrote has left copies of people's data.
    await removeLeftovers(this.#file)
    try {
      return this.#check(JSON.parse(await readFile(this.#file, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      // The parser's own words quote the file.
      throw new UnreadableFile(`${this.#file} can't be read; restore it from a backup or move it away.`)
    }
  }

  async write(data: Data): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true })
    await writeWholeFile(this.#file, this.#text(data), { stored: 'safely' })
  }
}
