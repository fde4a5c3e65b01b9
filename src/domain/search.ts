import { byType, type ContentType, type Download, type StaticPage } from './content.ts'
import type { ArticleSummary, ItemSummary } from './item/summary.ts'

/** Scripts in which a single character may be a word or the syllable that one begins with. */
const wholeCharacter =
  /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u

/**
 * Whether a term is used: once its trimmed length is above 1 (specification, section 5), or when
 * its character may be a word of its own.
 */
export function isSearchTerm(term: string): boolean {
  const trimmed = term.trim()
  return trimmed.length > 1 || wholeCharacter.test(trimmed)
}

/**
 * Pause after the last key before the query is sent, in milliseconds (specification, section 9).
 */
export const searchDebounceMs = 300

type ItemResults = { [Type in ContentType]: Array<ItemSummary[Type]> }

export type FoundDownload = Pick<Download, 'id' | 'slug' | 'title' | 'description' | 'fileType'>
export type FoundPage = Pick<StaticPage, 'name' | 'title'> & { description: string }

/** A device of Live, and the first articles that name it. */
export interface FoundDevice {
  name: string
  articles: Array<Pick<ArticleSummary, 'id' | 'slug' | 'title'>>
}

/** Where to go on when nothing matches. */
export interface SearchSuggestions {
  /** The tags that are most like the query, or the most frequent ones. */
  tags: Array<string>
  /** Categories, the nearest first. */
  categories: Array<string>
  /** The newest articles of the nearest category. */
  articles: Array<ArticleSummary>
}

/** The groups of an answer; best first in each. */
export interface SearchGroups extends ItemResults {
  downloads: Array<FoundDownload>
  pages: Array<FoundPage>
  devices: Array<FoundDevice>
}

/** The answer of `GET /api/search`. */
export interface SearchResults extends SearchGroups {
  /** The query that was answered, when words of the given one were misspelled. */
  corrected?: string
  /** Set when nothing matches and the site has articles. */
  suggestions?: SearchSuggestions
  /**
   * Set while the index is being loaded: only titles were searched. The same query will soon return
   * more.
   */
  partial?: true
  /** The ids of results whose texts have sounds that the site plays; missing when none has. */
  withSound?: Partial<Record<ContentType, Array<number>>>
}

/** The answer when nothing matches. */
export const noResults: SearchGroups = {
  ...byType<ItemResults>(() => []),
  downloads: [],
  pages: [],
  devices: [],
}

/** The number of results in all groups. */
export function resultCount(results: SearchGroups): number {
  const groups = Object.keys(noResults) as Array<keyof SearchGroups>
  // While a new version is rolled out, an older server may answer, which lacks some groups.
  return groups.reduce((count, group) => count + (results[group] ?? []).length, 0)
}

/** The address of the search page for a term; `literal`: its words are not corrected. */
export function searchAddress(term: string, literal = false): string {
  return `/search?q=${encodeURIComponent(term)}${literal ? '&literal=1' : ''}`
}
