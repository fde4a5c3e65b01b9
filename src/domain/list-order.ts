import type { z } from 'zod'
import type { listQuery } from './list-query.ts'

/** The fields by which a list is searched and sorted. */
export interface Listed {
  id: number
  title: string
  publishedAt: string | null
  excerpt?: string
  description?: string
}

type Sort = z.infer<typeof listQuery>['sort']

const collator = new Intl.Collator('en')

/** The sort key for dates. A draft without a date is newer than all dated items, so that its author finds it first. */
const dated = ({ publishedAt }: Listed) => publishedAt ?? '\uffff'

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The sort key for titles, limited to 200 characters: cursors contain it, and addresses must stay short. */
export const sortTitle = ({ title }: { title: string }) => title.slice(0, 200)

/** The sort orders of the manage screen (specification, section 9); equal items are sorted by id. */
export const comparers: Record<Sort, (a: Listed, b: Listed) => number> = {
  newest: (a, b) => compare(dated(b), dated(a)) || b.id - a.id,
  oldest: (a, b) => compare(dated(a), dated(b)) || a.id - b.id,
  title: (a, b) => collator.compare(sortTitle(a), sortTitle(b)) || a.id - b.id,
  'title-desc': (a, b) => collator.compare(sortTitle(b), sortTitle(a)) || b.id - a.id,
}

/** Returns a function that tells whether title, excerpt or description contain `q`, in any case. */
export function matcherOf(q: string | undefined): (item: Listed) => boolean {
  const needle = q?.trim().toLowerCase()
  if (!needle) return () => true
  return (item) => [item.title, item.excerpt, item.description].some((text) => text?.toLowerCase().includes(needle))
}
