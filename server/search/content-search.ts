import type { Router } from 'express'
import { searchCalls } from '#contract/site.ts'
import { type ArticleFilters, articleFiltersIn } from '#domain/article-filters.ts'
import { type ContentType, contentTypes, fileKinds } from '#domain/content.ts'
import type { ItemOf } from '#domain/item/summary.ts'
import { isSearchTerm, noResults, type SearchResults } from '#domain/search.ts'
import { vocabularyOf } from '#domain/site/vocabulary.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import type { SiteSettings } from '#domain/site-settings.ts'
import { digraphsOf } from '#domain/words/word-language.ts'
import { type CallGate, mountCalls } from '../http/mount-calls.ts'
import { secondsSince, type Telemetry } from '../platform/telemetry.ts'
import { type IndexedTexts, searchDocument } from './document.ts'
import { hitsPerGroup, type SearchHits } from './engine.ts'
import { foundContent } from './found-content.ts'
import { resultsOf } from './results.ts'
import { Search, type SearchParts } from './search.ts'
import {
  type ItemChanges,
  isItemType,
  type SearchedContent,
  SearchedItems,
  type WithoutDate,
} from './searched-items.ts'
import { searchTitles } from './title-search.ts'

interface ContentSearchOptions extends Omit<SearchParts, 'entries' | 'language' | 'read'> {
  content: SearchedContent
  log: SearchParts['log'] & { error(details: object, message: string): void }
  now: () => Date
  telemetry: Telemetry
}

/** How long a search at once waits for the index, in milliseconds. */
const atOnceMs = 150
/** The most hits among which filters choose. */
const mostFiltered = 200

/**
 * Connects the search with the content: indexes the items of `content`, and returns results as
 * items of `content`.
 */
export class ContentSearch {
  #options: ContentSearchOptions
  #reader: SiteReader
  #items: SearchedItems
  #search: Search
  /**
   * The language of the index, which it has from the settings that it was started with; null before
   * the first item is read.
   */
  #language: string | null = null
  #applying: Promise<void> = Promise.resolve()

  constructor(options: ContentSearchOptions) {
    this.#options = options
    this.#reader = options.content.reader
    this.#items = new SearchedItems(options.content)
    this.#search = new Search({
      ...options,
      entries: () => this.#items.entries(),
      read: (entry) => this.#items.read(entry),
      language: () => {
        this.#language ??= this.#reader.settings().language
        return this.#language
      },
    })
  }

  /**
   * The matching items, best first in each group; those known so far, and matches in titles, while
   * the index is built. `literal`: no word is corrected. Filters choose among the best ones.
   */
  async query(
    text: string,
    literal = false,
    filters: ArticleFilters = {},
    waitMs?: number,
  ): Promise<SearchResults> {
    const start = performance.now()
    const at = this.#options.now().getTime()
    const limit = Object.keys(filters).length === 0 ? hitsPerGroup : mostFiltered
    const hits = await this.#search.query(text, at, { literal, waitMs, limit })
    const results = await resultsOf(
      text,
      hits.partial ? await withTitles(text, hits, this.#reader) : hits,
      foundContent(this.#reader),
      (name) => this.#search.query(name, at, { literal: true, waitMs }),
      filters,
    )
    const answer = hits.partial ? 'titles' : 'whole'
    this.#options.telemetry({ event: 'search', answer, seconds: secondsSince(start) })
    return results
  }

  /** The same without a long wait for the index: to load a large one takes seconds. */
  atOnce(text: string, literal = false, filters: ArticleFilters = {}): Promise<SearchResults> {
    return this.query(text, literal, filters, atOnceMs)
  }

  /** Gets every item while the whole content is read. */
  firstRead<Type extends ContentType>(
    type: Type,
    item: WithoutDate<ItemOf[Type]>,
    texts: IndexedTexts,
    settings: SiteSettings,
  ): void {
    this.#language ??= settings.language
    this.#search.ahead(() => searchDocument(type, item, texts, vocabularyOf(settings)))
  }

  /** Applies changes in the order of the calls; logs errors. */
  changed(change: ItemChanges & { paths: ReadonlyArray<string> }): void {
    this.#applying = this.#applying
      .then(() => this.#applyAll(change))
      .catch((err: unknown) =>
        this.#options.log.error({ err }, 'the search index could not be updated'),
      )
  }

  close(): Promise<void> {
    return this.#search.close()
  }

  /**
   * Applies the changes one at a time and yields in between: a pull may change hundreds of files.
   */
  async #applyAll(change: ItemChanges & { paths: ReadonlyArray<string> }): Promise<void> {
    const given = this.#reader.settings().language
    if (this.#language !== null && given !== this.#language) {
      this.#language = given
      this.#search.rebuild()
    }
    for (const type of contentTypes)
      for (const one of change[type])
        await this.#search.apply(await this.#items.changeOf(type, one))
    if (change.paths.some((path) => /^(?:downloads|pages)\//.test(path)))
      await this.#search.apply(await this.#items.changesOfOthers())
  }
}

/** What the index has so far, after the items whose titles match. */
async function withTitles(text: string, hits: SearchHits, reader: SiteReader): Promise<SearchHits> {
  const digraphs = digraphsOf(reader.settings().language)
  const both = { ...hits }
  for (const group of fileKinds) {
    const others = () => (group === 'downloads' ? reader.downloads() : reader.staticPages())
    const titled = isItemType(group) ? reader.items(group) : others()
    const ids = await searchTitles(text, titled, hitsPerGroup, digraphs)
    both[group] = [...new Set([...ids, ...hits[group]])].slice(0, hitsPerGroup)
  }
  return both
}

/** `GET /api/search?q=`. A term that is too short has no results. */
export function searchApi(search: ContentSearch, gate: CallGate): Router {
  return mountCalls(searchCalls, gate, {
    'GET /api/search'({ query: { q = '', literal, ...filters } }) {
      return isSearchTerm(q)
        ? search.atOnce(q, literal === '1', articleFiltersIn(filters))
        : noResults
    },
  })
}
