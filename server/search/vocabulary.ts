import { countBits, editDistance, letterBits } from './edit-distance.ts'

/** The words of an index, for lookups that are not exact. */
export interface Vocabulary {
  /** Up to `limit` longer words with the prefix `start`, the most likely first. */
  beginningWith(start: string, limit: number): Array<string>
  /**
   * Up to `limit` words within `distance` edits, the nearest and most likely first. `open`: a prefix of the word may
   * match.
   */
  near(typed: string, distance: number, open: boolean, limit: number): Array<{ word: string; distance: number }>
}

/** Words by length, for lookups that are not exact. */
interface ByLength {
  words: Array<string>
  bits: Int32Array
}

/** `promise` rates how likely a visitor means a word; higher is better. Both arguments are read once, now. */
export function createVocabulary(words: Iterable<string>, promise: (word: string) => number): Vocabulary {
  const sorted = Array.from(words).sort()
  const promises = Float64Array.from(sorted, promise)
  let lengths: Array<ByLength | undefined> | null = null

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

    near(typed, distance, open, limit) {
      lengths ??= groupByLength(sorted)
      const bits = letterBits(typed)
      const found: Array<{ word: string; distance: number }> = []
      const last = open ? lengths.length - 1 : typed.length + distance
      for (let length = Math.max(1, typed.length - distance); length <= last; length++) {
        const group = lengths[length]
        if (!group) continue
        for (let at = 0; at < group.bits.length; at++) {
          const other = group.bits[at]!
          // One edit changes at most one letter on each side; for an open word, only the typed letters count.
          if (countBits(open ? bits & ~other : bits ^ other) > (open ? distance : 2 * distance)) continue
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

function groupByLength(words: ReadonlyArray<string>): Array<ByLength | undefined> {
  const groups: Array<Array<string> | undefined> = []
  for (const word of words) {
    const group = groups[word.length]
    if (group) group.push(word)
    else groups[word.length] = [word]
  }
  return Array.from(groups, (group) => group && { words: group, bits: Int32Array.from(group, letterBits) })
}
