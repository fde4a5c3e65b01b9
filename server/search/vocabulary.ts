import { editDistance } from '#domain/edit-distance.ts'
import type { WordLanguage } from '#domain/words/word-language.ts'
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
  near(
    typed: string,
    distance: number,
    open: boolean,
    limit: number,
  ): Array<{ word: string; distance: number }>
}

/** Words by length, for lookups that are not exact. */
interface ByLength {
  words: Array<string>
  bits: Int32Array
}

/**
 * `promise` rates how likely a visitor searches for a word; higher is better. Both arguments are
 * read once, now.
 */
export function createVocabulary(
  words: Iterable<string>,
  promise: (word: string) => number,
  { stem: stemOf, sameUntil }: WordLanguage = english,
): Vocabulary {
  const sorted = Array.from(words).sort()
  const promises = Float64Array.from(sorted, promise)
  const lengths = groupByLength(sorted)
  /** The stems of words that were compared once. */
  const stems: Array<string | undefined> = []

  const firstFrom = (text: string) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < text) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    beginningWith(start, limit) {
      let from = firstFrom(start)
      if (sorted[from] === start) from++
      const to = firstFrom(`${start}\uffff`)
      const range = promises.slice(from, to)
      const least = range.length > limit ? range.slice().sort()[range.length - limit]! : 0
      const found: Array<number> = []
      for (let at = from; at < to; at++) if (promises[at]! >= least) found.push(at)
      return found
        .sort((one, other) => promises[other]! - promises[one]!)
        .slice(0, limit)
        .map((at) => sorted[at]!)
    },

    forms(word) {
      const stem = stemOf(word)
      const start = sharedStart(word, stem, sameUntil)
      const found: Array<string> = []
      const to = firstFrom(`${start}\uffff`)
      for (let at = firstFrom(start); at < to; at++) {
        const other = sorted[at]!
        if (other === word || other.length > stem.length + longestEnding) continue
        stems[at] ??= stemOf(other)
        if (stems[at] === stem) found.push(other)
      }
      return found
    },

    near(typed, distance, open, limit) {
      const bits = letterBits(typed)
      const found: Array<{ word: string; distance: number }> = []
      const last = open ? lengths.length - 1 : typed.length + distance
      for (let length = Math.max(1, typed.length - distance); length <= last; length++) {
        const group = lengths[length]
        if (!group) continue
        for (let at = 0; at < group.bits.length; at++) {
          const other = group.bits[at]!
          // One edit changes at most one letter on each side; for an open word, only the typed
          // letters count.
          if (countBits(open ? bits & ~other : bits ^ other) > (open ? distance : 2 * distance))
            continue
          const word = group.words[at]!
          const edits = editDistance(typed, word, distance, open)
          if (edits <= distance) found.push({ word, distance: edits })
        }
      }
      const promiseOf = ({ word }: { word: string }) => promises[firstFrom(word)]!
      return found
        .sort((one, other) => one.distance - other.distance || promiseOf(other) - promiseOf(one))
        .slice(0, limit)
    },
  }
}

/** The letters with which all forms of a word begin. */
function sharedStart(word: string, stem: string, sameUntil: RegExp | undefined): string {
  const until = sameUntil?.exec(word)
  if (until) return word.slice(0, until.index + until[0].length)
  // A stem may end otherwise than its words: 'happi'.
  return stem.length > 3 ? stem.slice(0, -1) : word.slice(0, stem.length)
}

function groupByLength(words: ReadonlyArray<string>): Array<ByLength | undefined> {
  const groups: Array<Array<string> | undefined> = []
  for (const word of words) {
    const group = groups[word.length]
    if (group) group.push(word)
    else groups[word.length] = [word]
  }
  return Array.from(
    groups,
    (group) => group && { words: group, bits: Int32Array.from(group, letterBits) },
  )
}

/** A bit set of a word's letters, to tell most pairs of words apart without comparing letters. */
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

/** The letters by which a form may be longer than its stem: 'isations'. */
const longestEnding = 8
