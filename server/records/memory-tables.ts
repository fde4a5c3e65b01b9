import { setImmediate } from 'node:timers/promises'
import { matcher, type Where } from './conditions.ts'
import {
  type CollectionSpec,
  collectionsOf,
  type EngineCollection,
  type RecordsSpec,
} from './records.ts'

export type Item = Record<string, unknown>

/** One record that is set, or removed with null. */
export interface Change {
  name: string
  key: unknown
  item: Item | null
}

/** Runs work that changes tables. */
export type ChangeTables = <Result>(work: (draft: Tables) => Promise<Result>) => Promise<Result>

/** The number of records per batch; between batches, the event loop runs other work. */
const atOnce = 500

/**
 * The records of a kind: all of them, or those that differ from `parent`. Records are immutable.
 */
class Table {
  readonly spec: CollectionSpec
  readonly #parent: Table | null
  /** By key; null removes a record of the parent. */
  #own = new Map<unknown, Item | null>()
  /** Keys by the unique value. */
  readonly #keys = new Map<unknown, unknown>()

  constructor(spec: CollectionSpec, parent: Table | null = null) {
    this.spec = spec
    this.#parent = parent
  }

  /** The record with a key. */
  get(key: unknown): Item | null {
    const own = this.#own.get(key)
    if (own !== undefined) return own
    return this.#parent?.get(key) ?? null
  }

  /** The key of the record with a unique value, or null. */
  keyOf(value: unknown): unknown {
    const own = this.#keys.get(value)
    if (own !== undefined) return own
    return this.#parent?.keyOf(value) ?? null
  }

  /** The unique value of a record. */
  uniqueOf(item: Item): unknown {
    return this.spec.derived?.[this.spec.unique ?? '']?.(item) ?? null
  }

