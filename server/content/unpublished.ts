import type { Article, ContentType, NewsItem, Newsletter } from '#domain/content.ts'
import { itemAt } from '#domain/item/types.ts'
import type { SiteReader, UnpublishedItem } from '#domain/site-reader.ts'
import { isPublished } from './catalog.ts'
import type { RecordOf } from './duplicates.ts'
import type { SiteState } from './site-state.ts'
import { wholeItem } from './whole-item.ts'

/** A draft or scheduled item, and the site as it would be with it: for its own page, which administrators may see before visitors do. */
export interface Unpublished {
  item: UnpublishedItem
  site: SiteReader
}

/** The unpublished item whose page has an address, or null. */
export function unpublishedAt(state: SiteState, site: SiteReader, path: string, now: Date): Unpublished | null {
  const place = itemAt(path)
  if (!place) return null
  const { type, key } = place
  const record: RecordOf<ContentType> | undefined =
    typeof key === 'string' ? state[type].bySlug.get(decodeURIComponent(key)) : state[type].byId.get(key)
  if (!record || isPublished(record, now.toISOString())) return null
  const { draft, item } = record.entry
  const status = draft || item.publishedAt === null ? 'draft' : 'scheduled'
  return {
    item: { type, id: item.id, status, publishedAt: item.publishedAt },
    site: siteWith(state, site, record),
  }
}

function siteWith(state: SiteState, site: SiteReader, record: RecordOf<ContentType>): SiteReader {
  const { id, slug } = record.entry.item
  switch (record.entry.kind) {
    case 'articles': {
      const own = record as RecordOf<'articles'>
      const article: Article = wholeItem(own, state.times)
      const related = () => state.related.get().find(own)
      return {
        ...site,
        article: (name) => (name === slug ? article : site.article(name)),
        articleById: (number) => (number === id ? article : site.articleById(number)),
        related: (number) => (number === id ? related().map(({ entry }) => entry.item) : site.related(number)),
      }
    }
    case 'news': {
      const item: NewsItem = wholeItem(record as RecordOf<'news'>, state.times)
      return { ...site, newsItem: (number) => (number === id ? item : site.newsItem(number)) }
    }
    case 'newsletters': {
      const issue: Newsletter = wholeItem(record as RecordOf<'newsletters'>, state.times)
      return {
        ...site,
        newsletter: (number) => (number === id ? issue : site.newsletter(number)),
        newsletterNeighbours: (number) =>
          number === id ? neighborsOf(state, issue.publishedAt) : site.newsletterNeighbours(number),
      }
    }
  }
}

/** The issues between which one of this date will stand; without a date it will be the newest. */
function neighborsOf(state: SiteState, date: string | null): ReturnType<SiteReader['newsletterNeighbours']> {
  const issues = state.newsletters.published.map(({ entry }) => entry.item)
  const place = date === null ? 0 : issues.findIndex(({ publishedAt }) => (publishedAt ?? '') <= date)
  const index = place === -1 ? issues.length : place
  return { previous: issues[index] ?? null, next: issues[index - 1] ?? null }
}
