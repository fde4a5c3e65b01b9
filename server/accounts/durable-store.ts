import { Low } from 'lowdb'
import type { z } from 'zod'
import { DurableFile } from './durable-file.ts'

/** Data kept in one JSON file, changed by one at a time. */
export interface DurableStore<Data> {
  /** The data as it is now; only `change` may alter it. */
  readonly data: Data
  /**
   * Alters the data at once and resolves with `alter`'s result when the file holds it. `alter` must not wait for anything. Rejects when the disk
   * refuses; the alteration then stands in memory and goes out with the next one.
   */
  change<Result>(alter: (data: Data) => Result): Promise<Result>
}

/** Opens the store of `file`, `empty` when there is none. Throws when the file is not what `schema` says. */
export async function openDurableStore<Schema extends z.ZodType>(options: {
  file: string
  schema: Schema
  empty: z.infer<Schema>
}): Promise<DurableStore<z.infer<Schema>>> {
  type Data = z.infer<Schema>
  const { file, schema, empty } = options
  const database = new Low<Data>(new DurableFile<Data>(file, (value) => schema.parse(value)), empty)
  await database.read()
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  /** One write at a time; all who ask while one runs share the next, which holds what each of them changed. */
  function save(): Promise<void> {
    next ??= running
      // A failed write was told to those who waited for it; this one writes everything anew.
      .catch(() => undefined)
      .then(() => {
        next = null
        running = database.write()
        return running
      })
    return next
  }

  return {
    get data() {
      return database.data
    },
    async change(alter) {
      const result = alter(database.data)
      await save()
      return result
    },
  }
}
