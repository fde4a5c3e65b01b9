/** A random source whose numbers depend only on its seed, so that every run draws the same picture. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number
  /** A number between two bounds. */
  between(low: number, high: number): number
  /** One member of a list that is not empty. */
  pick<T>(list: ReadonlyArray<T>): T
}

/** A random source for a seed text (FNV-1a hash into mulberry32). */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}
