/** Keeps the best of what is offered. */
export interface BestOf<Item> {
  /** What scores less need not be offered. */
  least(): number
  offer(item: Item): void
  /** Best first. */
  items(): Array<Item>
}

/** The best `limit` of what is offered, by `compare`; the rest is dropped on the way. */
export function createBestOf<Item extends { score: number }>(
  limit: number,
  compare: (one: Item, other: Item) => number,
): BestOf<Item> {
  const kept: Array<Item> = []
  let least = Number.NEGATIVE_INFINITY
  return {
    least: () => least,
    offer(item) {
      let at = kept.length
      while (at > 0 && compare(item, kept[at - 1] as Item) < 0) at--
      if (at >= limit) return
      kept.splice(at, 0, item)
      if (kept.length > limit) kept.pop()
      if (kept.length === limit) least = (kept[limit - 1] as Item).score
    },
    items: () => kept,
  }
}
