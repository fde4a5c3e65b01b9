import { fold } from '#domain/words/fold.ts'
import type { WordLanguage } from '#domain/words/word-language.ts'
import { comparisonsOf, isTerm, nearWordsFor, phrasesAt, synonymsFor } from './synonyms.ts'
import { knownPieces, readWords } from './words.ts'

/** Longer queries are cut; in characters. */
export const queryMaxLength = 200
const maxWords = 12
const maxCompletions = 48
const maxCorrections = 8
/** A misspelling in the texts has so many letters and is in so few documents. */
const leastMisspelled = 5
const maxMisspelled = 3
/** How much more frequent the right word is. */
const timesMoreFrequent = 3
/** What a word form, a synonym and a word near in meaning count, of an exact match. */
const formShare = 0.9
const synonymShare = 0.85
const nearShare = 0.35
/** The weight of a word from a phrase in a text that has the word but not the phrase. */
const apartShare = 0.35
const functionWordWeight = 0.15

/** One word of the query. */
export interface Wish {
  /** The indexed words that match it, each with its share of an exact match. */
  words: Map<string, number>
  /** How much the word counts, to 1: little for function words. */
  weight: number
}

/** The wishes of a query, and the query with its misspelled words corrected; null when none was. */
export interface QueryPlan {
  wishes: Array<Wish>
  corrected: string | null
}

/** The lookups that planning needs. */
export interface WordSource {
  language: WordLanguage
  /** Whether a visible document contains the word. */
  has(word: string): boolean
  /**
   * The number of documents that contain the word, and whether one has it in its title, tags,
   * category or excerpt.
   */
  spread(word: string): { documents: number; inHead: boolean }
  beginningWith(start: string, limit: number): Array<string>
  /** Other words with the same stem: 'compressing' for 'compression'. */
  forms(word: string): Array<string>
  near(
    typed: string,
    distance: number,
    open: boolean,
    limit: number,
  ): Array<{ word: string; distance: number }>
  /** Whether a dictionary contains the word; null without a dictionary. */
  isEnglish: ((word: string) => boolean) | null
}

/** A normalised query: trimmed, single spaces, lower case, cut to the limit. */
export function normalizeQuery(text: string): string {
  return text.slice(0, queryMaxLength).normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}

/**
 * The wishes of a query, one per word. A word that no document contains is split, corrected or
 * dropped; one that a few texts misspell is corrected, unless `literal`. Neighbouring words are
 * also looked up as one word and by their common meaning.
 */
export function planQuery(text: string, source: WordSource, literal = false): QueryPlan {
  const typed = queryWords(text, source, literal)
  const last = typed.length - 1
  const found = typed.map((word, at) =>
    findWord(word, { last: at === last, alone: last === 0, literal }, source),
  )
  const words = found.map(({ word }) => word)
  const together = (at: number, length: number, means: string) => {
    if (!source.has(means)) return
    for (const { words: wished } of found.slice(at, at + length)) {
      if (wished.get(means) === 1) continue
      for (const [word, share] of wished) wished.set(word, share * apartShare)
      wished.set(means, 1)
    }
  }
  words.forEach((word, at) => {
    if (at < last) together(at, 2, word + words[at + 1]!)
    for (const { length, means } of phrasesAt(words, at)) together(at, length, means)
  })
  const wishes = found.filter((wish) => wish.words.size > 0)
  const strong = wishes.filter(({ weight }) => weight === 1)
  return {
    wishes: strong.length > 0 ? strong : wishes,
    corrected: correctedText(text, typed, words, source.language),
  }
}

/** The query in lower case with its corrections, or null without any. */
function correctedText(
  text: string,
  typed: ReadonlyArray<string>,
  words: ReadonlyArray<string>,
  { digraphs }: WordLanguage,
): string | null {
  const lower = text.toLowerCase()
  // A word is written otherwise than it is looked up: 'verstärkr' is 'verstaerkr'.
  const written = new Map(
    (lower.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => [fold(word, digraphs), word]),
  )
  const corrected = typed.reduce((whole, word, at) => {
    if (words[at] === word) return whole
    const plain = (written.get(word) ?? word).replace(/[.+]/g, '\\$&')
    return whole.replace(
      new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, 'u'),
      words[at]!,
    )
  }, lower)
  return corrected === lower ? null : corrected
}

/**
 * The words to look up: a known version number, ending or word with a sign stays whole, and an
 * unknown word that consists of two known ones is split.
 */