  /** Sets a record, or removes it with null. */
  set(key: unknown, item: Item | null): void {
    const replaced = this.get(key)
    const unique = replaced && this.uniqueOf(replaced)
    if (this.keyOf(unique) === key) this.#index(unique, null)
    if (item) this.#index(this.uniqueOf(item), key)
    if (item || this.#parent) this.#own.set(key, item)
    else this.#own.delete(key)
  }

  #index(value: unknown, key: unknown): void {
    if (value === null) return
    if (key !== null || this.#parent) this.#keys.set(value, key)
    else this.#keys.delete(value)
  }

  /** All records, first added first. */
  *values(): Generator<Item> {
    for (const item of this.#parent?.values() ?? []) {
      const own = this.#own.get(item[this.spec.key])
      if (own !== null) yield own ?? item
    }
    for (const [key, item] of this.#own) if (item && !this.#parent?.get(key)) yield item
  }

  /** The number of records, without those of the parent. */
  get size(): number {
    return this.#own.size
  }

  /** What differs from the parent. */
  changes(name: string): Array<Change> {
    return [...this.#own]
      .filter(([key, item]) => item !== null || this.#parent?.get(key))
      .map(([key, item]) => ({ name, key, item }))
  }

  /** Sorts by key, so that a restored record has its place again. */
  sort(): void {
    this.#own = new Map([...this.#own].sort(([one], [other]) => Number(one) - Number(other)))
  }
}

/** All records of a specification in memory, or a draft of changes to them. */
export class Tables {
  readonly spec: RecordsSpec
  readonly #tables: ReadonlyMap<string, Table>
  nextId: number
  isFlagSet: boolean

  constructor(spec: RecordsSpec, parent: Tables | null = null) {
    this.spec = spec
    this.nextId = parent?.nextId ?? 1
    this.isFlagSet = parent?.isFlagSet ?? false
    this.#tables = new Map(
      Object.entries(spec.collections).map(([name, one]) => [
        name,
        new Table(one, parent?.table(name)),
      ]),
    )
  }

  /** The records of a collection. */
  table(name: string): Table {
    return this.#tables.get(name) as Table
  }

  /** The number of records of all kinds. */
  size(): number {
    return [...this.#tables.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** What differs from the parent. */
  changes(): Array<Change> {
    return [...this.#tables].flatMap(([name, table]) => table.changes(name))
  }

  /** Takes over the changes of a draft. Returns the function that takes them back. */
  adopt(draft: Tables): () => void {
    this.isFlagSet = draft.isFlagSet
    return this.apply(draft.changes())
  }

  /**
   * Makes changes; a record takes the place of another one with its unique value. Returns the
   * function that takes back those of them whose records have not changed since.
   */
  apply(changes: ReadonlyArray<Change>): () => void {
    const replaced = changes.map(({ name, key }) => this.table(name).get(key))
    for (const { name, key, item } of changes) {
      const table = this.table(name)
      const other = item && table.keyOf(table.uniqueOf(item))
      if (other !== null && other !== key) table.set(other, null)
      table.set(key, item)
      if (name === this.spec.owners) this.nextId = Math.max(this.nextId, Number(key) + 1)
    }
    return () => {
      for (const [at, { name, key, item }] of changes.entries()) {
        const table = this.table(name)
        const old = replaced[at] ?? null
        const isTaken = old !== null && ![key, null].includes(table.keyOf(table.uniqueOf(old)))
        if (table.get(key) !== item || isTaken) continue
        table.set(key, old)
        if (item === null) table.sort()
      }
    }
  }

  /** The lists, by their names in the file, with the next id and the flag. */
  lists(): Item {
    const { ids, flag } = this.spec
    return {
      ...Object.fromEntries([...this.#tables].map(([name, table]) => [name, [...table.values()]])),
      [ids.field]: this.nextId,
      ...(flag && { [flag.field]: this.isFlagSet }),
    }
  }

  /** Fills the tables with the lists of a file. */
  fill(lists: Item): void {
    const { ids, flag } = this.spec
    for (const [name, table] of this.#tables)
      for (const item of lists[name] as ReadonlyArray<Item>) table.set(item[table.spec.key], item)
    this.nextId = Number(lists[ids.field])
    this.isFlagSet = flag !== undefined && lists[flag.field] === true
  }

  /** Collections whose changes are made in the tables that `change` gives. */
  collections(change: ChangeTables = async (work) => work(this)) {
    return collectionsOf(this.spec, (name) => collectionIn(this, name, change))
  }
}

/** The values that a condition names; null for any other condition. */
function valuesOf(wanted: unknown): ReadonlyArray<unknown> | null {
  if (Array.isArray(wanted)) return wanted
  return typeof wanted === 'string' || typeof wanted === 'number' ? [wanted] : null
}

/** The records that match, oldest first; those with a key or a unique value without a search. */
function* matching(table: Table, where: Where<Item>): Generator<Item> {
  const { key, unique = '', derived } = table.spec
  const matches = matcher(where, derived)
  const keys =
    valuesOf(where[key]) ?? valuesOf(where[unique])?.map((value) => table.keyOf(value)) ?? null
  const items = keys ? [...new Set(keys)].map((one) => table.get(one)) : table.values()
  for (const item of items) if (item && matches(item)) yield item
}

function collectionIn(tables: Tables, name: string, change: ChangeTables): EngineCollection {
  const { key } = tables.table(name).spec
  const find = (where: Where<Item>) => [...matching(tables.table(name), where)]

  /** Sets the records that match to what `next` returns of them. Returns those that matched. */
  const set = (where: Where<Item>, next: (item: Item) => Item | null) =>
    change(async (draft) => {
      const table = draft.table(name)
      const found = [...matching(table, where)]
      for (const item of found) table.set(item[key], next(item))
      return found.length
    })

  return {
    find: async (where = {}) => find(where),
    async *batches(where, order) {
      const found = order === 'newest' ? find(where).reverse() : find(where)
      for (let at = 0; at < found.length; at += atOnce) {
        yield found.slice(at, at + atOnce)
        await setImmediate()
      }
    },
    async page(where, { below = Number.POSITIVE_INFINITY, limit }) {
      const found = find(where).reverse()
      const rest = found.filter((item) => Number(item[key]) < below)
      return { items: rest.slice(0, limit), total: found.length, hasMore: rest.length > limit }
    },
    async frequencies(field, where, most) {
      const counts = new Map<string, number>()
      for (const item of matching(tables.table(name), where)) {
        const value = String(item[field])
        counts.set(value, (counts.get(value) ?? 0) + 1)
      }
      return [...counts]
        .map(([value, count]) => ({ value, count }))
        .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
        .slice(0, most)
    },
    histograms: async (instants, starts) =>
      instants.map(({ field, where }) => {
        const counts = [0, ...starts.map(() => 0)]
        for (const item of matching(tables.table(name), where)) {
          const at = starts.findLastIndex((start) => start <= String(item[field])) + 1
          counts[at] = (counts[at] ?? 0) + 1
        }
        return counts
      }),
    insert: (items) =>
      change(async (draft) => {
        const table = draft.table(name)
        const added: Array<Item> = []
        for (const item of items) {
          if (table.keyOf(table.uniqueOf(item)) !== null || table.get(item[key])) continue
          const whole = item[key] === undefined ? { [key]: draft.nextId, ...item } : item
          draft.apply([{ name, key: whole[key], item: whole }])
          added.push(whole)
        }
        return added
      }),
    replace: (items) =>
      change(async (draft) => {
        const known = items.filter((item) => draft.table(name).get(item[key]))
        for (const item of known) draft.table(name).set(item[key], item)
        return known
      }),
    update: (where, values) => set(where, (item) => ({ ...item, ...values })),
    remove: (where) => set(where, () => null),
  }
}
