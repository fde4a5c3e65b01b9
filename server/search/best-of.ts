/** The best `limit` of what is offered, best first, by `compare`; the rest is dropped on the way. */
export function createBestOf<Item>(limit: number, compare: (one: Item, other: Item) => number) {
  const kept: Array<Item> = []
  return {
    offer(item: Item): void {
      if (kept.length === limit && compare(item, kept[limit - 1] as Item) >= 0) return
      let at = kept.length
      while (at > 0 && compare(item, kept[at - 1] as Item) < 0) at--
      kept.splice(at, 0, item)
      if (kept.length > limit) kept.pop()
    },
    items: (): Array<Item> => kept,
  }
}
