import { comparerOf, isSort, type Listed, matcherOf } from '#domain/list-order.ts'
import type { ListedPicture } from '#domain/media.ts'
import { pictureMatcher } from '#domain/picture-matcher.ts'

/**
 * Answers a list query from the cached whole list: filtered and sorted as by the server, on one
 * page. Null for a query for a later page, one with filters, which the cached list does not know, or
 * one that the server would refuse.
 */
export function cachedList(
  whole: ReadonlyArray<Listed>,
  query: URLSearchParams,
  language: string,
): { items: Array<Listed>; total: number } | null {
  const sort = query.get('sort') ?? 'newest'
  const isKnown = [...query.keys()].every((name) => ['q', 'sort', 'limit'].includes(name))
  if (!isKnown || !isSort(sort)) return null
  const items = whole
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
