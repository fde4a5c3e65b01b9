import type { SearchDocument } from './document.ts'
import { plainText } from './plain-text.ts'
import { phrasesAt } from './synonyms.ts'
import { readWords } from './words.ts'

/**
 * Where in a document a word stands, best place first: title (the fewer words, the better), tags, category, excerpt, headings, body (often,
 * a few times, once). A document counts for a word by its best place alone; the number says how much.
 */
export const placeWeights: ReadonlyArray<number> = [
  ...[4.14, 4.12, 4.1, 4.08, 4.06, 4.04, 4.02, 4],
  ...[2.6, 2.1, 1.7, 1.35],
  ...[1.15, 1.05, 1],
]
const longestTitle = 7
const tagPlace = 8
const categoryPlace = 9
const excerptPlace = 10
const headingPlace = 11
const oftenPlace = 12

/** Words in titles, tags, categories and excerpts stand at these places; the others only in bodies. */
export function isHeadPlace(place: number): boolean {
  return place <= excerptPlace
}

/** Every word of a document with its best place (an index of `placeWeights`). Also what phrases of the table mean. */
export function wordPlaces(document: SearchDocument): Map<string, number> {
  const places = new Map<string, number>()
  const add = (text: string, place: number) => {
    for (const word of allWords(text)) if (!places.has(word)) places.set(word, place)
  }
  const title = allWords(document.title)
  add(document.title, Math.min(Math.max(title.length - 1, 0), longestTitle))
  for (const tag of document.tags) add(tag, tagPlace)
  add(document.category, categoryPlace)
  add(document.excerpt, excerptPlace)
  const { headings, text } = plainText(document.body)
  for (const heading of headings) add(heading, headingPlace)
  const counts = new Map<string, number>()
  for (const word of allWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const [word, count] of counts)
    if (!places.has(word)) places.set(word, oftenPlace + (count >= 4 ? 0 : count >= 2 ? 1 : 2))
  return places
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
