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

/** Stands between the texts of a field; no word contains it, and no phrase goes beyond it. */
const betweenTexts = '\f'

/**
 * The words of a document with their scores, including the meanings of phrases in the table. Each
 * field has higher scores than those before it.
 */
export function scoredWords(document: SearchDocument, digraphs?: Digraphs): Map<string, number> {
  const { headings, text } = plainText(document.body)
  const scores = new Map<string, number>()
  const read = (field: string, scoreOf: (occurrences: number, words: number) => number) => {
    const counts = countWords(field, digraphs)
    for (const [word, occurrences] of counts) scores.set(word, scoreOf(occurrences, counts.size))
  }
  read(text, bodyScore)
  read(headings.join(betweenTexts), () => headingsScore)
  read(document.excerpt, () => excerptScore)
  read(document.category, () => categoryScore)
  read(document.tags.join(betweenTexts), () => tagsScore)
  read(document.title, (_, words) => weights.length - Math.min(words, longestTitle))
  return scores
}

function bodyScore(occurrences: number): number {
  if (occurrences >= 4) return 2
  return occurrences >= 2 ? 1 : 0
}

function countWords(texts: string, digraphs?: Digraphs): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const text of texts.split(betweenTexts)) {
    const plain: Array<string> = []
    readWords(
      text,
      (word, joined) => {
        count(word)
        if (!joined) plain.push(word)
      },
      digraphs,
    )
    for (let start = 0; start < plain.length; start++)
      for (const { means } of phrasesAt(plain, start)) count(means)
  }
  return counts
}
