import type { ContentType } from '#domain/content.ts'
import { parseDate } from '#domain/dates.ts'
import type { ListFacets, ListFilters } from '#domain/list-filters.ts'
import { isSoundPath } from '#domain/sound.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'
import type { SiteState } from './site-state.ts'
import { statusOf } from './stored-items.ts'

/** The most tags that are offered. */
const mostTags = 200

type Item = RecordOf<ContentType>
type Matches = (record: Item) => boolean

const categoryOf = ({ entry: { item } }: Item) => ('category' in item ? item.category : null)
const tagsOf = ({ entry: { item } }: Item) => ('tags' in item ? item.tags : [])

/** The items of a type that match all filters, newest first. */
export function filteredItems(
  state: SiteState,
  type: ContentType,
  filters: ListFilters,
  { now, mentions }: { now: Date; mentions: (file: FileRecord) => ReadonlyArray<string> },
) {
  const { status, category, author, tag, year, warning, sound } = filters
  const instant = now.toISOString()
  const tests: Array<Matches> = []
  if (status) tests.push((record) => statusOf(record, instant) === status)
  if (category) tests.push((record) => categoryOf(record) === category)
  if (author) {
    const wanted = authorOf(state, author).value
    tests.push(({ entry }) =>
      entry.item.author.some((one) => authorOf(state, one).value === wanted),
    )
  }
  if (tag) {
    const wanted = tag.toLowerCase()
    tests.push((record) => tagsOf(record).some((one) => one.toLowerCase() === wanted))
  }
  if (year) tests.push(isIn(year, state.settings.timeZone))
  if (warning) {
    const paths = new Set(state.warnings.get().map(({ path }) => path))
    tests.push(({ path }) => paths.has(path))
  }
  if (sound) {
    tests.push((record) =>
      mentions(record).some((path) => {
        const file = isSoundPath(path) ? state.records.get(path) : undefined
        return file !== undefined && !file.kind
      }),
    )
  }
  const records: ReadonlyArray<Item> = state[type].all
  return records.filter((record) => tests.every((matches) => matches(record)))
}

/** Whether an item is dated in a year of a time zone. */
function isIn(year: string, timeZone: string): Matches {
  const start = (at: number) =>
    parseDate(`${String(at).padStart(4, '0')}-01-01`, timeZone)?.toISOString() ?? '\uffff'
  const [from, end] = [start(Number(year)), start(Number(year) + 1)]
  return ({ entry: { item } }) =>
    item.publishedAt !== null && item.publishedAt >= from && item.publishedAt < end
}

/** An author that an item names by key or name. */
function authorOf(state: SiteState, named: string) {
  const author = state.authors.get().find(named)
  return { value: author?.key ?? named, label: author?.name ?? named }
}

/** The values that the filters of a type offer. */
export function facetsOf(state: SiteState, type: ContentType): ListFacets {
  const { categories } = state.vocabulary
  const records: ReadonlyArray<Item> = state[type].all
  const { timeZone } = state.settings
  const years = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' })
  const yearOf = ({ entry: { item } }: Item) =>
    item.publishedAt === null ? [] : [years.format(new Date(item.publishedAt))]
  const counts = (
    valuesOf: (record: Item) => Iterable<string>,
    labelOf = (value: string) => value,
  ) => {
    const found = new Map<string, number>()
    for (const record of records)
      for (const value of new Set(valuesOf(record))) found.set(value, (found.get(value) ?? 0) + 1)
    return [...found]
      .map(([value, count]) => ({ value, label: labelOf(value), count }))
      .sort((one, other) => other.count - one.count)
  }
  return {
    category: counts(
      (record) => [categoryOf(record) ?? []].flat(),
      (value) => (categories.has(value) ? categories.label(value) : value),
    ),
    author: counts(
      ({ entry }) => entry.item.author.map((named) => authorOf(state, named).value),
      (value) => authorOf(state, value).label,
    ),
    tag: counts(tagsOf).slice(0, mostTags),
    year: counts(yearOf).sort((one, other) => Number(other.value) - Number(one.value)),
  }
}
