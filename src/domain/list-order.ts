import type { z } from 'zod'
import { localeOf } from './dates.ts'
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

const collators = new Map<string, Intl.Collator>()

/** The order of texts that people read, in the language of the site. */
export function collatorOf(language: string): Intl.Collator {
  const locale = localeOf(language)
  const known = collators.get(locale) ?? new Intl.Collator(locale)
  collators.set(locale, known)
  return known
}

/**
 * The sort key for dates. A draft without a date is newer than all dated items, so that its author
 * finds it first.
 */
const dated = ({ publishedAt }: Listed) => publishedAt ?? '\uffff'

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The sort key for titles, limited to 200 characters: cursors contain it, and addresses must stay
 * short.
 */
export const sortTitle = ({ title }: { title: string }) => title.slice(0, 200)

type Comparer = (a: Listed, b: Listed) => number

const byTitle = (a: Listed, b: Listed, { compare }: Intl.Collator) =>
  compare(sortTitle(a), sortTitle(b)) || a.id - b.id

/**
 * The sort orders of the manage screen (specification, section 9); equal items are sorted by id.
 */
const comparers: Record<Sort, (collator: Intl.Collator) => Comparer> = {
  newest: () => (a, b) => compare(dated(b), dated(a)) || b.id - a.id,
  oldest: () => (a, b) => compare(dated(a), dated(b)) || a.id - b.id,
  title: (collator) => (a, b) => byTitle(a, b, collator),
  'title-desc': (collator) => (a, b) => byTitle(b, a, collator),
}

export function isSort(name: string): name is Sort {
  return Object.hasOwn(comparers, name)
}

/** A sort order, with titles as in the language of the site. */
export function comparerOf(sort: Sort, language: string): Comparer {
  return comparers[sort](collatorOf(language))
}

/** Returns a function that tells whether title, excerpt or description contain `q`, in any case. */
export function matcherOf(q: string | undefined): (item: Listed) => boolean {
  const needle = q?.trim().toLowerCase()
  if (!needle) return () => true
  return (item) =>
    [item.title, item.excerpt, item.description].some((text) =>
      text?.toLowerCase().includes(needle),
    )
}
