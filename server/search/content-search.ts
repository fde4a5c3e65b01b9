import { setTimeout as pause } from 'node:timers/promises'
import { type ContentType, contentTypes, type ItemOf } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
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

type WithoutDate<Item> = Omit<Item, 'updatedAt'>

/** An item before and after a change, as visitors see it; null where it is not published. */
type ItemChanges = { [Type in ContentType]: ReadonlyArray<{ before: ItemOf[Type] | null; after: ItemOf[Type] | null }> }

/** The content as the search reads it. */
export interface SearchedContent {
  reader: SiteReader
  /** Every item of a type, including drafts and scheduled ones. */
  all<Type extends ContentType>(
    type: Type,
  ): Array<{ item: WithoutDate<ItemOf[Type]>; status: 'published' | 'scheduled' | 'draft' }>
  /** The texts of a file by its blob; null when it cannot be parsed. Throws when the blob does not exist. */
  textsOf(blob: string): IndexedTexts | null
}

/** How long a search waits for the index before it answers with titles, in milliseconds. */
const timeoutMs = 150
/** Results per group, as in the index. */
const titleHits = 20

/** Connects the search with the content: indexes the items of `content`, and returns results as items of `content`. */
export function createContentSearch(
  options: Omit<SearchParts, 'entries' | 'read'> & {
    content: SearchedContent
    log: { error(details: object, message: string): void }
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
    const published = itemTypes[type].whole(reader, id)
    // The reader lacks scheduled items, which are few.
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

  /** One at a time, yielding in between, because a pull may bring hundreds of files. */
  async function applyAll(change: ItemChanges): Promise<void> {
    for (const type of contentTypes) for (const one of change[type]) await search.apply(changeOf(type, one))
  }

  let applying: Promise<void> = Promise.resolve()

  /** The groups of an answer; `idsOf` answers what was found of a type. */
  function resultsOf(idsOf: (type: ContentType) => ReadonlyArray<number>): SearchResults {
    const group = <Type extends ContentType>(type: Type) =>
      present(idsOf(type).map((id) => itemTypes[type].whole(content.reader, id)))
    return { articles: group('articles'), news: group('news'), newsletters: group('newsletters') }
  }

  async function query(text: string): Promise<SearchResults> {
    const hits = await search.query(text, now().getTime())
    return resultsOf((type) => hits[type])
  }

  function titlesWith(text: string): SearchResults {
    return resultsOf((type) => searchTitles(text, itemTypes[type].list(content.reader), titleHits))
  }

  return {
    /** The matching items, best first in each group. */
    query,
    /** The same, or matches in titles only while the index is busy: loading a large one after a start takes seconds. */
    async atOnce(text: string): Promise<SearchResults> {
      const whole = query(text)
      const found = await Promise.race([whole, pause(timeoutMs, null, { ref: false })])
      if (found) return found
      // The query continues for later requests; this one has its answer.
      whole.catch((error: unknown) => parts.log.warn(`A search failed after its titles were shown: ${String(error)}`))
      return { ...titlesWith(text), partial: true }
    },
    /** Takes in what has changed, in the order of the calls; the log hears of what fails. */
    changed(change: ItemChanges): void {
      applying = applying
        .then(() => applyAll(change))
        .catch((err: unknown) => parts.log.error({ err }, 'the search could not take a change in'))
    },
    close: () => search.close(),
  }
}

/** Removes items deleted meanwhile, and the fields that lists lack. */
function present<Item extends ItemOf[ContentType]>(
  items: Array<Item | null>,
): Array<Omit<Item, 'aliases' | 'blob' | 'metaDescription' | 'updatedAt'>> {
  return items.flatMap((item) => {
    if (!item) return []
    const { aliases: _, blob: __, metaDescription: ___, updatedAt: ____, ...shown } = item
    return shown
  })
}
