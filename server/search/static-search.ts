import { byType, type ContentType } from '#domain/content.ts'
import type { ItemSummary } from '#domain/item/summary.ts'
import {
  type FoundDownload,
  type FoundPage,
  isSearchTerm,
  noResults,
  type SearchResults,
} from '#domain/search.ts'
import { type ProfileData, profileFrom } from '#domain/site/site-profile.ts'
import { tagCounts } from '#domain/tag-counts.ts'
import { wordLanguage } from '#domain/words/word-language.ts'
import { createEngine, hitsPerGroup, type IndexSnapshot } from './engine.ts'
import { english } from './english.ts'
import type { FoundContent } from './found-content.ts'
import { normalizeQuery, queryMaxLength } from './query-plan.ts'
import { resultsOf } from './results.ts'
import type { IndexPart } from './word-index.ts'

/** What the search of an exported site loads: the index, and what its results show. */
export interface StaticSearchFile {
  /** As `shortIndex` returns it. */
  index: IndexSnapshot
  profile: ProfileData
  timeZone: string
  /** The published items of each type, newest first. */
  items: { [Type in ContentType]: ReadonlyArray<ItemSummary[Type]> }
  downloads: ReadonlyArray<FoundDownload>
  pages: ReadonlyArray<FoundPage & { id: number }>
  /** The ids of the items whose texts have sounds. */
  withSound: Record<ContentType, ReadonlyArray<number>>
  categoryCounts: Partial<Record<string, number>>
  /**
   * The beginnings of words for which there is a list of words of English; none for a site in
   * another language.
   */
  wordStarts: ReadonlyArray<string>
}

/**
 * Words of English are in lists by their first letters, so that a search loads only those that it
 * needs.
 */
export const wordStartLength = 2

/**
 * The search of an exported site, in the browser, over the file that the export wrote; it answers
 * as `GET /api/search`.
 */
export interface StaticSearch {
  query(text: string, literal?: boolean): Promise<SearchResults>
  timeZone: string
}

/** `wordsFrom` loads the list of the words of English with a beginning, one per line. */
export async function createStaticSearch(
  file: StaticSearchFile,
  wordsFrom: (start: string) => Promise<string>,
): Promise<StaticSearch> {
  const content = contentOf(file)
  const language = await wordLanguage(file.profile.language ?? english.tag, english)
  const isEnglishSite = language.tag === english.tag
  const words = new Map<string, ReadonlySet<string> | null>()
  const missing = new Set<string>()

  /**
   * A word whose list is still missing counts as one of English; so does one whose list can't be
   * loaded.
   */
  function isEnglish(word: string): boolean {
    const start = word.slice(0, wordStartLength)
    if (!file.wordStarts.includes(start)) return false
    const known = words.get(start)
    if (known === undefined) missing.add(start)
    return known?.has(word) ?? true
  }

  const engine = createEngine(wholeIndex(file.index), isEnglishSite ? isEnglish : null, language)

  /** Searches again when the words that a search asked for are there. */
  async function hitsOf(text: string, literal: boolean) {
    const hits = engine.query(normalizeQuery(text), Date.now(), hitsPerGroup, literal)
    if (missing.size === 0) return hits
    const starts = [...missing]
    missing.clear()
    await Promise.all(starts.map(load))
    return hitsOf(text, literal)
  }

  async function load(start: string) {
    const list = await wordsFrom(start).catch((error: unknown) => {
      console.info(`The words that begin with ${start} could not be loaded:`, error)
      return null
    })
    words.set(start, list === null ? null : new Set(list.split('\n')))
  }

  return {
    timeZone: file.timeZone,
    async query(text, literal = false) {
      const term = text.trim().slice(0, queryMaxLength)
      if (!isSearchTerm(term)) return noResults
      return resultsOf(term, await hitsOf(term, literal), content, (name) => hitsOf(name, true))
    },
  }
}

/** A shorter index for the file: each number of a list is its distance to the one before. */
export function shortIndex(index: IndexSnapshot): IndexSnapshot {
  return withLists(index, (list) => list.map((number, at) => number - (list[at - 1] ?? 0)))
}

function wholeIndex(index: IndexSnapshot): IndexSnapshot {
  return withLists(index, (list) => {
    let last = 0
    return list.map((distance) => {
      last += distance
      return last
    })
  })
}

function withLists(
  { entries, parts }: IndexSnapshot,
  change: (list: ReadonlyArray<number>) => ReadonlyArray<number>,
): IndexSnapshot {
  const changed = Array.from(parts, ([name, json]): IndexPart => {
    if (!name.endsWith('.map')) return [name, json]
    const words = JSON.parse(json) as Array<[string, Array<Array<number> | null>]>
    const short = words.map(([word, lists]) => [word, lists.map((list) => list && change(list))])
    return [name, JSON.stringify(short)]
  })
  return { entries, parts: changed }
}

function contentOf({
  items,
  downloads,
  pages,
  withSound,
  categoryCounts,
  profile,
}: StaticSearchFile): FoundContent {
  const site = profileFrom(profile)
  const known = byType<{ [Type in ContentType]: ReadonlyMap<number, ItemSummary[Type]> }>((type) =>
    byId<{ id: number }>(items[type]),
  )
  const downloadsById = byId(downloads)
  const pagesById = byId(pages)
  const tags = tagCounts(items.articles, (article) => article)
  return {
    profile: () => site,
    item: (type, id) => known[type].get(id) ?? null,
    hasSound: (type, id) => withSound[type].includes(id),
    downloads: (ids) => ids.flatMap((id) => downloadsById.get(id) ?? []),
    page(id) {
      const page = pagesById.get(id)
      return page ? { name: page.name, title: page.title, description: page.description } : null
    },
    newestIn: (category) => items.articles.filter((article) => article.category === category),
    categoryCounts: () => categoryCounts,
    tagCounts: () => tags,
  }
}

function byId<Item extends { id: number }>(items: ReadonlyArray<Item>): ReadonlyMap<number, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
