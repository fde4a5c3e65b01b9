import type { ContentType, RenderedBody } from '#domain/content.ts'
import type { ArticleSummary, ItemOf, ItemSummary } from '#domain/item/summary.ts'
import { itemAt } from '#domain/item/types.ts'
import {
  type AuthoredItem,
  itemsPerPage,
  type PageOf,
  type SeriesPart,
  type SiteReader,
  type StartPath,
} from '#domain/site-reader.ts'
import { isSoundPath } from '#domain/sound.ts'
import type { FileRecord, RecordOf } from '../read/file-record.ts'
import { seriesKey } from './article-groups.ts'
import { articleLists } from './article-lists.ts'
import { findPublished } from './catalog.ts'
import { wholeItem } from './item-times.ts'
import {
  categoryArchive,
  entryAddress,
  laterPage,
  normalAddress,
  tagSearch,
  wordlessKey,
} from './redirects.ts'
import type { SiteState } from './site-state.ts'

export interface SiteReaderParts {
  state: () => SiteState
  body: (blob: string) => Promise<RenderedBody>
  /** The possible paths of the pictures and sounds that a file names. */
  mentions: (file: FileRecord) => ReadonlyArray<string>
  search: SiteReader['search']
  contents: SiteReader['contents']
  preview: SiteReader['preview']
  player: SiteReader['player']
  /** How often a file was downloaded, as pages show it. */
  downloadCount: (id: number) => number
}

/**
 * A read-only view of the published site. The cost of a query depends on the size of its result,
 * not on the size of the site.
 */
export function createSiteReader({
  state,
  body,
  mentions,
  downloadCount,
  ...parts
}: SiteReaderParts): SiteReader {
  const soundsOf = (record: FileRecord) =>
    [...(record.media ?? []), ...(record.beside ?? [])].some(isSoundPath)
      ? Object.keys(blobsAt(state(), mentions(record))).filter(isSoundPath)
      : []
  const lists = articleLists(state, soundsOf)
  return {
    settings: () => state().settings,
    items: (type, limit) => summaries(published(state(), type), limit),
    itemsPage: (type, page) =>
      isOn(state(), type) ? pageOf(published(state(), type), page) : null,
    item(type, key) {
      const record = publishedRecord(state(), type, key)
      return record && (wholeItem(record, state().times) as ItemOf[typeof type])
    },
    listed(type, key) {
      const record = publishedRecord(state(), type, key)
      return record && (record.entry.item as unknown as ItemSummary[typeof type])
    },
    featured: (limit) => featured(published(state(), 'articles'), limit),
    articlesIn(category, page, filters = {}) {
      const found = lists.matching(category, filters)
      return found && pageOf(found, page)
    },
    articleChoices: lists.choices,
    startPaths: () => startPaths(state()),
    related(id) {
      const record = findPublished(state().articles, id)
      return record ? summaries(state().related.get().find(record)) : []
    },
    seriesParts: (name) => partsInOrder(state().articlesBySeries.get().get(seriesKey(name)) ?? []),
    newsletterNeighbours: (id) => neighboursOf(state().newsletters.published, id),
    categoryCounts: () => categoryCounts(state()),
    tagCounts: () => state().tagCounts.get(),
    downloads: () =>
      (isOn(state(), 'downloads') ? state().downloads.get().downloads : []).map(({ download }) => ({
        ...download,
        downloadCount: downloadCount(download.id),
      })),
    author(key) {
      const author = state().authors.get().find(key)
      return author?.key === key ? author : null
    },
    authors: () => [...state().authors.get().all],
    bylines: (named) =>
      named.map((name) => {
        const author = state().authors.get().find(name)
        return { name: author?.name ?? name, key: author?.key ?? null }
      }),
    authorItems: (key, page) => authorItems(state().itemsByAuthor.get().get(key) ?? [], page),
    staticPage: (name) => state().pages.get().byName.get(name) ?? null,
    staticPages: () => [...state().pages.get().byName.values()],
    redirect: (path) => redirectOf(state(), path),
    hasSound(type, id) {
      const record = publishedRecord(state(), type, id)
      return record !== null && soundsOf(record).length > 0
    },
    comparisons(page) {
      const all = lists.compared()
      const list = all.length === 0 ? null : pageOf(all, page)
      if (!list) return null
      const shown = all.slice((page - 1) * itemsPerPage, page * itemsPerPage)
      const items = shown.map(({ entry, blob, compared: markdown = '' }) => ({
        article: entry.item,
        blob,
        markdown,
      }))
      return { ...list, items }
    },
    pictures({ blob }) {
      const file = state().texts.get().get(blob)
      return file ? blobsAt(state(), mentions(file)) : null
    },
    body: ({ blob }) => body(blob),
    search: parts.search,
    contents: parts.contents,
    preview: parts.preview,
    player: parts.player,
  }
}

