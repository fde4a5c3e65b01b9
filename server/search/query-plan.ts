import { phrasesAt, relatedWords } from './synonyms.ts'
import { readWords } from './words.ts'

/** Longer queries are cut, because the cost grows with the length; in characters. */
export const queryMaxLength = 200
const maxWords = 12
const maxCompletions = 48
const maxCorrections = 8

/** One word of the query: the indexed words that match it, each with its share of an exact match. */
export type Wish = Map<string, number>

/** The lookups that planning needs. */
export interface WordSource {
  /** Whether a visible document contains the word. */
  has(word: string): boolean
  beginningWith(start: string, limit: number): Array<string>
  near(typed: string, distance: number, open: boolean, limit: number): Array<{ word: string; distance: number }>
}

/** A normalised query: trimmed, single spaces, lower case, cut to the limit. */
export function normalizeQuery(text: string): string {
  return text.slice(0, queryMaxLength).normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * The wishes of a query, one per word. The last word may be unfinished. A word that no document contains is split,
 * corrected by one edit (two from 8 letters on), or dropped; neighbouring words are also looked up as one word and by
 * their common meaning.
 */
export function planQuery(text: string, source: WordSource): Array<Wish> {
  const words = queryWords(text, source)
  const last = words.length - 1
  const wishes = words.map((word, at) => findWord(word, at === last, source))
  for (let at = 0; at < last; at++) {
    const joined = words[at]! + words[at + 1]!
    if (source.has(joined)) for (const part of [at, at + 1]) wishes[part]!.set(joined, 1)
  }
  words.forEach((_, at) => {
    for (const { length, means } of phrasesAt(words, at))
      if (source.has(means)) for (let part = at; part < at + length; part++) wishes[part]!.set(means, 1)
  })
  return wishes.filter((wish) => wish.size > 0)
}

/**
 * The words to look up: a known version number stays whole, and an unknown word that consists of two known ones is
 * split.
 */
function queryWords(text: string, source: WordSource): Array<string> {
  const words: Array<string> = []
  readWords(text.slice(0, queryMaxLength), (word, joined) => {
    if (!joined) words.push(word)
    else if (word.includes('.') && (source.has(word) || source.beginningWith(word, 1).length > 0))
      words.splice(-word.split('.').length, Infinity, word)
  })
  const unique = [...new Set(words)].slice(0, maxWords)
  return unique.flatMap((word, at) => apart(word, at === unique.length - 1, source))
}

function apart(word: string, last: boolean, source: WordSource): Array<string> {
  if (word.length < 4 || source.has(word) || (last && source.beginningWith(word, 1).length > 0)) return [word]
  // A digit after a word ('push3') may stand alone; otherwise both parts need two letters.
  const least = /^\p{L}+\d$/u.test(word) ? 1 : 2
  for (let split = word.length - least; split >= 2; split--) {
    const parts = [word.slice(0, split), word.slice(split)]
    if (parts.every((part) => source.has(part))) return parts
  }
  return [word]
}

function findWord(word: string, last: boolean, source: WordSource): Wish {
  const wish: Wish = new Map()
  const wishFor = (other: string, share: number) => {
    if (share > (wish.get(other) ?? 0)) wish.set(other, share)
  }
  if (source.has(word)) wishFor(word, 1)
  for (const related of relatedWords(word)) if (source.has(related)) wishFor(related, 0.85)
  const completions = last ? source.beginningWith(word, maxCompletions) : []
  // One visible completion shows that the word is no typing error.
  if (completions.some(source.has))
    for (const longer of completions) wishFor(longer, 0.5 + (0.35 * word.length) / longer.length)
  if (wish.size > 0 || word.length < 3) return wish
  for (const open of last && word.length > 3 ? [false, true] : [false])
    for (const distance of word.length > 7 ? [1, 2] : [1]) {
      for (const near of source.near(word, distance, open, maxCorrections))
        if (source.has(near.word)) wishFor(near.word, (open ? 0.6 : 0.8) / near.distance)
      if (wish.size > 0) return wish
    }
  return wish
}
