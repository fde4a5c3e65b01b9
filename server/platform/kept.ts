/**
 * Keeps what is made for each key, at most `most` values. A failure is not kept: a read may fail
 * for a moment, such as while git repacks.
 */
export function createKept<Value>(most: number) {
  const kept = new Map<string, Promise<Value>>()
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const before = kept.get(key)
    if (before) return before
    const made = make()
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    return made
  }
}
