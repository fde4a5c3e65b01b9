import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Adapter } from 'lowdb'

/**
 * A lowdb adapter whose write is on the disk when it resolves: a new file of mode 0600, fsync, rename, fsync of the folder. Reading a
 * file that is not the JSON of `check` throws with its path, so that lost data is never taken for an empty store.
 */
export class DurableFile<Data> implements Adapter<Data> {
  readonly #file: string
  readonly #check: (value: unknown) => Data

  constructor(file: string, check: (value: unknown) => Data) {
    this.#file = file
    this.#check = check
  }

  async read(): Promise<Data | null> {
    if (!existsSync(this.#file)) return null
    try {
      return this.#check(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch (cause) {
      throw new Error(`${this.#file} can't be read; restore it from a backup or move it away.`, { cause })
    }
  }

  async write(data: Data): Promise<void> {
    const folder = path.dirname(this.#file)
    await mkdir(folder, { recursive: true })
    const temporary = path.join(folder, `.${path.basename(this.#file)}.${randomBytes(6).toString('hex')}`)
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(JSON.stringify(data))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, this.#file)
    const directory = await open(folder, 'r')
    try {
      await directory.sync()
    } finally {
      await directory.close()
    }
  }
}
