import type { Digraphs } from '#domain/words/fold.ts'
import type { SearchDocument } from './document.ts'
import { plainText } from './plain-text.ts'
import { phrasesAt } from './synonyms.ts'
import { readWords } from './words.ts'

/** A field of documents, which has an index of its own. */
export interface Field {
  name: string
  /** Whether a visitor rather searches for its words than for others. */
  isHead: boolean
  /** What a word in it counts, by the score that FlexSearch stores; 0 is the best score. */
  weights: ReadonlyArray<number>
  /** The score of a word of a text, by the words of the text and the occurrences of this one. */
  score(words: number, occurrences: number): number
}

const same = () => 0

/** A document counts for a word by the best of its fields. */
export const fields: ReadonlyArray<Field> = [
  {
    name: 'title',
    isHead: true,
    // The fewer words, the better.
    weights: [4.14, 4.12, 4.1, 4.08, 4.06, 4.04, 4.02, 4],
    score: (words) => Math.min(words, 8) - 1,
  },
  { name: 'tags', isHead: true, weights: [2.6], score: same },
  { name: 'category', isHead: true, weights: [2.1], score: same },
  { name: 'excerpt', isHead: true, weights: [1.7], score: same },
  { name: 'headings', isHead: false, weights: [1.6], score: same },
  {
    name: 'body',
    isHead: false,
    weights: [1.3, 0.8, 0.4],
    score(_, occurrences) {
      if (occurrences >= 4) return 0
      return occurrences >= 2 ? 1 : 2
    },
  },
]

/** Stands between the texts of a field; no word contains it, and no phrase goes beyond it. */
const betweenTexts = '\f'

/** The texts of a document, in the order of `fields`. */
export function textsOfFields(document: SearchDocument): Array<string> {
  const { title, tags, category, excerpt, body } = document
  const { headings, text } = plainText(body)
  return [title, tags.join(betweenTexts), category, excerpt, headings.join(betweenTexts), text]
}

/**
 * The words of the text of a field with their numbers of occurrences, including the meanings of
 * phrases in the table.
 */
export function wordsOfField(texts: string, digraphs?: Digraphs): Map<string, number> {
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
