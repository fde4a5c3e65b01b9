/** A bounded list of the best items. */
export interface BestOf<Item> {
  /** The lowest score that can still enter the list. */
  least(): number
  offer(item: Item): void
  /** Best first. */
  items(): Array<Item>
}

/** Collects the best `limit` items by `compare`. */
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
