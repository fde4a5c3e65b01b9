import type { CollectionSpec } from './records.ts'

export type Item = Record<string, unknown>

/** One record that is set, or removed with null. */
export interface Change {
  name: string
  key: unknown
  item: Item | null
}

/** The records of a kind: all of them, or those that differ from `parent`. Records are immutable. */
export class Table {
  readonly spec: CollectionSpec
  readonly #parent: Table | null
  /** By key; null removes a record of the parent. */
  #own = new Map<unknown, Item | null>()
  /** Keys by the unique value. */
  readonly #keys = new Map<unknown, unknown>()
  /** The records by key, for each value of the field of groups; null without groups. */
  readonly groups: Map<unknown, Map<unknown, Item>> | null

  constructor(spec: CollectionSpec, parent: Table | null = null) {
    this.spec = spec
    this.#parent = parent
    this.groups = spec.group && !parent ? new Map() : null
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
    this.#regroup(key, replaced, item)
    if (item || this.#parent) this.#own.set(key, item)
    else this.#own.delete(key)
  }

  #index(value: unknown, key: unknown): void {
    if (value === null) return
    if (key !== null || this.#parent) this.#keys.set(value, key)
    else this.#keys.delete(value)
  }

  /** A record that comes into a group is its last one. */
  #regroup(key: unknown, replaced: Item | null, item: Item | null): void {
    const { groups } = this
    if (!groups) return
    const { group = '' } = this.spec
    groups.get(replaced?.[group])?.delete(key)
    if (!item) return
    const records = groups.get(item[group]) ?? new Map<unknown, Item>()
    groups.set(item[group], records.set(key, item))
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
