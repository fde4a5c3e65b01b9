import type { Router } from 'express'
import { searchCalls } from '#contract/site.ts'
import { type ContentType, contentTypes, type FileKind, fileKinds } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { isSearchTerm, noResults, type SearchResults } from '#domain/search.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { digraphsOf } from '#domain/words/word-language.ts'
import { type CallGate, mountCalls } from '../http/mount-calls.ts'
import { secondsSince, type Telemetry } from '../platform/telemetry.ts'
import { createSearch } from './create-search.ts'
import {
  downloadDocument,
  type IndexedTexts,
  pageDocument,
  type SearchDocument,
  type SearchEntry,
  searchDocument,
  searchEntry,
} from './document.ts'
import { hitsPerGroup, type SearchHits } from './engine.ts'
import { entryKey } from './entry-key.ts'
import { foundContent } from './found-content.ts'
import type { SearchChange } from './messages.ts'
import { resultsOf } from './results.ts'
import type { SearchParts } from './search-parts.ts'
import { searchTitles } from './title-search.ts'

type WithoutDate<Item> = Omit<Item, 'updatedAt'>

/** An item before and after a change, as visitors see it; null where it is not published. */
type ItemChanges = {
  [Type in ContentType]: ReadonlyArray<{ before: ItemOf[Type] | null; after: ItemOf[Type] | null }>
}

/** The content as the search reads it. */
export interface SearchedContent {
  reader: SiteReader
  /** Every item of a type, including drafts and scheduled ones. */
  all<Type extends ContentType>(
    type: Type,
  ): Array<{ item: WithoutDate<ItemOf[Type]>; status: 'published' | 'scheduled' | 'draft' }>
  /**
   * The texts of a served file by its blob; null when it cannot be read. Throws when the blob does
   * not exist.
   */
  textsOf(blob: string, kind: FileKind): Promise<IndexedTexts | null>
}

/** How long a search at once waits for the index, in milliseconds. */
const atOnceMs = 150

/**
 * Connects the search with the content: indexes the items of `content`, and returns results as
 * items of `content`.
 */
