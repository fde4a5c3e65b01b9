import pLimit from 'p-limit'
import { matcher, type Where } from './conditions.ts'
import type { Change, Item } from './memory-table.ts'
import { type ChangeTables, Tables } from './memory-tables.ts'
import type { CollectionsOf, Records, RecordsSpec, Transact } from './records.ts'

interface Waiting {
  work: (draft: Tables) => Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The transactions of a batch with their results, and the changes that they make together. */
export interface Batch {
  draft: Tables
  changes: ReadonlyArray<Change>
  resolve(): void
  reject(error: unknown): void
}

/** How the records in memory are stored. */
export interface MemoryStorage {
  /** Stores a batch; the changes take effect when it resolves, and not at all when it rejects. */
  store(batch: Batch): Promise<void>
  /** Runs batches, one after the other. */
  inTurn?: (work: () => Promise<void>) => Promise<void>
  /** A transaction that ends when no file has what it removes; left out when all do. */
  erase?: ChangeTables
  isUsed(): boolean
  close(): Promise<void>
}

/** Transactions that wait for the same write. */
export function createBatches(tables: Tables) {
  let waiting: Array<Waiting> = []
  return {
    isEmpty: () => waiting.length === 0,
    add: ((work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      })) as ChangeTables,
    /** Runs what waits, one transaction after the other, without changing the tables. */
    async run(): Promise<Batch> {
      const group = waiting
      waiting = []
      const draft = new Tables(tables.spec, tables)
      const done: Array<{ one: Waiting; result: unknown }> = []
      for (const one of group) {
        const own = new Tables(tables.spec, draft)
        try {
          done.push({ one, result: await one.work(own) })
          draft.adopt(own)
        } catch (error) {
          one.reject(error)
        }
      }
      return {
        draft,
        changes: draft.changes(),
        resolve() {
          for (const { one, result } of done) one.resolve(result)
        },
        reject(error) {
          for (const { one } of done) one.reject(error)
        },
      }
    },
  }
}

/**
 * Collections in memory. Reads see what is stored; transactions run one after the other, and those
 * that arrive during a write share the next one.
 */
export function memoryRecords<Spec extends RecordsSpec>(
  spec: Spec,
  tables: Tables,
  storage: MemoryStorage,
): Records<Spec> {
  const { inTurn = pLimit(1) } = storage
  const batches = createBatches(tables)

  const change: ChangeTables = (work) => {
    if (batches.isEmpty()) void inTurn(commit)
    return batches.add(work)
  }

  async function commit(): Promise<void> {
    const batch = await batches.run()
    try {
      const isFlagChanged = batch.draft.isFlagSet !== tables.isFlagSet
      if (batch.changes.length > 0 || isFlagChanged) await storage.store(batch)
      tables.adopt(batch.draft)
      batch.resolve()
    } catch (error) {
      batch.reject(error)
    }
  }

  const { erase = change } = storage
  const within =
    (change: ChangeTables): Transact<Spec> =>
    (work) =>
      change((draft) => work(draft.collections() as CollectionsOf<Spec>))
  return {
    ...(tables.collections(change) as CollectionsOf<Spec>),
    transaction: within(change),
    erase: within(erase),
    async getOwned(name, key) {
      const item = tables.table(name).get(key)
      const owner = tables.table(spec.owners).get(item?.[spec.collections[name]?.owner ?? ''])
      return owner ? ({ item, owner, isFlagSet: tables.isFlagSet } as never) : null
    },
    async countsBeside(conditions, name) {
      const { derived } = spec.collections[spec.owners] ?? {}
      const counters = Object.entries<Where<Item>>(conditions as never).map(([count, where]) => ({
        count,
        matches: matcher(where, derived),
        number: 0,
      }))
      for (const item of tables.table(spec.owners).values())
        for (const one of counters) if (one.matches(item)) one.number += 1
      const counts = Object.fromEntries(counters.map(({ count, number }) => [count, number]))
      return { counts, items: [...tables.table(name).values()] } as never
    },
    isUsed: async () => storage.isUsed(),
    isFlagSet: async () => tables.isFlagSet,
    setFlag: (isSet) =>
      change(async (draft) => {
        draft.isFlagSet = isSet
      }),
    close: storage.close,
  }
}
