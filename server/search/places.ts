import type { Digraphs } from '#domain/words/fold.ts'
import type { SearchDocument } from './document.ts'
import { plainText } from './plain-text.ts'
import { phrasesAt } from './synonyms.ts'
import { readWords } from './words.ts'

/**
 * The places of a word in a document, from worst to best: body (once, a few times, often),
 * headings, excerpt, category, tags, title (the fewer words, the better), with their weights. A
 * document counts for a word by its best place only. Most words occur in bodies only, and an index
 * has a list per place up to a word's best one; that is why titles are at the end.
 */
export const placeWeights: ReadonlyArray<number> = [
  0.4, 0.8, 1.3, 1.6, 1.7, 2.1, 2.6, 4, 4.02, 4.04, 4.06, 4.08, 4.1, 4.12, 4.14,
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
 * Called with a word of a document and a place where it occurs: an index of `placeWeights`, or
 * `inBody`.
 */
export type PlaceVisitor = (word: string, place: number) => void

/** The body. Its place depends on how often the word occurs there: see `bodyPlace`. */
export const inBody = -1

/**
 * Visits every word of a document, including the meanings of phrases in the table, the best places
 * first. A word of the body is visited each time that it occurs.
 */
export function readPlaces(
  document: SearchDocument,
  visit: PlaceVisitor,
  digraphs?: Digraphs,
): void {
  const allWords = (text: string) => wordsIn(text, digraphs)
  const read = (words: ReadonlyArray<string>, place: number) => {
    for (const word of words) visit(word, place)
  }
  const title = allWords(document.title)
  read(title, longTitlePlace + longTitle - Math.min(Math.max(title.length, 1), longTitle))
  for (const tag of document.tags) read(allWords(tag), tagPlace)
  read(allWords(document.category), categoryPlace)
  read(allWords(document.excerpt), excerptPlace)
  const { headings, text } = plainText(document.body)
  for (const heading of headings) read(allWords(heading), headingPlace)
  read(allWords(text), inBody)
}

/** The place of a word that occurs in a body only, by the number of occurrences. */
export function bodyPlace(count: number): number {
  if (count >= 4) return oftenPlace
  return count >= 2 ? oftenPlace - 1 : oftenPlace - 2
}

function wordsIn(text: string, digraphs: Digraphs | undefined): Array<string> {
  const plain: Array<string> = []
  const made: Array<string> = []
  readWords(
    text,
    (word, joined) => {
      if (joined) made.push(word)
      else plain.push(word)
    },
    digraphs,
  )
  for (let start = 0; start < plain.length; start++)
    for (const { means } of phrasesAt(plain, start)) made.push(means)
  return made.length > 0 ? plain.concat(made) : plain
}