export function createContentSearch(
  options: Omit<SearchParts, 'entries' | 'language' | 'read'> & {
    content: SearchedContent
    log: { error(details: object, message: string): void }
    now: () => Date
    telemetry: Telemetry
  },
) {
  const { content, now, telemetry, ...parts } = options
  const { reader } = content
  const found = foundContent(reader)
  const search = createSearch({ ...parts, entries, language: languageNow, read })
  /**
   * The downloads and pages as they were indexed last, by `entryKey`. They are few, and their
   * changes are not listed.
   */
  let others = new Map<string, SearchDocument>()

  /** The language of the index; null before the first item is read. */
  let language: string | null = null

  /** The index has the language of the settings that it was started with. */
  function languageNow(): string {
    language ??= reader.settings().language
    return language
  }

  async function entries(): Promise<Array<SearchEntry>> {
    await renewOthers()
    const listed: Array<SearchEntry> = []
    for (const type of contentTypes)
      for (const { item, status } of content.all(type)) {
        const entry = status === 'draft' ? null : searchEntry(type, item)
        if (entry) listed.push(entry)
      }
    for (const { type, id, hash, publishedAt } of others.values())
      listed.push({ type, id, hash, publishedAt })
    return listed
  }

  let renewing: Promise<unknown> = Promise.resolve()

  /** Reads the others, one call after the other, and resolves with those from before. */
  function renewOthers(): Promise<Map<string, SearchDocument>> {
    const renewed = renewing.then(async () => {
      const before = others
      others = await readOthers()
      return before
    })
    renewing = renewed.catch(() => undefined)
    return renewed
  }

  async function readOthers(): Promise<Map<string, SearchDocument>> {
    const documents = reader.downloads().map(downloadDocument)
    for (const page of reader.staticPages()) {
      const texts = await content.textsOf(page.blob, 'pages')
      documents.push(pageDocument(page, texts?.body ?? ''))
    }
    return new Map(documents.map((document) => [entryKey(document), document]))
  }

  async function read(entry: SearchEntry): Promise<SearchDocument | null> {
    const { type, id } = entry
    return isItemType(type)
      ? documentOf(type, itemOf(type, id))
      : (others.get(entryKey(entry)) ?? null)
  }

  function itemOf(type: ContentType, id: number): WithoutDate<ItemOf[ContentType]> | null {
    const published = reader.item(type, id)
    // The reader lacks scheduled items, which are few.
    const scheduled = () =>
      content.all(type).find(({ item, status }) => item.id === id && status === 'scheduled')
    return published ?? scheduled()?.item ?? null
  }

  async function documentOf(
    type: ContentType,
    item: WithoutDate<ItemOf[ContentType]> | null,
  ): Promise<SearchDocument | null> {
    if (!item) return null
    const texts = await content.textsOf(item.blob, type)
    return searchDocument(type, item, texts, vocabularyOf(reader.settings()))
  }

  async function changeOf(
    type: ContentType,
    { before, after }: ItemChanges[ContentType][number],
  ): Promise<Array<SearchChange>> {
    const document = await documentOf(type, after)
    if (document) return [{ kind: 'put', document }]
    return before ? [{ kind: 'remove', item: { type, id: before.id } }] : []
  }

  async function changesOfOthers(): Promise<Array<SearchChange>> {
    const before = await renewOthers()
    const changed = [...others].filter(([key, { hash }]) => before.get(key)?.hash !== hash)
    const gone = [...before].filter(([key]) => !others.has(key))
    return [
      ...changed.map(([, document]): SearchChange => ({ kind: 'put', document })),
      ...gone.map(([, { type, id }]): SearchChange => ({ kind: 'remove', item: { type, id } })),
    ]
  }

  /**
   * Applies the changes one at a time and yields in between: a pull may change hundreds of files.
   */
  async function applyAll(change: ItemChanges & { paths: ReadonlyArray<string> }) {
    const given = reader.settings().language
    if (language !== null && given !== language) {
      language = given
      search.rebuild()
    }
    for (const type of contentTypes)
      for (const one of change[type]) await search.apply(await changeOf(type, one))
    if (change.paths.some((path) => /^(?:downloads|pages)\//.test(path)))
      await search.apply(await changesOfOthers())
  }

  let applying: Promise<void> = Promise.resolve()

  /** The answer of the index; of a partial one together with titles. */
  async function answer(text: string, literal: boolean, waitMs?: number): Promise<SearchResults> {
    const start = performance.now()
    const at = now().getTime()
    const hits = await search.query(text, at, literal, waitMs)
    const results = await resultsOf(
      text,
      hits.partial ? await withTitles(text, hits) : hits,
      found,
      (name) => search.query(name, at, true, waitMs),
    )
    const kind = hits.partial ? 'titles' : 'whole'
    telemetry({ event: 'search', answer: kind, seconds: secondsSince(start) })
    return results
  }

  async function withTitles(text: string, hits: SearchHits): Promise<SearchHits> {
    const titled = (group: FileKind): ReadonlyArray<{ id: number; title: string }> => {
      if (isItemType(group)) return reader.items(group)
      if (group === 'downloads') return reader.downloads()
      return reader.staticPages()
    }
    const digraphs = digraphsOf(reader.settings().language)
    const both = { ...hits }
    for (const group of fileKinds) {
      const ids = await searchTitles(text, titled(group), hitsPerGroup, digraphs)
      both[group] = [...new Set([...ids, ...hits[group]])].slice(0, hitsPerGroup)
    }
    return both
  }

  return {
    /**
     * The matching items, best first in each group; those known so far, and matches in titles,
     * while the index is built. `literal`: no word is corrected.
     */
    query: (text: string, literal = false): Promise<SearchResults> => answer(text, literal),
    /** The same without a long wait for the index: to load a large one takes seconds. */
    atOnce: (text: string, literal = false): Promise<SearchResults> =>
      answer(text, literal, atOnceMs),
    /** Gets every item while the whole content is read. */
    firstRead<Type extends ContentType>(
      type: Type,
      item: WithoutDate<ItemOf[Type]>,
      texts: IndexedTexts,
      settings: SiteSettings,
    ): void {
      language ??= settings.language
      search.ahead(() => searchDocument(type, item, texts, vocabularyOf(settings)))
    },
    /** Applies changes in the order of the calls; logs errors. */
    changed(change: ItemChanges & { paths: ReadonlyArray<string> }): void {
      applying = applying
        .then(() => applyAll(change))
        .catch((err: unknown) => parts.log.error({ err }, 'the search index could not be updated'))
    },
    close: search.close,
  }
}

function isItemType(group: FileKind): group is ContentType {
  return (contentTypes as ReadonlyArray<FileKind>).includes(group)
}

/** `GET /api/search?q=`. A term that is too short has no results. */
export function searchApi(
  search: (term: string, literal: boolean) => Promise<SearchResults>,
  gate: CallGate,
): Router {
  return mountCalls(searchCalls, gate, {
    'GET /api/search'({ query: { q = '', literal } }) {
      return isSearchTerm(q) ? search(q, literal === '1') : noResults
    },
  })
}
