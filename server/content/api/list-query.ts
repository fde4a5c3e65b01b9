import { z } from 'zod'
import { comparerOf, type Listed, matcherOf, sortTitle } from '#domain/list-order.ts'
import type { listQuery } from '#domain/list-query.ts'
import { decodeCursor, pageFrom } from '../../http/request-parts.ts'

const cursorShape = z.object({
  id: z.number(),
  title: z.string(),
  publishedAt: z.string().nullable(),
})

/**
 * Filters, sorts and cuts a list by the query of a request, on a site in a language. `total` counts
 * all that match; `next` is the query of the following page, or null. The cursor is the sort key of
 * the last item, so that no item is repeated or skipped when others are added or deleted meanwhile.
 * Throws HttpError 400.
 */
export function listPage<Item extends Listed>(
  items: ReadonlyArray<Item>,
  { limit, cursor, q, sort }: z.output<typeof listQuery>,
  language: string,
  filters: Record<string, string> = {},
): { items: Array<Item>; total: number; next: string | null } {
  const comparer = comparerOf(sort, language)
  const sorted = items.filter(matcherOf(q)).sort(comparer)
  const from = cursor === undefined ? 0 : after(sorted, decodeCursor(cursorShape, cursor), comparer)
  return pageFrom(sorted, from, limit, keyOf, { sort, ...(q && { q }), ...filters })
}

function after(
  sorted: Array<Listed>,
  cursor: Listed,
  comparer: (a: Listed, b: Listed) => number,
): number {
  const index = sorted.findIndex((item) => comparer(item, cursor) > 0)
  return index < 0 ? sorted.length : index
}

const keyOf = ({ id, title, publishedAt }: Listed) => ({
  id,
  title: sortTitle({ title }),
  publishedAt,
})
