import { editDistance } from '#domain/edit-distance.ts'
import type { WordLanguage } from '#domain/words/word-language.ts'
import { bestOf } from './best-of.ts'
import { english } from './english.ts'

/** The words of an index, for lookups that are not exact. */
export interface Vocabulary {
  /** Up to `limit` longer words with the prefix `start`, the most likely first. */
  beginningWith(start: string, limit: number): Array<string>
  /** The other words with the same stem. */
  forms(word: string): Array<string>
  /**
   * Up to `limit` words within `distance` edits, the nearest and most likely first. `open`: a
   * prefix of the word may match.
   */
  near(typed: string, distance: number, open: boolean, limit: number): Array<NearWord>
  /** Sorts new words now, which the next lookup would do otherwise. */
  prepare(): void
}

interface NearWord {
  word: string
  distance: number
}

/** Words in their order, with the letters of each, and by their stems. */
interface WordList {
  words: ReadonlyArray<string>
  letters: Int32Array
  byStem: ReadonlyMap<string, ReadonlyArray<string>>
}

/**
 * A vocabulary of `known`, to which words may be added: how likely a visitor searches for each
 * word; higher is better.
 */
export function createVocabulary(
  known: ReadonlyMap<string, { promise: number }>,
  { stem }: WordLanguage = english,
): Vocabulary {
  /** The words in the order of their addition; the later the list, the shorter. */
  const lists: Array<WordList> = []
  let listed = 0

  /** Lists what was added, together with lists that are not much longer. */
  function read(): ReadonlyArray<WordList> {
    if (listed === known.size) return lists
    let added = [...known.keys()].slice(listed)
    listed = known.size
    for (
      let last = lists.at(-1);
      last && last.words.length < 2 * added.length;
      last = lists.at(-1)
    ) {
      added = last.words.concat(added)
      lists.pop()
    }
    lists.push(listOf(added, stem))
    return lists
  }

  const morePromising = (one: string, other: string) =>
    known.get(other)!.promise - known.get(one)!.promise

  return {
    beginningWith: (start, limit) =>
      bestOf(
        read().flatMap(({ words }) => longerWords(words, start)),
        limit,
        morePromising,
      ),

    forms: (word) =>
      read()
        .flatMap(({ byStem }) => byStem.get(stem(word)) ?? [])
        .filter((other) => other !== word),

    near: (typed, distance, open, limit) =>
      bestOf(
        read().flatMap((list) => nearWords(list, typed, distance, open)),
        limit,
        (one, other) => one.distance - other.distance || morePromising(one.word, other.word),
      ),

    prepare: () => void read(),
  }
}

function listOf(given: Array<string>, stemOf: (word: string) => string): WordList {
  const words = given.sort()
  const byStem = new Map<string, Array<string>>()
  for (const word of words) {
    const stem = stemOf(word)
    const forms = byStem.get(stem)
    if (forms) forms.push(word)
    else byStem.set(stem, [word])
  }
  return { words, letters: Int32Array.from(words, letterBits), byStem }
}

/** Words that begin with `start`, without itself. */
function longerWords(words: ReadonlyArray<string>, start: string): ReadonlyArray<string> {
  const from = firstFrom(words, start)
  return words.slice(words[from] === start ? from + 1 : from, firstFrom(words, `${start}\uffff`))
}

/** The place of the first word that is not before `text`. */
function firstFrom(words: ReadonlyArray<string>, text: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

function nearWords(
  { words, letters }: WordList,
  typed: string,
  distance: number,
  open: boolean,
): Array<NearWord> {
  const bits = letterBits(typed)
  const longest = open ? Number.POSITIVE_INFINITY : typed.length + distance
  const found: Array<NearWord> = []
  for (let at = 0; at < words.length; at++) {
    const other = letters[at]!
    // One edit changes at most one letter on each side; for an open word, only the typed letters
    // count.
    if (countBits(open ? bits & ~other : bits ^ other) > (open ? distance : 2 * distance)) continue
    const word = words[at]!
    if (word.length < typed.length - distance || word.length > longest) continue
    const edits = editDistance(typed, word, distance, open)
    if (edits <= distance) found.push({ word, distance: edits })
  }
  return found
}

/** A bit set of a word's letters, which tells most pairs of words apart. */
export function letterBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

/** The number of set bits. */
export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
