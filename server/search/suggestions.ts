import type { SearchSuggestions } from '#domain/search.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { scoreCategories } from '#domain/text-analysis/score-categories.ts'
import { countTerms } from '#domain/text-analysis/term-counts.ts'
import { fold } from '#domain/words/fold.ts'
import type { FoundContent } from './found-content.ts'

const newest = 3
const maxTags = 6
const maxCategories = 3
/** From this likeness on, a tag resembles the query. */
const alike = 0.4

/**
 * Where to go on from a query without results: tags like its words, those of the nearest category,
 * the categories by their vocabulary, and the newest articles of the first one. Undefined on a site
 * without articles.
 */
export function suggestionsFor(
  text: string,
  content: Pick<FoundContent, 'newestIn' | 'categoryCounts' | 'tagCounts' | 'profile'>,
): SearchSuggestions | undefined {
  const counts = content.categoryCounts()
  const tagged = content.tagCounts()
  const { categories: known, subject } = content.profile()
  const likenessTo = likenessOf(text)
  const alikeTags = new Map<string, number>()
  /** The number of articles of each category whose tags are like the query. */
  const taggedAlike = new Map<string, number>()
  for (const [tag, categories] of tagged) {
    const likeness = likenessTo(tag)
    if (likeness === 0) continue
    alikeTags.set(tag, likeness)
    for (const [category, count] of categories)
      taggedAlike.set(category, (taggedAlike.get(category) ?? 0) + count)
  }
  const points = new Map<string, number>(
    subjectData[subject].devices
      ? scoreCategories(countTerms([{ kind: 'paragraph', depth: 0, text }]))
      : [],
  )
  const worth = (category: string) => [
    points.get(category) ?? 0,
    likenessTo(known.label(category)) + (taggedAlike.get(category) ?? 0),
    counts[category] ?? 0,
  ]
  const categories = known.listed
    .filter((category) => counts[category])
    .sort((one, other) => compare(worth(other), worth(one)))
  const [nearest] = categories
  if (!nearest) return undefined
  const tags = Array.from(tagged, ([tag, categories]) => ({
    tag,
    order: [alikeTags.get(tag) ?? 0, categories.get(nearest) ?? 0],
  }))
    .filter(({ order: [likeness = 0, inNearest = 0] }) => likeness + inNearest > 0)
    .sort((one, other) => compare(other.order, one.order))
  return {
    tags: tags.slice(0, maxTags).map(({ tag }) => tag),
    categories: categories.slice(0, maxCategories),
    articles: content.newestIn(nearest).slice(0, newest),
  }
}

/**
 * How much a name is like one of the words of a text, from 0 to 1: the share of pairs of letters
 * that both have.
 */
function likenessOf(text: string): (name: string) => number {
  const words = fold(text).split(/\s+/).filter(Boolean).map(pairsOf)
  const pairs = [...new Set(words.flatMap((word) => [...word]))]
  return (name) => {
    // Most names have none of the pairs, which takes a tenth of the time to see.
    const framed = ` ${fold(name).replace(/\s+/g, ' ')} `
    if (!pairs.some((pair) => framed.includes(pair))) return 0
    const parts = fold(name).split(/\s+/).filter(Boolean).map(pairsOf)
    let most = 0
    for (const part of parts)
      for (const word of words) {
        const shared = [...part].filter((pair) => word.has(pair)).length
        most = Math.max(most, (2 * shared) / (part.size + word.size))
      }
    return most < alike ? 0 : most
  }
}

/** The pairs of neighbouring letters of a word, with its beginning and end. */
function pairsOf(word: string): Set<string> {
  const framed = ` ${word} `
  return new Set(Array.from({ length: framed.length - 1 }, (_, at) => framed.slice(at, at + 2)))
}

/** Compares lists of numbers by their first difference. */
function compare(one: ReadonlyArray<number>, other: ReadonlyArray<number>): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : one[at]! - other[at]!
}
