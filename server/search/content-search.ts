import { setTimeout as pause } from 'node:timers/promises'
import { type Article, type ContentType, contentTypes, type NewsItem, type Newsletter } from '#domain/content.ts'
import type { SearchResults } from '#domain/search.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { createSearch, type SearchParts } from './create-search.ts'
import {
  type IndexedTexts,
  type SearchableItem,
  type SearchDocument,
  type SearchEntry,
  searchDocument,
  searchEntry,
} from './document.ts'
import type { SearchChange } from './messages.ts'
import { searchTitles } from './title-search.ts'

interface ItemOf {
  articles: Article
  news: NewsItem
  newsletters: Newsletter
}

type WithoutDate<Item> = Omit<Item, 'updatedAt'>

/** An item before and after a change, as visitors see it; null where it is not published. */
type ItemChanges = { [Type in ContentType]: ReadonlyArray<{ before: ItemOf[Type] | null; after: ItemOf[Type] | null }> }

/** The content as the search reads it. */
export interface SearchedContent {
  reader: SiteReader
  /** Every item of a type, drafts and scheduled ones included. */
  all<Type extends ContentType>(
    type: Type,
  ): Array<{ item: WithoutDate<ItemOf[Type]>; status: 'published' | 'scheduled' | 'draft' }>
  /** The texts of the file of a blob; null when it can't be read. Throws when there is no such blob. */
  textsOf(blob: string): IndexedTexts | null
}

/** How long a search waits for the index, in milliseconds, before it answers with titles. */
const timeoutMs = 150
/** Items per group in an answer, as the index gives. */
const titleHits = 20

/** The search over the content: what the index holds comes from `content`, what it finds is answered as items of `content`. */
export function createContentSearch(
  options: Omit<SearchParts, 'entries' | 'read'> & {
    content: SearchedContent
    now: () => Date
  },
) {
  const { content, now, ...parts } = options
  const search = createSearch({ ...parts, entries, read: ({ type, id }) => documentOf(type, itemOf(type, id)) })

  function* entries(): Generator<SearchEntry> {
    for (const type of contentTypes) {
      for (const { item, status } of content.all(type)) {
        const entry = status === 'draft' ? null : searchEntry(type, item)
        if (entry) yield entry
      }
    }
  }

  function itemOf(type: ContentType, id: number): WithoutDate<ItemOf[ContentType]> | null {
    const { reader, all } = content
    const published =
      type === 'articles' ? reader.articleById(id) : type === 'news' ? reader.newsItem(id) : reader.newsletter(id)
    // The few that are scheduled are not in the reader.
    return published ?? all(type).find((stored) => stored.item.id === id && stored.status === 'scheduled')?.item ?? null
  }

  function documentOf(type: ContentType, item: WithoutDate<ItemOf[ContentType]> | null): SearchDocument | null {
    return item && searchDocument({ type, item } as SearchableItem, content.textsOf(item.blob))
  }

  function changeOf(type: ContentType, { before, after }: ItemChanges[ContentType][number]): Array<SearchChange> {
    const document = documentOf(type, after)
    if (document) return [{ kind: 'put', document }]
    return before ? [{ kind: 'remove', item: { type, id: before.id } }] : []
  }

  /** One after the other, with room for others in between: a pull may bring hundreds of files. */
  async function applyAll(change: ItemChanges): Promise<void> {
    for (const type of contentTypes) for (const one of change[type]) await search.apply(changeOf(type, one))
  }

  let applying: Promise<void> = Promise.resolve()

  function resultsOf(hits: Readonly<Record<ContentType, ReadonlyArray<number>>>): SearchResults {
    const { reader } = content
    return {
      articles: present(hits.articles.map((id) => reader.articleById(id))),
      news: present(hits.news.map((id) => reader.newsItem(id))),
      newsletters: present(hits.newsletters.map((id) => reader.newsletter(id))),
    }
  }

  async function query(text: string): Promise<SearchResults> {
    return resultsOf(await search.query(text, now().getTime()))
  }

  function titlesWith(text: string): SearchResults {
    const { reader } = content
    return resultsOf({
      articles: searchTitles(text, reader.articles(), titleHits),
      news: searchTitles(text, reader.news(), titleHits),
      newsletters: searchTitles(text, reader.newsletters(), titleHits),
    })
  }

  return {
    /** The items that a visitor means by a text, best first in each group. */
    query,
    /** The same, or what titles alone tell where the index takes its time: reading a large one after a start takes seconds. */
    async atOnce(text: string): Promise<SearchResults> {
      const whole = query(text)
      const found = await Promise.race([whole, pause(timeoutMs, null, { ref: false })])
      if (found) return found
      // It goes on for the next question; who asked has an answer.
      whole.catch((error: unknown) => parts.log.warn(`A search failed after its titles were shown: ${String(error)}`))
      return { ...titlesWith(text), partial: true }
    },
    /** Takes in what has changed, in the order of the calls. */
    apply(change: ItemChanges): Promise<void> {
      const applied = applying.then(() => applyAll(change))
      applying = applied.catch(() => undefined)
      return applied
    },
    close: () => search.close(),
  }
}

/** Without what has gone since, and as in every list: without what belongs to the whole item. */
function present<Item extends ItemOf[ContentType]>(
  items: Array<Item | null>,
): Array<Omit<Item, 'aliases' | 'blob' | 'metaDescription' | 'updatedAt'>> {
  return items.flatMap((item) => {
    if (!item) return []
    const { aliases: _, blob: __, metaDescription: ___, updatedAt: ____, ...shown } = item
    return shown
  })
}
