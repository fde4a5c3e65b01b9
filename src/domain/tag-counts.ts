/** The number of articles with each tag, by category. */
export type TagCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

const articlesCounted = 2_000

/**
 * Counts the tags of the newest articles. The result has the tags in the order in which they come
 * first.
 */
export function tagCounts<Item>(
  newestFirst: ReadonlyArray<Item>,
  articleOf: (item: Item) => { tags: ReadonlyArray<string>; category: string },
): TagCounts {
  const counts = new Map<string, Map<string, number>>()
  for (const { tags, category } of newestFirst.slice(0, articlesCounted).map(articleOf))
    for (const tag of tags) {
      const categories = counts.get(tag) ?? new Map<string, number>()
      if (categories.size === 0) counts.set(tag, categories)
      categories.set(category, (categories.get(category) ?? 0) + 1)
    }
  return counts
}
