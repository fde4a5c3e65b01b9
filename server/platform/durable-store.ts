import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Low } from 'lowdb'
import type { z } from 'zod'
import { DurableFile } from './durable-file.ts'
import { holdFolder } from './held-folder.ts'
import { asStorageError } from './storage-error.ts'

/** Data kept in one JSON file, changed by one at a time. */
export interface DurableStore<Data> {
  /** The data as the file holds it; only `change` may alter it. */
  readonly data: Data
  /** The file was written once. */
  readonly wasMade: boolean
  /** The file was written once and is not there any more. */
  readonly isLost: boolean
  /**
   * Alters a copy of the data, which replaces the data after the file was written; resolves with `alter`'s result then. `alter` must not wait for
   * anything. Rejects with StorageError when the disk refuses: the data is as it was, in memory and in the file.
   */
  change<Result>(alter: (data: Data) => Result): Promise<Result>
  /** Resolves when nothing is being written any more. */
  close(): Promise<void>
}

interface Waiting<Data> {
  alter(data: Data): unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Opens the store of `NAME.json`, `empty` when there is none. A marker `NAME.made` beside it, written before the file, tells a first start from a lost file.
 * Throws UnreadableFile when the file is not what `schema` says.
 */
export async function openDurableStore<Schema extends z.ZodType>(options: {
  file: string
  schema: Schema
  empty: z.infer<Schema>
}): Promise<DurableStore<z.infer<Schema>>> {
  type Data = z.infer<Schema>
  const { file, schema, empty } = options
  const marker = file.replace(/\.json$/, '.made')
  const isThere = existsSync(file)
  const wasMade = existsSync(marker)
  let isMarked = wasMade
  const database = new Low<Data>(new DurableFile<Data>(file, (value) => schema.parse(value)), empty)
  await database.read()
  let stands = database.data
  const folder = holdFolder(path.dirname(file))
  const waiting: Array<Waiting<Data>> = []
  let running: Promise<void> | null = null

  async function mark(): Promise<void> {
    if (isMarked) return
    await writeFile(marker, `${path.basename(file)} was made here. Keep this file.\n`, { mode: 0o600 })
    isMarked = true
  }

  async function write(data: Data): Promise<void> {
    await mark()
    database.data = data
    try {
      await database.write()
      stands = data
    } catch (error) {
      database.data = stands
      // The new file may have come to its place without being there for certain.
      await database.write().catch(() => undefined)
      throw error
    }
  }

  /** One write at a time; all who ask while one runs share the next. */
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch: Array<{ one: Waiting<Data>; result: unknown }> = []
      try {
        await folder.check()
        let draft = stands
        for (const one of waiting.splice(0)) {
          const copy = structuredClone(draft)
          try {
            batch.push({ one, result: one.alter(copy) })
            draft = copy
          } catch (error) {
            one.reject(error)
          }
        }
        if (batch.length > 0) await write(draft)
        for (const { one, result } of batch) one.resolve(result)
      } catch (error) {
        const refused = asStorageError(error)
        for (const one of [...batch.map(({ one }) => one), ...waiting.splice(0)]) one.reject(refused)
      }
    }
    running = null
  }

  // A file from before there was a marker; when the disk refuses, the next change makes it.
  if (isThere) await mark().catch(() => undefined)

  return {
    get data() {
      return stands
    },
    wasMade,
    isLost: wasMade && !isThere,
    change<Result>(alter: (data: Data) => Result): Promise<Result> {
      return new Promise((resolve, reject) => {
        waiting.push({ alter, resolve: resolve as (result: unknown) => void, reject })
        running ??= writeAll()
      })
    },
    async close() {
      await running
      folder.release()
    },
  }
}