function queryWords(text: string, source: WordSource, literal: boolean): Array<string> {
  const words: Array<string> = []
  readWords(
    text.slice(0, queryMaxLength),
    (word, joined) => {
      if (!joined) words.push(word)
      else if (/[.+#]/.test(word) && (source.has(word) || source.beginningWith(word, 1).length > 0))
        words.splice(-(word.match(/[^.+#]+/g) ?? []).length, Infinity, word)
    },
    source.language.digraphs,
  )
  const unique = [...new Set(words)].slice(0, maxWords)
  if (literal) return unique
  return unique.flatMap((word, at) => apart(word, at === unique.length - 1, source))
}

function apart(word: string, last: boolean, source: WordSource): Array<string> {
  if (
    (word.length < 4 && /^[ -~]*$/.test(word)) ||
    source.has(word) ||
    (last && source.beginningWith(word, 1).length > 0)
  )
    return [word]
  const pieces = knownPieces(word, source.has)
  if (pieces.length > 0) return pieces
  // A digit after a word ('push3') may stand alone; otherwise both parts need two letters.
  const least = /^\p{L}+\d$/u.test(word) ? 1 : 2
  for (let split = word.length - least; split >= 2; split--) {
    const parts = [word.slice(0, split), word.slice(split)]
    if (parts.every((part) => source.has(part))) return parts
  }
  return [word]
}

/** The wish for a word; `word` is the typed one or its correction. */
interface FoundWord extends Wish {
  word: string
}

function findWord(
  typed: string,
  { last, alone, literal }: { last: boolean; alone: boolean; literal: boolean },
  source: WordSource,
): FoundWord {
  if (literal)
    return { word: typed, words: new Map(source.has(typed) ? [[typed, 1]] : []), weight: 1 }
  const known = wishFor(typed, last, source)
  // A sign tells words apart that are near each other: 'f#m' is not 'c#m'.
  if (typed.length < 3 || known.weight < 1 || /[+#]/.test(typed)) return known
  if (known.words.size > 0) {
    const right = spelledRight(typed, source)
    return right === null ? known : wishFor(right, false, source)
  }
  // Beside other words, a word of English that no text has is no typing error: 'rid' is not 'grid'.
  if (!alone && source.isEnglish?.(typed)) return known
  for (const open of last && typed.length > 3 ? [false, true] : [false])
    for (const distance of typed.length > 7 ? [1, 2] : [1]) {
      const near = source
        .near(typed, distance, open, maxCorrections)
        .filter((one) => source.has(one.word))
      const [best] = near
      if (!best) continue
      // The beginning of a word was typed: which word is not known yet.
      const found = open ? known : wishFor(best.word, false, source)
      for (const one of near) addTo(found.words, one.word, (open ? 0.6 : 0.8) / one.distance)
      return found
    }
  return known
}

function wishFor(word: string, last: boolean, source: WordSource): FoundWord {
  const words = new Map<string, number>()
  const wish = (other: string, share: number) => {
    if (source.has(other)) addTo(words, other, share)
  }
  wish(word, 1)
  if (source.language.isFunctionWord(word)) return { word, words, weight: functionWordWeight }
  for (const form of source.forms(word)) wish(form, formShare)
  for (const synonym of synonymsFor(word))
    for (const form of [synonym, ...source.forms(synonym)]) wish(form, synonymShare)
  for (const near of nearWordsFor(word))
    for (const form of [near, ...source.forms(near)]) wish(form, nearShare)
  for (const compared of comparisonsOf(word)) wish(compared, nearShare)
  // A sign makes another word of one: 'c' is no beginning of 'c#'.
  const completions = last
    ? source
        .beginningWith(word, maxCompletions)
        .filter((one) => !/[+#]/.test(one[word.length] ?? ''))
    : []
  // One visible completion shows that the word is no typing error.
  if (completions.some(source.has))
    for (const longer of completions) wish(longer, 0.5 + (0.35 * word.length) / longer.length)
  return { word, words, weight: 1 }
}

/** The higher share of a word counts. */
function addTo(words: Map<string, number>, word: string, share: number) {
  if (share > (words.get(word) ?? 0)) words.set(word, share)
}

/**
 * The frequent word that a rare one is a misspelling of; null when the rare one is a word of
 * English or of this field, or is in a head.
 */
function spelledRight(word: string, source: WordSource): string | null {
  if (word.length < leastMisspelled || !/^[a-z]+$/.test(word)) return null
  if (isTerm(word) || (source.isEnglish?.(word) ?? true)) return null
  const { documents, inHead } = source.spread(word)
  if (inHead || documents > maxMisspelled) return null
  for (const distance of word.length > 7 ? [1, 2] : [1])
    for (const near of source.near(word, distance, false, maxCorrections)) {
      const other = source.spread(near.word)
      if (other.inHead && other.documents >= timesMoreFrequent * documents && source.has(near.word))
        return near.word
    }
  return null
}
