/** Values in memory up to a number of bytes; those unused for longest go first. */
export interface MemoryCache<Value> {
  get(name: string): Value | undefined
  /** `bytes` is about what the value takes. One that is larger than the whole cache is not kept. */
  set(name: string, value: Value, bytes: number): void
}

export function createMemoryCache<Value>(maxBytes: number): MemoryCache<Value> {
  // A Map keeps the order of insertion: the first entry is the one unused for longest.
  const entries = new Map<string, { value: Value; bytes: number }>()
  let size = 0

  function remove(name: string) {
    size -= entries.get(name)?.bytes ?? 0
    entries.delete(name)
  }

  return {
    get(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      entries.delete(name)
      entries.set(name, entry)
      return entry.value
    },
    set(name, value, bytes) {
      remove(name)
      if (bytes > maxBytes) return
      entries.set(name, { value, bytes })
      size += bytes
      for (const oldest of entries.keys()) {
        if (size <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
