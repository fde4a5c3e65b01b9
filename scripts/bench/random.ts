/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** An integer; both ends are included. */
  between(low: number, high: number): number
  chance(share: number): boolean
  /** An item of a non-empty list. */
  pick<Item>(list: ReadonlyArray<Item>): Item
}

/** The generator 'mulberry32': small, fast, and good enough for test data. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}
