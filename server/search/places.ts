import type { SearchDocument } from './document.ts'
import { plainText } from './plain-text.ts'
import { phrasesAt } from './synonyms.ts'
import { readWords } from './words.ts'

/**
 * The places of a word in a document, from worst to best: body (once, a few times, often), headings, excerpt,
 * category, tags, title (the fewer words, the better), with their weights. A document counts for a word by its best
 * place only. Most words occur in bodies only, and an index has a list per place up to a word's best one; that is why
 * titles are at the end.
 */
export const placeWeights: ReadonlyArray<number> = [
  ...[0.4, 0.8, 1.3, 1.6],
  ...[1.7, 2.1, 2.6],
  ...[4, 4.02, 4.04, 4.06, 4.08, 4.1, 4.12, 4.14],
]
const oftenPlace = 2
const headingPlace = 3
const excerptPlace = 4
const categoryPlace = 5
const tagPlace = 6
const longTitlePlace = 7
const longTitle = 8

/** Whether a place is in a title, tag, category or excerpt; other words occur in bodies only. */
export function isHeadPlace(place: number): boolean {
  return place >= excerptPlace
}

/**
 * Every word of a document with its best place (an index of `placeWeights`), including the meanings of phrases in the
 * table.
 */
export function wordPlaces(document: SearchDocument): Map<string, number> {
  const places = new Map<string, number>()
  const add = (text: string, place: number) => {
    for (const word of allWords(text)) if (!places.has(word)) places.set(word, place)
  }
  const title = allWords(document.title)
  add(document.title, longTitlePlace + longTitle - Math.min(Math.max(title.length, 1), longTitle))
  for (const tag of document.tags) add(tag, tagPlace)
  add(document.category, categoryPlace)
  add(document.excerpt, excerptPlace)
  const { headings, text } = plainText(document.body)
  for (const heading of headings) add(heading, headingPlace)
  // Until all are counted, a word of the body has its number of occurrences as a negative place.
  for (const word of allWords(text)) {
    const place = places.get(word)
    if (place === undefined) places.set(word, -1)
    else if (place < 0) places.set(word, place - 1)
  }
  for (const [word, place] of places) if (place < 0) places.set(word, bodyPlace(-place))
  return places
}

function bodyPlace(count: number): number {
  if (count >= 4) return oftenPlace
  return count >= 2 ? oftenPlace - 1 : oftenPlace - 2
}

function allWords(text: string): Array<string> {
  const plain: Array<string> = []
  const made: Array<string> = []
  readWords(text, (word, joined) => {
    if (joined) made.push(word)
    else plain.push(word)
  })
  for (let start = 0; start < plain.length; start++) for (const { means } of phrasesAt(plain, start)) made.push(means)
  return made.length > 0 ? plain.concat(made) : plain
}
