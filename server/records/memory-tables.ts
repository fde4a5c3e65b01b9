import { setImmediate } from 'node:timers/promises'
import { matcher, type Where } from './conditions.ts'
import { type Change, type Item, Table } from './memory-table.ts'
import {
  type CollectionSpec,
  type CollectionsOf,
  type CollectionsSpec,
  collectionsOf,
  type EngineCollection,
  type FindOptions,
} from './records.ts'

/** Runs work that changes tables. */
export type ChangeTables = <Result>(work: (draft: Tables) => Promise<Result>) => Promise<Result>

/** The number of records per batch; between batches, the event loop runs other work. */
const atOnce = 500

/** All records of a specification in memory, or a draft of changes to them. */
export class Tables<Spec extends CollectionsSpec = CollectionsSpec> {
  readonly spec: Spec
  readonly #tables: ReadonlyMap<string, Table>
  nextId: number
  isFlagSet: boolean

  constructor(spec: Spec, parent: Tables | null = null) {
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
      ...(ids && { [ids.field]: this.nextId }),
      ...(flag && { [flag.field]: this.isFlagSet }),
    }
  }

  /** Fills the tables with the lists of a file. */
  fill(lists: Item): void {
    const { ids, flag } = this.spec
    for (const [name, table] of this.#tables)
      for (const item of lists[name] as ReadonlyArray<Item>) table.set(item[table.spec.key], item)
    if (ids) this.nextId = Number(lists[ids.field])
    this.isFlagSet = flag !== undefined && lists[flag.field] === true
  }

  /**
   * Collections whose changes are made in the tables that `change` gives, and whose records are
   * those of the tables that `read` gives.
   */
  collections(
    change: ChangeTables = async (work) => work(this),
    read: () => Tables | Promise<Tables> = () => this,
  ): CollectionsOf<Spec> {
    return collectionsOf(this.spec, (name, spec) =>
      collectionIn(spec, async () => read(), name, change),
    )
  }
}

/** The values that a condition names; null for any other condition. */
function valuesOf(wanted: unknown): ReadonlyArray<unknown> | null {
  if (Array.isArray(wanted)) return wanted
  return typeof wanted === 'string' || typeof wanted === 'number' ? [wanted] : null
}

/**
 * Records among which are those that match: with a key, a unique value or a group without a search.
 */
function* among(table: Table, where: Where<Item>): Generator<Item | null> {
  const { key, unique = '', group = '' } = table.spec
  const keys = valuesOf(where[key]) ?? valuesOf(where[unique])?.map((value) => table.keyOf(value))
  const groups = table.groups && valuesOf(where[group])
  if (keys) for (const one of new Set(keys)) yield table.get(one)
  else if (groups) for (const one of new Set(groups)) yield* table.groups?.get(one)?.values() ?? []
  else yield* table.values()
}

/** The records that match, oldest first. */
function* matching(table: Table, where: Where<Item>): Generator<Item> {
  const matches = matcher(where, table.spec.derived)
  for (const item of among(table, where)) if (item && matches(item)) yield item
}

/** The records that match, in an order, at most so many. */
function found(table: Table, where: Where<Item>, { by, most }: FindOptions<Item> = {}) {
  const items: Array<Item> = []
  for (const item of matching(table, where)) {
    if (items.length === most && by === undefined) break
    items.push(item)
  }
  if (by === undefined) return items
  // Nothing is greater than each text, as in PostgreSQL.
  const text = (item: Item) => String(item[by] ?? '\uffff')
  return items.sort((one, other) => (text(one) < text(other) ? -1 : 1)).slice(0, most)
}

/** The texts of a field of the records that match, with their numbers. */
function counted(table: Table, where: Where<Item>, field: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of matching(table, where)) {
    const value = String(item[field])
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

function collectionIn(
  { key }: CollectionSpec,
  read: () => Promise<Tables>,
  name: string,
  change: ChangeTables,
): EngineCollection {
  const find = async (where: Where<Item>, options?: FindOptions<Item>) =>
    found((await read()).table(name), where, options)

  /** Sets the records that match to what `next` returns of them. Returns those that matched. */
  const set = (where: Where<Item>, next: (item: Item) => Item | null) =>
    change(async (draft) => {
      const table = draft.table(name)
      const found = [...matching(table, where)]
      for (const item of found) table.set(item[key], next(item))
      return found.length
    })

  return {
    find: (where = {}, options) => find(where, options),
    async *batches(where, order) {
      const found = await find(where)
      if (order === 'newest') found.reverse()
      for (let at = 0; at < found.length; at += atOnce) {
        yield found.slice(at, at + atOnce)
        await setImmediate()
      }
    },
    async page(where, { below = Number.POSITIVE_INFINITY, limit }) {
      const found = (await find(where)).reverse()
      const rest = found.filter((item) => Number(item[key]) < below)
      return { items: rest.slice(0, limit), total: found.length, hasMore: rest.length > limit }
    },
    async frequencies(field, where, most) {
      return [...counted((await read()).table(name), where, field)]
        .map(([value, count]) => ({ value, count }))
        .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
        .slice(0, most)
    },
    async tallies(where, of) {
      const tables = await read()
      const others = tables.table(of.name)
      const { owner = '' } = others.spec
      return found(tables.table(name), where).map((item) => ({
        item,
        counts: Object.fromEntries(counted(others, { [owner]: item[key] }, of.field)),
      }))
    },
    async histograms(instants, starts) {
      const table = (await read()).table(name)
      return instants.map(({ field, where }) => {
        const counts = [0, ...starts.map(() => 0)]
        for (const item of matching(table, where)) {
          const at = starts.findLastIndex((start) => start <= String(item[field])) + 1
          counts[at] = (counts[at] ?? 0) + 1
        }
        return counts
      })
    },
    insert: (items, replaces = false) =>
      change(async (draft) => {
        const table = draft.table(name)
        const added: Array<Item> = []
        for (const item of items) {
          const isKnown = table.keyOf(table.uniqueOf(item)) !== null || table.get(item[key])
          if (isKnown && !replaces) continue
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
