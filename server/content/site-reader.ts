import { isCategory } from '#domain/categories.ts'
import type { RenderedBody } from '#domain/content.ts'
import type { SearchResults } from '#domain/search.ts'
import { itemsPerPage, type PageOf, type SiteReader } from '#domain/site-reader.ts'
import { findPublished } from './catalog.ts'
import { normalAddress } from './redirects.ts'
import type { SiteState } from './site-state.ts'
import { wholeItem } from './whole-item.ts'

export interface SiteReaderParts {
  state: () => SiteState
  body: (blob: string) => Promise<RenderedBody>
  /** Paths that pictures may have of which a file speaks; null when it can't be read just now. */
  mentions: (blob: string) => ReadonlyArray<string> | null
  search: (query: string) => Promise<SearchResults>
  /** How often a download was taken, as pages show it. */
  downloadCount: (id: number) => number
}

/** The published site over whatever state is current. Every answer costs what it holds, not what the site holds. */
export function createSiteReader({ state, body, mentions, search, downloadCount }: SiteReaderParts): SiteReader {
  return {
    settings: () => state().settings,
    featured: () => summaries(state().articles.published.filter((record) => record.entry.item.featured)),
    articles: (limit) => summaries(state().articles.published, limit),
    articlesIn(category, page) {
      const { articles, articlesByCategory } = state()
      return pageOf(category === 'all' ? articles.published : (articlesByCategory.get().get(category) ?? []), page)
    },
    article(slug) {
      const record = findPublished(state().articles, slug)
      return record ? wholeItem(record, state().times) : null
    },
    articleById(id) {
      const record = findPublished(state().articles, id)
      return record ? wholeItem(record, state().times) : null
    },
    related(id) {
      const record = findPublished(state().articles, id)
      return record ? summaries(state().related.get().find(record)) : []
    },
    news: (limit) => summaries(state().news.published, limit),
    newsPage: (page) => pageOf(state().news.published, page),
    newsItem(id) {
      const record = findPublished(state().news, id)
      return record ? wholeItem(record, state().times) : null
    },
    newsletters: (limit) => summaries(state().newsletters.published, limit),
    newslettersPage: (page) => pageOf(state().newsletters.published, page),
    newsletter(id) {
      const record = findPublished(state().newsletters, id)
      return record ? wholeItem(record, state().times) : null
    },
    newsletterNeighbours(id) {
      const { published } = state().newsletters
      const index = published.findIndex((record) => record.entry.item.id === id)
      if (index === -1) return { previous: null, next: null }
      return {
        previous: published[index + 1]?.entry.item ?? null,
        next: published[index - 1]?.entry.item ?? null,
      }
    },
    categoryCounts: () =>
      Object.fromEntries(
        [...state().articlesByCategory.get()].flatMap(([category, records]) =>
          isCategory(category) ? [[category, records.length]] : [],
        ),
      ),
    downloads: () =>
      state()
        .downloads.get()
        .downloads.map(({ download }) => ({ ...download, downloadCount: downloadCount(download.id) })),
    staticPage: (name) => state().pages.get().get(name) ?? null,
    redirect(path) {
      const address = normalAddress(path)
      const { redirects, derivedAddresses } = state()
      // Ids that come from a path have ten digits or more; only for those is the list made.
      const derived = /^\/(news|newsletter)\/\d{10,}$/.test(address) ? derivedAddresses.get().get(address) : null
      return redirects.get().redirects.get(address) ?? derived ?? null
    },
    pictures({ blob }) {
      const paths = mentions(blob)
      if (!paths) return null
      const { records } = state()
      return Object.fromEntries(
        paths.flatMap((path) => {
          const record = records.get(path)
          return record && !record.kind ? [[path, record.blob]] : []
        }),
      )
    },
    body: ({ blob }) => body(blob),
    search,
  }
}

interface Holds<Item> {
  entry: { item: Item }
}

function summaries<Item>(records: ReadonlyArray<Holds<Item>>, limit = records.length): Array<Item> {
  return records.slice(0, limit).map((record) => record.entry.item)
}

/** One page of a list; an empty list has one empty page, and there is no page past the end. */
function pageOf<Item>(records: ReadonlyArray<Holds<Item>>, page: number): PageOf<Item> | null {
  const pages = Math.max(1, Math.ceil(records.length / itemsPerPage))
  if (!Number.isInteger(page) || page < 1 || page > pages) return null
  const items = summaries(records.slice((page - 1) * itemsPerPage, page * itemsPerPage))
  return { items, page, pages, total: records.length }
}
