import type { z } from 'zod'
import type { listQuery } from './list-query.ts'

/** What a list is searched and sorted by. */
export interface Listed {
  id: number
  title: string
  publishedAt: string | null
  excerpt?: string
  description?: string
}

type Sort = z.infer<typeof listQuery>['sort']

const collator = new Intl.Collator('en')

/** A draft without a date is younger than all that is dated: whoever has just begun one finds it first. */
const dated = ({ publishedAt }: Listed) => publishedAt ?? '\uffff'

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What of a title decides about its place: a cursor carries it, and an address must not grow with it. */
export const sortTitle = ({ title }: { title: string }) => title.slice(0, 200)

/** The sort rules of the manage screen (specification, section 9); the id decides among equals. */
export const comparers: Record<Sort, (a: Listed, b: Listed) => number> = {
  newest: (a, b) => compare(dated(b), dated(a)) || b.id - a.id,
  oldest: (a, b) => compare(dated(a), dated(b)) || a.id - b.id,
  title: (a, b) => collator.compare(sortTitle(a), sortTitle(b)) || a.id - b.id,
  'title-desc': (a, b) => collator.compare(sortTitle(b), sortTitle(a)) || b.id - a.id,
}

/** Whether an item holds what is looked for: a part of title, excerpt or description, in any case. */
export function matcherOf(q: string | undefined): (item: Listed) => boolean {
  const needle = q?.trim().toLowerCase()
  if (!needle) return () => true
  return (item) => [item.title, item.excerpt, item.description].some((text) => text?.toLowerCase().includes(needle))
}
