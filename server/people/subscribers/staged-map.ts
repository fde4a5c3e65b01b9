/** A key with changes that may be taken back. `base` is what it has without them, since the change of `turn`. */
interface Dirty<Value> {
  base: Value | undefined
  turn: number
  staged: Array<{ turn: number; value: Value | undefined }>
}

/**
 * A Map whose changes show at once and may be taken back, in whatever order that is decided. A change carries the number of its turn; turns rise. What a key has is
 * what the latest of its changes says, those left out that were taken back.
 */
export class StagedMap<Key, Value> {
  readonly #order: ((one: Key, other: Key) => number) | null
  readonly #dirty = new Map<Key, Dirty<Value>>()
  readonly #touched = new Map<number, Set<Key>>()
  #live: Map<Key, Value>

  /** `order` is the order of the keys that is put right when one comes back that had been removed. */
  constructor(entries: Iterable<readonly [Key, Value]> = [], order: ((one: Key, other: Key) => number) | null = null) {
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

  /** Changes a key; undefined removes it. */
  stage(turn: number, key: Key, value: Value | undefined): void {
    const dirty = this.#dirty.get(key) ?? { base: this.#live.get(key), turn: 0, staged: [] }
    dirty.staged.push({ turn, value })
    this.#dirty.set(key, dirty)
    this.#touched.set(turn, (this.#touched.get(turn) ?? new Set()).add(key))
    this.#put(key, value)
  }

  /** Makes the changes of a turn last. */
  keep(turn: number): void {
    this.#decide(turn, (dirty, value) => {
      if (turn > dirty.turn) Object.assign(dirty, { base: value, turn })
    })
  }

  takeBack(turn: number): void {
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
    if (hasReappeared && order) this.#live = new Map([...this.#live].sort(([one], [other]) => order(one, other)))
  }

  #put(key: Key, value: Value | undefined): void {
    if (value === undefined) this.#live.delete(key)
    else this.#live.set(key, value)
  }
}
