/** The best `limit` items by `compare`, best first. */
export function bestOf<Item>(
  items: Iterable<Item>,
  limit: number,
  compare: (one: Item, other: Item) => number,
): Array<Item> {
  const kept: Array<Item> = []
  for (const item of items) {
    let at = kept.length
    while (at > 0 && compare(item, kept[at - 1]!) < 0) at--
    if (at === limit) continue
    kept.splice(at, 0, item)
    if (kept.length > limit) kept.pop()
  }
  return kept
}
