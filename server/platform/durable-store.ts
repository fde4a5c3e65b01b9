import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Low } from 'lowdb'
import type { z } from 'zod'
import { DurableFile } from './durable-file.ts'
import { openFolder } from './open-folder.ts'
import { asStorageError } from './storage-error.ts'

/** Data in one JSON file. Changes run one after the other. */
export interface DurableStore<Data> {
  /** The data in the file. Only `change` may modify it. */
  readonly data: Data
  /** The file was written at least once. */
  readonly wasMade: boolean
  /** The file was written before and is missing now. */
  readonly isLost: boolean
  /**
   * Calls `alter` with a copy of the data, writes the copy to the file, then replaces the data.
   * Resolves with `alter`'s result after the write. Rejects with StorageError when the write fails:
   * memory and file keep the old data.
   */
  change<Result>(alter: (data: Data) => Result | Promise<Result>): Promise<Result>
  /** Resolves when all writes are done. */
  close(): Promise<void>
}

interface Waiting<Data> {
  alter(data: Data): unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Opens the store of `NAME.json`; `empty` is used when there is no file. The marker `NAME.made`,
 * written before the file, distinguishes a first start from a lost file. Throws UnreadableFile when
 * the file does not match `schema`.
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
  const adapter = new DurableFile<Data>(file, (value) => schema.parse(value))
  let database = new Low<Data>(adapter, empty)
  await database.read()
  const folder = openFolder(path.dirname(file))
  const waiting: Array<Waiting<Data>> = []
  let running: Promise<void> | null = null

  async function mark() {
    if (isMarked) return
    await writeFile(marker, `${path.basename(file)} was made here. Keep this file.\n`, {
      mode: 0o600,
    })
    isMarked = true
  }

  async function write(data: Data) {
    await mark()
    // Another one on the same file: until it is written, everybody reads the old data.
    const next = new Low<Data>(adapter, data)
    try {
      await next.write()
      database = next
    } catch (error) {
      // The rename may have happened without the fsync of the folder: write the old data again.
      await database.write().catch(() => undefined)
      throw error
    }
  }

  /** Writes in batches: all changes that arrive during a write share the next one. */
  async function writeAll() {
    while (waiting.length > 0) {
      const batch: Array<{ one: Waiting<Data>; result: unknown }> = []
      try {
        await folder.check()
        let draft = database.data
        for (const one of waiting.splice(0)) {
          const copy = structuredClone(draft)
          try {
            batch.push({ one, result: await one.alter(copy) })
            draft = copy
          } catch (error) {
            one.reject(error)
          }
        }
        if (batch.length > 0) await write(draft)
        for (const { one, result } of batch) one.resolve(result)
      } catch (error) {
        const refused = asStorageError(error)
        for (const one of [...batch.map(({ one }) => one), ...waiting.splice(0)])
          one.reject(refused)
      }
    }
    running = null
  }

  // A file of a version without markers. When creating the marker fails, the next change tries
  // again.
  if (isThere) await mark().catch(() => undefined)

  return {
    get data() {
      return database.data
    },
    wasMade,
    isLost: wasMade && !isThere,
    change<Result>(alter: (data: Data) => Result | Promise<Result>): Promise<Result> {
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
