import type { Postings } from './packed-postings.ts'
import { placeWeights } from './places.ts'
import type { Wish } from './query-plan.ts'

/**
 * Sums the scores of documents for a query, in arrays that are reused: no allocations per query.
 * Documents are identified by number.
 */
export interface Scores {
  /**
   * Adds one wish of the query; at most 16 per query. `total` is the number of documents; `isThere`
   * says which of their numbers count, and null that all do.
   */
  add(
    wish: Wish,
    postings: (word: string) => ReadonlyArray<Postings>,
    total: number,
    isThere: IsThere | null,
  ): void
  /**
   * Visits each document that contains any of the words, visible or not, with its score, and
   * resets. Documents with less than a third of what the best visible one contains are left out:
   * they only share a common word.
   */
  drain(
    visible: (document: number) => boolean,
    visit: (document: number, score: number) => void,
  ): void
}

type IsThere = (document: number) => boolean

/** From this part of all documents on, all are visited instead of the touched ones. */
const denseShare = 16

/** Scores for document numbers below `capacity`, which grows as needed through `add`. */
export function createScores(capacity: () => number): Scores {
  let sums = new Float64Array(0)
  /** The wishes that each document matches, a bit for each. */
  let matched = new Uint16Array(0)
  let touched = new Int32Array(0)
  let touchedCount = 0
  /** The rarity of each wish. */
  let rarities: Array<number> = []

  const grow = () => {
    if (sums.length >= capacity()) return
    const size = Math.ceil(capacity() * 1.25) + 16
    sums = new Float64Array(size)
    matched = new Uint16Array(size)
    touched = new Int32Array(size)
  }

  const reset = (isDense: boolean) => {
    if (isDense) {
      sums.fill(0)
      matched.fill(0)
    } else
      for (let at = 0; at < touchedCount; at++) {
        sums[touched[at]!] = 0
        matched[touched[at]!] = 0
      }
    touchedCount = 0
    rarities = []
  }

  return {
    add({ words, weight }, postings, total, isThere) {
      if (rarities.length === 0) grow()
      const bit = 1 << rarities.length
      const found = Array.from(words, ([word, share]) => ({ share, lists: postings(word) }))
      const rarity = weight * rarityOf(found, total, isThere)
      rarities.push(rarity)
      // A document with several words of the wish counts for its best: the first list that contains
      // it.
      for (const { worth, documents } of bestFirst(found))
        for (let at = 0; at < documents.length; at++) {
          const document = documents[at]!
          const before = matched[document]!
          if (before & bit) continue
          if (before === 0) touched[touchedCount++] = document
          matched[document] = before | bit
          sums[document]! += worth * rarity
        }
    },

    drain(visible, visit) {
      const size = capacity()
      // In memory's own order, many documents take less time than the touched ones alone.
      const isDense = touchedCount > size / denseShare
      const count = isDense ? size : touchedCount
      const covered = sumsOfSubsets(rarities)
      const isFound = new Uint8Array(covered.length)
      for (let at = 0; at < count; at++) {
        const document = isDense ? at : touched[at]!
        const wishes = matched[document]!
        if (isFound[wishes] === 0 && wishes > 0 && visible(document)) isFound[wishes] = 1
      }
      const most = covered.reduce(
        (best, share, wishes) => (isFound[wishes] ? Math.max(best, share) : best),
        0,
      )
      const possible = covered.at(-1)!
      // A document with all words ranks before one with some of them in a better place.
      const factors = covered.map((share) => (share >= most / 3 ? share / possible : 0))
      for (let at = 0; at < count; at++) {
        const document = isDense ? at : touched[at]!
        const factor = factors[matched[document]!]!
        if (factor > 0 && matched[document]! > 0) visit(document, sums[document]! * factor)
      }
      reset(isDense)
    },
  }
}

/**
 * The sum of each subset of some numbers; the bits of an index say which numbers the subset
 * contains.
 */
function sumsOfSubsets(numbers: ReadonlyArray<number>): Float64Array {
  const sums = new Float64Array(2 ** numbers.length)
  for (let subset = 1; subset < sums.length; subset++) {
    const highest = 31 - Math.clz32(subset)
    sums[subset] = sums[subset ^ (1 << highest)]! + numbers[highest]!
  }
  return sums
}

interface FoundWord {
  /** The share of an exact match. */
  share: number
  lists: ReadonlyArray<Postings>
}

/** The lists of documents of all words and places, the worthiest first. */
function bestFirst(found: ReadonlyArray<FoundWord>) {
  const lists: Array<{ worth: number; documents: NonNullable<Postings[number]> }> = []
  for (const { share, lists: segments } of found)
    for (const places of segments)
      for (let place = 0; place < places.length; place++) {
        const documents = places[place]
        if (documents) lists.push({ worth: placeWeights[place]! * share, documents })
      }
  return lists.sort((one, other) => other.worth - one.worth)
}

/**
 * The inverse document frequency of a wish: rare words weigh more. Documents with another word than
 * the typed one count by its share. The half keeps common words above zero, so that a title with
 * all three words ranks before one with two of them.
 */
function rarityOf(found: ReadonlyArray<FoundWord>, total: number, isThere: IsThere | null): number {
  let holding = 0
  for (const { share, lists } of found)
    for (const places of lists)
      for (const documents of places)
        for (const document of documents ?? [])
          if (isThere === null || isThere(document)) holding += share
  const count = Math.min(holding, total)
  return 0.5 + Math.log(1 + (total - count + 0.5) / (count + 0.5))
}
