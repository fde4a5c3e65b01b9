/** The items of each key, in order; one may have several keys, or none. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keysOf: (item: Item) => Iterable<Key>,
): Map<Key, Array<Item>> {
  const groups = new Map<Key, Array<Item>>()
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  return groups
}
