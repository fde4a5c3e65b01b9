/** A key with unconfirmed changes. `base` is its value without them, as of the change `turn`. */
interface Dirty<Value> {
  base: Value | undefined
  turn: number
  staged: Array<{ turn: number; value: Value | undefined }>
}

/**
 * A Map whose changes take effect immediately and can be confirmed or reverted later, in any order.
 * Each change has an increasing number (`turn`). The value of a key is that of its latest change
 * that was not reverted.
 */
export class StagedMap<Key, Value> {
  readonly #order: ((one: Key, other: Key) => number) | null
  readonly #dirty = new Map<Key, Dirty<Value>>()
  readonly #touched = new Map<number, Set<Key>>()
  #live: Map<Key, Value>

  /** `order` compares keys; it restores the order of iteration when a removed key is restored. */
  constructor(
    entries: Iterable<readonly [Key, Value]> = [],
    order: ((one: Key, other: Key) => number) | null = null,
  ) {
    this.#live = new Map(entries)
    this.#order = order
  }

  get size(): number {
    return this.#live.size
  }
  get(key: Key): Value | undefined {
    return this.#live.get(key)
  }
  has(key: Key): boolean {
    return this.#live.has(key)
  }
  keys(): MapIterator<Key> {
    return this.#live.keys()
  }
  values(): MapIterator<Value> {
    return this.#live.values()
  }

  /** Sets a key as part of a turn; undefined removes it. */
  stage(turn: number, key: Key, value: Value | undefined): void {
    const dirty = this.#dirty.get(key) ?? { base: this.#live.get(key), turn: 0, staged: [] }
    dirty.staged.push({ turn, value })
    this.#dirty.set(key, dirty)
    this.#touched.set(turn, (this.#touched.get(turn) ?? new Set()).add(key))
    this.#put(key, value)
  }

  /** Confirms the changes of a turn. */
  confirm(turn: number): void {
    this.#decide(turn, (dirty, value) => {
      if (turn > dirty.turn) Object.assign(dirty, { base: value, turn })
    })
  }

  revert(turn: number): void {
    this.#decide(turn, () => {})
  }

  #decide(turn: number, decided: (dirty: Dirty<Value>, value: Value | undefined) => void): void {
    let hasReappeared = false
    for (const key of this.#touched.get(turn) ?? []) {
      const dirty = this.#dirty.get(key)
      if (!dirty) continue
      const last = dirty.staged.findLast((one) => one.turn === turn)
      if (last) decided(dirty, last.value)
      dirty.staged = dirty.staged.filter((one) => one.turn !== turn)
      const latest = dirty.staged.at(-1)
      if (!latest) this.#dirty.delete(key)
      const value = latest && latest.turn > dirty.turn ? latest.value : dirty.base
      hasReappeared ||= value !== undefined && !this.#live.has(key)
      this.#put(key, value)
    }
    this.#touched.delete(turn)
    const order = this.#order
    if (hasReappeared && order)
      this.#live = new Map([...this.#live].sort(([one], [other]) => order(one, other)))
  }

  #put(key: Key, value: Value | undefined): void {
    if (value === undefined) this.#live.delete(key)
    else this.#live.set(key, value)
  }
}
