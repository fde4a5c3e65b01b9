export interface ByteCache<Key, Value> {
  get(key: Key): Value | undefined
  /** Keeps a value that takes about `bytes`; those unused for longest make room. One of more than `largest` bytes is not kept. */
  set(key: Key, value: Value, bytes: number): void
  clear(): void
}

/** A map that never holds more than `limit` bytes of values; `largest` is what one value may take. */
export function createByteCache<Key, Value>(limit: number, largest = limit): ByteCache<Key, Value> {
  const entries = new Map<Key, { value: Value; bytes: number }>()
  let held = 0
  const drop = (key: Key): void => {
    held -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  // A Map keeps the order of insertion: the first entry is the one unused for longest.
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > largest) return
      entries.set(key, { value, bytes })
      held += bytes
      for (const oldest of entries.keys()) {
        if (held <= limit) break
        drop(oldest)
      }
    },
    clear() {
      entries.clear()
      held = 0
    },
  }
}
