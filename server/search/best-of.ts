/** A bounded list of the best items. */
interface BestOf<Item> {
  /** The last item of a full list; undefined while every item enters. */
  last(): Item | undefined
  offer(item: Item): void
  /** Best first. */
  items(): Array<Item>
}

/** Collects the best `limit` items by `compare`. */
export function createBestOf<Item>(
  limit: number,
  compare: (one: Item, other: Item) => number,
): BestOf<Item> {
  const kept: Array<Item> = []
  return {
    last: () => kept[limit - 1],
    offer(item) {
      let at = kept.length
      while (at > 0 && compare(item, kept[at - 1] as Item) < 0) at--
      if (at >= limit) return
      kept.splice(at, 0, item)
      if (kept.length > limit) kept.pop()
    },
    items: () => kept,
  }
}
