import type { ContentType } from '#domain/content.ts'
import { newsletterFrontmatter } from '#domain/content.ts'
import type { SearchResults } from '#domain/search.ts'
import type { ContentChange } from './content/content-change.ts'
import { readFrontmatter } from './content/frontmatter.ts'
import type { ContentStore, ItemOf } from './content/store.ts'
import { createSearch, type SearchParts } from './search/create-search.ts'
import {
  articleDocument,
  newsDocument,
  newsletterDocument,
  type SearchDocument,
  type SearchEntry,
  searchEntry,
} from './search/document.ts'
import type { SearchChange } from './search/messages.ts'

/**
 * The search over the content: what the index holds comes from the store, what it finds is answered as the store's items.
 * `read` gives the bytes of a blob.
 */
export function createSiteSearch(
  options: Omit<SearchParts, 'entries' | 'read'> & {
    content: () => Pick<ContentStore, 'reader' | 'all'>
    read: (blob: string) => Uint8Array
    now: () => Date
  },
) {
  const { content, read, now, ...parts } = options
  const search = createSearch({ ...parts, entries, read: ({ type, id }) => documentOf(type, itemOf(type, id)) })

  function* entries(): Generator<SearchEntry> {
    for (const type of ['articles', 'news', 'newsletters'] as const) {
      for (const { item, status } of content().all(type)) {
        const entry = status === 'draft' ? null : searchEntry(type, item)
        if (entry) yield entry
      }
    }
  }

  function itemOf(type: ContentType, id: number): ItemOf[ContentType] | null {
    const { reader, all } = content()
    const published =
      type === 'articles' ? reader.articleById(id) : type === 'news' ? reader.newsItem(id) : reader.newsletter(id)
    // The few that are scheduled are not in the reader.
    return published ?? all(type).find((stored) => stored.item.id === id && stored.status === 'scheduled')?.item ?? null
  }

  function documentOf(type: ContentType, item: ItemOf[ContentType] | null): SearchDocument | null {
    if (!item) return null
    const file = readFrontmatter(read(item.blob))
    if (file.kind === 'unreadable') return null
    if (type === 'articles') return articleDocument(item as ItemOf['articles'], file.body)
    if (type === 'news') return newsDocument(item as ItemOf['news'], file.body)
    const articles = newsletterFrontmatter.shape.articles.safeParse(file.data.articles ?? undefined)
    return newsletterDocument(item as ItemOf['newsletters'], file.body, articles.success ? articles.data : [])
  }

  function changesOf(change: ContentChange): Array<SearchChange> {
    return (['articles', 'news', 'newsletters'] as const).flatMap((type) =>
      change[type].flatMap(({ before, after }): Array<SearchChange> => {
        const document = documentOf(type, after)
        if (document) return [{ kind: 'put', document }]
        return before ? [{ kind: 'remove', item: { type, id: before.id } }] : []
      }),
    )
  }

  return {
    /** The items that a visitor means by a text, best first in each group. */
    async query(text: string): Promise<SearchResults> {
      const hits = await search.query(text, now().getTime())
      const { reader } = content()
      return {
        articles: present(hits.articles.map((id) => reader.articleById(id))),
        news: present(hits.news.map((id) => reader.newsItem(id))),
        newsletters: present(hits.newsletters.map((id) => reader.newsletter(id))),
      }
    },
    /** Takes in what has changed. */
    apply: (change: ContentChange) => search.apply(changesOf(change)),
    close: () => search.close(),
  }
}

/** Without what has gone since, and without what only the server needs. */
function present<Item extends { aliases: unknown; blob: unknown }>(
  items: Array<Item | null>,
): Array<Omit<Item, 'aliases' | 'blob'>> {
  return items.flatMap((item) => {
    if (!item) return []
    const { aliases: _, blob: __, ...shown } = item
    return shown
  })
}