/** Whether the site has this part. */
function isOn({ settings }: SiteState, part: ContentType | 'downloads') {
  return part === 'articles' || (settings.parts?.[part] ?? true)
}

/** The published records of a type. */
function published<Type extends ContentType>(state: SiteState, type: Type) {
  const records = isOn(state, type) ? state[type].published : []
  return records as unknown as ReadonlyArray<Holds<ItemSummary[Type]>>
}

function publishedRecord(state: SiteState, type: ContentType, key: number | string) {
  return isOn(state, type) ? findPublished<ContentType>(state[type], key) : null
}

function featured(
  articles: ReadonlyArray<Holds<ItemSummary['articles']>>,
  limit = Number.POSITIVE_INFINITY,
) {
  const found: Array<ItemSummary['articles']> = []
  for (const { entry } of articles) {
    if (found.length >= limit) break
    if (entry.item.featured) found.push(entry.item)
  }
  return found
}

function neighboursOf(published: ReadonlyArray<Holds<ItemSummary['newsletters']>>, id: number) {
  const index = published.findIndex((record) => record.entry.item.id === id)
  if (index === -1) return { previous: null, next: null }
  return {
    previous: published[index + 1]?.entry.item ?? null,
    next: published[index - 1]?.entry.item ?? null,
  }
}

function startPaths(state: SiteState): Array<StartPath> {
  const { startHere = {} } = state.settings
  return state.vocabulary.levels.keys.flatMap((level) => {
    const articles = (startHere[level] ?? []).flatMap((slug) => {
      const record = publishedRecord(state, 'articles', slug)
      return record ? [record.entry.item as ArticleSummary] : []
    })
    return articles.length > 0 ? [{ level, articles }] : []
  })
}

function categoryCounts({ articlesByCategory, vocabulary }: SiteState) {
  return Object.fromEntries(
    [...articlesByCategory.get()].flatMap(([category, records]) =>
      vocabulary.categories.has(category) ? [[category, records.length]] : [],
    ),
  )
}

function authorItems(
  records: ReadonlyArray<RecordOf<ContentType>>,
  page: number,
): ReturnType<SiteReader['authorItems']> {
  const list = pageOf<AuthoredItem['item']>(records, page)
  if (!list) return null
  const shown = records.slice((page - 1) * itemsPerPage, page * itemsPerPage)
  return {
    ...list,
    items: shown.map(({ entry }) => ({ type: entry.kind, item: entry.item }) as AuthoredItem),
  }
}

function redirectOf(state: SiteState, path: string): string | null {
  const address = normalAddress(path)
  const { redirects, derivedAddresses } = state
  // Derived ids have ten digits or more; only for them the map is built.
  const derived = /\/\d{10,}$/.test(address) ? derivedAddresses.get().get(address) : null
  return (
    redirects.get().redirects.get(address) ??
    derived ??
    wordlessAddress(state, address) ??
    tagSearch(address) ??
    categoryArchive(address, state.vocabulary.categories.normalize) ??
    laterPage.exec(address)?.[1] ??
    null
  )
}

/**
 * Where an address with a `wordlessKey` leads. Null for any other address, and where something is.
 */
function wordlessAddress(state: SiteState, address: string): string | null {
  const { type, key } = itemAt(address) ?? {}
  const id = typeof key === 'string' ? Number(/^[a-z]+-(\d{1,16})$/.exec(key)?.[1]) : 0
  if (!type || !id || !key || publishedRecord(state, type, key)) return null
  const entry = publishedRecord(state, type, id)?.entry
  return entry && wordlessKey(entry) === key ? entryAddress(entry) : null
}

/** The blobs of those of the paths where a file is. */
export function blobsAt(
  { records }: SiteState,
  paths: ReadonlyArray<string>,
): Record<string, string> {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const record = records.get(path)
      return record && !record.kind ? [[path, record.blob]] : []
    }),
  )
}

/** The parts of a series, from records in the order of lists: newest first. */
function partsInOrder(
  newestFirst: ReadonlyArray<Holds<ItemSummary['articles']>>,
): Array<SeriesPart> {
  return newestFirst
    .map(({ entry: { item } }) => ({ id: item.id, slug: item.slug, title: item.title }))
    .reverse()
}

interface Holds<Item> {
  entry: { item: Item }
}

function summaries<Item>(records: ReadonlyArray<Holds<Item>>, limit = records.length): Array<Item> {
  return records.slice(0, limit).map((record) => record.entry.item)
}

/** One page of a list, null past the end. An empty list has one empty page. */
function pageOf<Item>(records: ReadonlyArray<Holds<Item>>, page: number): PageOf<Item> | null {
  const pages = Math.max(1, Math.ceil(records.length / itemsPerPage))
  if (!Number.isInteger(page) || page < 1 || page > pages) return null
  const items = summaries(records.slice((page - 1) * itemsPerPage, page * itemsPerPage))
  return { items, page, pages, total: records.length }
}
