/** Pseudo-random numbers, the same for the same seed. */
export type Random = ReturnType<typeof createRandom>

/** The generator 'mulberry32': small, fast, and good enough for test data. */
export function createRandom(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** At least 0, below 1. */
    next,
    /** An integer; both ends are included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (share: number) => next() < share,
    /** An item of a non-empty list. */
    pick: <Item>(list: ReadonlyArray<Item>): Item => list[Math.floor(next() * list.length)]!,
  }
}
