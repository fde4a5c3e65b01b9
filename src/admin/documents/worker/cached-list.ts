import { type Filterable, filterMatcher, filterNames } from '#domain/filter-matcher.ts'
import type { ListFacets } from '#domain/list-filters.ts'
import { comparerOf, isSort, type Listed, matcherOf } from '#domain/list-order.ts'
import type { ListedPicture } from '#domain/media.ts'
import { pictureMatcher } from '#domain/picture-matcher.ts'

/** The filters that the cached list can answer; the others need the files. */
const known = filterNames.filter((name) => name !== 'warning' && name !== 'sound')

/** What the list was made with. */
export interface ListContext {
  language: string
  timeZone: string
  /** The authors of the items, by key and name. */
  authors: ListFacets['author']
}

/**
 * Answers a list query from the cached whole list: filtered and sorted as by the server, on one
 * page. Null for a query for a later page, one with a filter that needs the files, or one that the
 * server would refuse.
 */
export function cachedList(
  whole: ReadonlyArray<Listed & Filterable & { status: string }>,
  query: URLSearchParams,
  { language, timeZone, authors }: ListContext,
): { items: Array<Listed>; total: number } | null {
  const sort = query.get('sort') ?? 'newest'
  const names = ['q', 'sort', 'limit', ...known]
  if (![...query.keys()].every((name) => names.includes(name)) || !isSort(sort)) return null
  const filters = Object.fromEntries(known.map((name) => [name, query.get(name) ?? undefined]))
  const authorKey = (named: string) =>
    authors.find(({ value, label }) => value === named || label === named)?.value ?? named
  const matches = filterMatcher(filters, { timeZone, authorKey })
  const items = whole
    .filter((item) => matches(item, item.status))
    .filter(matcherOf(query.get('q') ?? undefined))
    .sort(comparerOf(sort, language))
  return { items, total: items.length }
}

/** The same for the library of pictures, which has a fixed order. */
export function cachedPictures(
  whole: ReadonlyArray<ListedPicture>,
  query: URLSearchParams,
): { items: Array<ListedPicture>; total: number } | null {
  if (query.has('cursor')) return null
  const matches = pictureMatcher(query.get('q') ?? undefined)
  const items = whole.filter(({ url, usedBy }) => matches({ path: decodeURI(url), usedBy }))
  return { items, total: items.length }
}
