import type { Digraphs } from '#domain/words/fold.ts'
import type { SearchDocument } from './document.ts'
import { plainText } from './plain-text.ts'
import { phrasesAt } from './synonyms.ts'
import { readWords } from './words.ts'

/**
 * What a word counts in a document, by the score that FlexSearch stores: its place in this list,
 * for the best of the fields that have the word. Most words are only in a body; their low scores
 * make FlexSearch's lists short.
 */
export const weights: ReadonlyArray<number> = [
  // A body: once, twice, four times.
  0.4, 0.8, 1.3,
  // Headings, the excerpt, the category, tags.
  1.6, 1.7, 2.1, 2.6,
  // A title, from eight words to one.
  4, 4.02, 4.04, 4.06, 4.08, 4.1, 4.12, 4.14,
]
const headingsScore = 3
const excerptScore = 4
const categoryScore = 5
const tagsScore = 6
const longestTitle = 8

/** Whether a visitor rather searches for words with this score than for others. */
export function isHead(score: number): boolean {
  return score >= excerptScore
}

/** Stands between the texts of a field; no phrase goes beyond it. */
const betweenTexts = '\f'

/** A word of an index. */
export interface KnownWord {
  /** One string for all documents: FlexSearch's maps find it at once. */
  readonly word: string
  /**
   * How likely a visitor searches for it: words of the head before others, then by the number of
   * documents.
   */
  promise: number
  /** How often the document that is being read has it. */
  occurrences: number
  /** Its score in the document with it that was read last. */
  score: number
}

/** The words of an index. */
export type KnownWords = Map<string, KnownWord>

export function knownWord(words: KnownWords, word: string): KnownWord {
  const known = words.get(word)
  if (known) return known
  const added = { word, promise: 0, occurrences: 0, score: 0 }
  words.set(word, added)
  return added
}

/**
 * The words of a document with their scores, each once, and the meanings of phrases in the table.
 * Adds them to `words`, so that each is looked up once. Later fields have higher scores.
 */
export function readDocument(
  words: KnownWords,
  document: SearchDocument,
  digraphs?: Digraphs,
): ReadonlyArray<KnownWord> {
  const { headings, text } = plainText(document.body)
  const all: Array<KnownWord> = []
  const read = (field: string, scoreOf: (known: KnownWord) => number) =>
    visitWords(
      field,
      (word) => {
        const known = knownWord(words, word)
        if (known.occurrences === 0) all.push(known)
        known.occurrences++
        known.score = scoreOf(known)
      },
      digraphs,
    )
  read(text, bodyScore)
  read(headings.join(betweenTexts), () => headingsScore)
  read(document.excerpt, () => excerptScore)
  read(document.category, () => categoryScore)
  read(document.tags.join(betweenTexts), () => tagsScore)
  const title = new Set<KnownWord>()
  read(document.title, (known) => {
    title.add(known)
    return 0
  })
  for (const known of title) known.score = weights.length - Math.min(title.size, longestTitle)
  for (const known of all) known.occurrences = 0
  return all
}

function bodyScore({ occurrences }: KnownWord): number {
  if (occurrences >= 4) return 2
  return occurrences >= 2 ? 1 : 0
}

function visitWords(texts: string, visit: (word: string) => void, digraphs?: Digraphs): void {
  for (const text of texts.split(betweenTexts)) {
    const plain: Array<string> = []
    readWords(
      text,
      (word, joined) => {
        visit(word)
        if (!joined) plain.push(word)
      },
      digraphs,
    )
    for (let start = 0; start < plain.length; start++)
      for (const { means } of phrasesAt(plain, start)) visit(means)
  }
}
