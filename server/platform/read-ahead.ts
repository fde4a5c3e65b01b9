/** How many values are read before the first of them is used. */
const most = 16

/**
 * Reads a value for each item, some of them before they are needed, and returns them in order. What
 * `read` rejects with is thrown in the turn of its item.
 */
export async function* readAhead<Item, Value>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Value>,
): AsyncGenerator<[Item, Value]> {
  const ahead: Array<{ item: Item; value: Promise<Value> }> = []
  for (const item of items) {
    const value = read(item)
    value.catch(() => undefined)
    ahead.push({ item, value })
    if (ahead.length < most) continue
    const next = ahead.shift()!
    yield [next.item, await next.value]
  }
  for (const { item, value } of ahead) yield [item, await value]
}
