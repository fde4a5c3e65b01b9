export interface ByteCache<Key, Value> {
  get(key: Key): Value | undefined
  /**
   * Stores a value of about `bytes` bytes and evicts the least recently used ones when the cache is
   * full. A value of more than `largest` bytes is not stored.
   */
  set(key: Key, value: Value, bytes: number): void
  clear(): void
}

/**
 * An LRU cache with a limit in bytes for all values (`limit`) and for one value (`largest`). Not
 * `lru-cache`: a start reads objects through it before any package is loaded, and loading that one
 * takes longer than opening the repository.
 */
export function createByteCache<Key, Value>(limit: number, largest = limit): ByteCache<Key, Value> {
  const entries = new Map<Key, { value: Value; bytes: number }>()
  let total = 0
  const drop = (key: Key) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  // A Map iterates in the order of insertion: its first entry is the least recently used one.
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
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= limit) break
        drop(oldest)
      }
    },
    clear() {
      entries.clear()
      total = 0
    },
  }
}
