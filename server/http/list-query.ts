import { z } from 'zod'
import { listQuery } from '#domain/list-query.ts'
import { HttpError } from './http-error.ts'

/** What a list is searched and sorted by. */
export interface Listed {
  id: number
  title: string
  publishedAt: string | null
  excerpt?: string
  description?: string
}

type Sort = z.infer<typeof listQuery>['sort']

/** A draft without a date is younger than all that is dated: whoever has just begun one finds it first. */
const dated = ({ publishedAt }: Listed) => publishedAt ?? '\uffff'

/** The sort rules of the manage screen (specification, section 9); the id decides among equals. */
const comparers: Record<Sort, (a: Listed, b: Listed) => number> = {
  newest: (a, b) => compare(dated(b), dated(a)) || b.id - a.id,
  oldest: (a, b) => compare(dated(a), dated(b)) || a.id - b.id,
  title: (a, b) => collator.compare(sortTitle(a), sortTitle(b)) || a.id - b.id,
  'title-desc': (a, b) => collator.compare(sortTitle(b), sortTitle(a)) || b.id - a.id,
}

const collator = new Intl.Collator('en')

/** What of a title decides about its place: a cursor carries it, and an address must not grow with it. */
const sortTitle = ({ title }: { title: string }) => title.slice(0, 200)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const cursorShape = z.object({ id: z.number(), title: z.string(), publishedAt: z.string().nullable() })

/**
 * Filters, sorts and cuts a list by the query of a request. `total` counts all that match; `next` is the query of the following page, or null. The
 * cursor is the last item's place in the order, so that items that come or go between two pages are neither repeated nor lost. Throws HttpError 400.
 */
export function applyListQuery<Item extends Listed>(
  items: Array<Item>,
  query: unknown,
): { items: Array<Item>; total: number; next: string | null } {
  const parsed = listQuery.safeParse(query)
  if (!parsed.success) throw new HttpError(400, `Not a valid list query: ${parsed.error.issues[0]?.message}`)
  const { limit, cursor, q, sort } = parsed.data
  const comparer = comparers[sort]
  const needle = q?.trim().toLowerCase()
  const matching = needle
    ? items.filter((item) =>
        [item.title, item.excerpt, item.description].some((text) => text?.toLowerCase().includes(needle)),
      )
    : items
  const sorted = [...matching].sort(comparer)
  const from = cursor === undefined ? 0 : after(sorted, decodeCursor(cursor), comparer)
  const total = sorted.length
  if (limit === undefined) return { items: sorted.slice(from), total, next: null }
  const page = sorted.slice(from, from + limit)
  const last = page.at(-1)
  if (!last || from + limit >= sorted.length) return { items: page, total, next: null }
  const next = new URLSearchParams({ limit: String(limit), cursor: encodeCursor(last), sort, ...(q && { q }) })
  return { items: page, total, next: next.toString() }
}

function after(sorted: Array<Listed>, cursor: Listed, comparer: (a: Listed, b: Listed) => number): number {
  const index = sorted.findIndex((item) => comparer(item, cursor) > 0)
  return index < 0 ? sorted.length : index
}

function encodeCursor({ id, title, publishedAt }: Listed): string {
  return Buffer.from(JSON.stringify({ id, title: sortTitle({ title }), publishedAt })).toString('base64url')
}

function decodeCursor(text: string): Listed {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new HttpError(400, 'The cursor is not one of ours.')
  }
}
