import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Adapter } from 'lowdb'
import { UnreadableFile } from './errors.ts'
import { removeLeftovers, writeWholeFile } from './whole-file.ts'

/**
 * A lowdb adapter that resolves `write` when the data is on the disk: new file with mode 0600,
 * fsync, rename, fsync of the folder. `read` rejects with UnreadableFile when the file is not JSON
 * that passes `check`, so that damaged data is never treated as an empty store.
 */
export class DurableFile<Data> implements Adapter<Data> {
  readonly #file: string
  readonly #check: (value: unknown) => Data
  readonly #text: (data: Data) => Iterable<string>

  /**
   * `text` serialises the data; it may return pieces, so that a large file needs no single long
   * string.
   */
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
    // A process that was killed during a write leaves a temporary file with personal data.
    await removeLeftovers(this.#file)
    try {
      return this.#check(JSON.parse(await readFile(this.#file, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      // The message of the JSON parser quotes the file, so it is not passed on.
      throw new UnreadableFile(
        `${this.#file} can't be read; restore it from a backup or move it away.`,
      )
    }
  }

  async write(data: Data): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true })
    await writeWholeFile(this.#file, this.#text(data), { stored: 'safely' })
  }
}
