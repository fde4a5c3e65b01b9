import type { ContentType } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { itemAt } from '#domain/item/types.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import { seriesKey } from './article-groups.ts'
import { isPublished, type RecordOf } from './catalog.ts'
import { wholeItem } from './item-times.ts'
import { partsInOrder } from './site-reader.ts'
import { type SiteState, textPageOf } from './site-state.ts'

/** An item, published or not. */
export interface StoredItem<Item> {
  status: 'published' | 'scheduled' | 'draft'
  /** The value of `draft` in the file. An item without a date is a draft too. */
  draft: boolean
  /** Relative to the content folder. */
  path: string
  item: Item
}

/** Every item of a type, newest first. */
export function storedItems<Type extends ContentType>(
  state: SiteState,
  type: Type,
  now: Date,
): Array<StoredItem<ItemOf[Type]>> {
  const records: ReadonlyArray<RecordOf<ContentType>> = state[type].all
  const instant = now.toISOString()
  return records.map((record) => storedOf(record, state, instant))
}

/** The item with an id, or null. */
export function storedItem<Type extends ContentType>(
  state: SiteState,
  type: Type,
  id: number,
  now: Date,
): StoredItem<ItemOf[Type]> | null {
  const record: RecordOf<ContentType> | undefined = state[type].byId.get(id)
  return record ? storedOf(record, state, now.toISOString()) : null
}

function storedOf<Item>(
  record: RecordOf<ContentType>,
  state: SiteState,
  instant: string,
): StoredItem<Item> {
  return {
    status: statusOf(record, instant),
    draft: record.entry.draft,
    path: record.path,
    item: wholeItem(record, state.times) as Item,
  }
}

function statusOf(record: RecordOf<ContentType>, instant: string): StoredItem<unknown>['status'] {
  if (isPublished(record, instant)) return 'published'
  return record.entry.draft || record.entry.item.publishedAt === null ? 'draft' : 'scheduled'
}

/**
 * A draft or scheduled item, and a view of the site that contains it: administrators see its page
 * before it is published.
 */
export interface Unpublished {
  item: UnpublishedItem
  site: SiteReader
}

/** The unpublished item whose page has an address, or null. */
export function unpublishedAt(
  state: SiteState,
  site: SiteReader,
  path: string,
  now: Date,
): Unpublished | null {
  const place = itemAt(path)
  if (!place) return unpublishedPage(state, site, path)
  const { type, key } = place
  const record: RecordOf<ContentType> | undefined =
    typeof key === 'string' ? state[type].bySlug.get(key) : state[type].byId.get(key)
  if (!record || isPublished(record, now.toISOString())) return null
  const { draft, item } = record.entry
  const status = draft || item.publishedAt === null ? 'draft' : 'scheduled'
  return {
    item: {
      editedAt: `/admin/draft-editor?id=${item.id}&type=${type}`,
      status,
      publishedAt: item.publishedAt,
    },
    site: siteWith(state, site, record),
  }
}

/** The page of the site's own texts that is a draft and has an address, or null. */
function unpublishedPage(state: SiteState, site: SiteReader, path: string): Unpublished | null {
  const name = percentDecoded(path.slice(1)) ?? ''
  const { files, byName } = state.pages.get()
  const record = files.get(name)
  if (!record || byName.has(name)) return null
  const page = textPageOf(record, state.times)
  return {
    item: {
      editedAt: `/admin/site?page=${encodeURIComponent(name)}`,
      status: 'draft',
      publishedAt: null,
    },
    site: { ...site, staticPage: (asked) => (asked === name ? page : site.staticPage(asked)) },
  }
}

function siteWith(state: SiteState, site: SiteReader, record: RecordOf<ContentType>): SiteReader {
  const { kind } = record.entry
  const { id, slug } = record.entry.item
  const whole = wholeItem(record, state.times)
  const isGiven = (type: ContentType, key: number | string) =>
    type === kind && (key === id || key === slug)
  const own = {
    ...site,
    item: (type: ContentType, key: number | string) =>
      isGiven(type, key) ? whole : site.item(type, key),
  } as SiteReader
  const ownSeries = 'series' in whole && whole.series !== null ? seriesKey(whole.series) : null
  if (kind === 'articles')
    return {
      ...own,
      related: (number) =>
        number === id
          ? state.related
              .get()
              .find(record as RecordOf<'articles'>)
              .map(({ entry }) => entry.item)
          : site.related(number),
      seriesParts: (name) =>
        seriesKey(name) === ownSeries
          ? partsWith(
              record as RecordOf<'articles'>,
              state.articlesBySeries.get().get(ownSeries) ?? [],
            )
          : site.seriesParts(name),
    }
  if (kind === 'newsletters')
    return {
      ...own,
      newsletterNeighbours: (number) =>
        number === id ? neighborsOf(state, whole.publishedAt) : site.newsletterNeighbours(number),
    }
  return own
}

/**
 * The parts of a series with one that is not published at the place of its date; without a date it
 * is the last one.
 */
function partsWith(record: RecordOf<'articles'>, published: ReadonlyArray<RecordOf<'articles'>>) {
  const date = record.entry.item.publishedAt
  const place =
    date === null ? 0 : published.findIndex(({ entry }) => (entry.item.publishedAt ?? '') <= date)
  return partsInOrder(published.toSpliced(place === -1 ? published.length : place, 0, record))
}

/** The neighbours of an issue with this date; an issue without a date counts as the newest. */
function neighborsOf(
  state: SiteState,
  date: string | null,
): ReturnType<SiteReader['newsletterNeighbours']> {
  const issues = state.newsletters.published.map(({ entry }) => entry.item)
  const place =
    date === null ? 0 : issues.findIndex(({ publishedAt }) => (publishedAt ?? '') <= date)
  const index = place === -1 ? issues.length : place
  return { previous: issues[index] ?? null, next: issues[index - 1] ?? null }
}
