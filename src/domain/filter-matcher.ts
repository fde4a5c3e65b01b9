import { parseDate } from './dates.ts'

/** The filters of lists of items, in the order of the screen. */
export const filterNames = [
  'status',
  'category',
  'author',
  'tag',
  'year',
  'warning',
  'sound',
] as const
export type FilterName = (typeof filterNames)[number]
type Filters = Partial<Record<FilterName, string>>

/** What the filters compare. */
export interface Filterable {
  author: ReadonlyArray<string>
  publishedAt: string | null
  category?: string | null
  tags?: ReadonlyArray<string>
}

/**
 * Returns a function that tells whether an item, with its status, matches all filters except
 * `warning` and `sound`, which need the files. `authorKey` gives the key of an author from a key or
 * name; years begin in `timeZone`.
 */
export function filterMatcher(
  { status, category, author, tag, year }: Filters,
  { timeZone, authorKey }: { timeZone: string; authorKey: (named: string) => string },
): (item: Filterable, status: string) => boolean {
  const tests: Array<(item: Filterable, status: string) => boolean> = []
  if (status) tests.push((_, own) => own === status)
  if (category) tests.push((item) => item.category === category)
  if (author) {
    const wanted = authorKey(author)
    tests.push((item) => item.author.some((named) => authorKey(named) === wanted))
  }
  if (tag) {
    const wanted = tag.toLowerCase()
    tests.push(({ tags = [] }) => tags.some((one) => one.toLowerCase() === wanted))
  }
  if (year) {
    const [from, end] = [startOf(Number(year)), startOf(Number(year) + 1)]
    tests.push(({ publishedAt: at }) => at !== null && at >= from && at < end)
  }
  return (item, own) => tests.every((matches) => matches(item, own))

  function startOf(wanted: number) {
    const day = `${String(wanted).padStart(4, '0')}-01-01`
    return parseDate(day, timeZone)?.toISOString() ?? '\uffff'
  }
}
