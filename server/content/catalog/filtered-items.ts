import type { ContentType } from '#domain/content.ts'
import { filterMatcher } from '#domain/filter-matcher.ts'
import type { ListFacets, ListFilters } from '#domain/list-filters.ts'
import { isSoundPath } from '#domain/sound.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'
import type { SiteState } from './site-state.ts'
import { statusOf } from './stored-items.ts'

/** The most tags that are offered. */
const mostTags = 200

type Item = RecordOf<ContentType>

const categoryOf = ({ entry: { item } }: Item) => ('category' in item ? item.category : null)
const tagsOf = ({ entry: { item } }: Item) => ('tags' in item ? item.tags : [])

/** The items of a type that match all filters, newest first. */
export function filteredItems(
  state: SiteState,
  type: ContentType,
  filters: ListFilters,
  { now, mentions }: { now: Date; mentions: (file: FileRecord) => ReadonlyArray<string> },
) {
  const { warning, sound } = filters
  const instant = now.toISOString()
  const { timeZone } = state.settings
  const authorKey = (named: string) => authorOf(state, named).value
  const matches = filterMatcher(filters, { timeZone, authorKey })
  const tests: Array<(record: Item) => boolean> = [
    (record) => matches(record.entry.item, statusOf(record, instant)),
  ]
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
