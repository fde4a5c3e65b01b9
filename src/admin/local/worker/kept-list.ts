import { comparers, type Listed, matcherOf } from '#domain/list-order.ts'

/**
 * Answers a list as the server would, from the whole list that this browser knows: searched and sorted, on one page. Null for a query that asks for a
 * later page, or for what the server would refuse.
 */
export function keptList(
  whole: ReadonlyArray<Listed>,
  query: URLSearchParams,
): { items: Array<Listed>; total: number } | null {
  const sort = query.get('sort') ?? 'newest'
  if (query.has('cursor') || !isSort(sort)) return null
  const items = whole.filter(matcherOf(query.get('q') ?? undefined)).sort(comparers[sort])
  return { items, total: items.length }
}

function isSort(name: string): name is keyof typeof comparers {
  return Object.hasOwn(comparers, name)
}
