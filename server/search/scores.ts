import type { Postings } from './packed-postings.ts'
import { placeWeights } from './places.ts'
import type { Wish } from './query-plan.ts'

/**
 * Sums the scores of documents for a query, in arrays that are reused: no allocations per query. Documents are
 * identified by number.
 */
export interface Scores {
  /** Adds one wish of the query; at most 16 per query. `total` is the number of documents. */
  add(wish: Wish, postings: (word: string) => ReadonlyArray<Postings>, total: number): void
  /**
   * Visits each visible document that contains any of the words, with its score, and resets. Documents with less than a
   * third of what the best one contains are dropped: they only share a common word.
   */
  drain(visible: (document: number) => boolean, visit: (document: number, score: number) => void): void
}

/** From this part of all documents on, all are visited instead of the touched ones. */
const denseShare = 16

/** Scores for document numbers below `capacity`, which grows as needed through `add`. */
export function createScores(capacity: () => number): Scores {
  let sums = new Float64Array(0)
  let covered = new Float64Array(0)
  let current = new Float64Array(0)
  let wishOf = new Uint8Array(0)
  let touched = new Int32Array(0)
  let touchedCount = 0
  let wishes = 0
  let possible = 0

  const grow = () => {
    if (sums.length >= capacity()) return
    const size = Math.ceil(capacity() * 1.25) + 16
    sums = new Float64Array(size)
    covered = new Float64Array(size)
    current = new Float64Array(size)
    wishOf = new Uint8Array(size)
    touched = new Int32Array(size)
  }

  return {
    add({ words, weight }, postings, total) {
      if (wishes === 0) grow()
      wishes++
      const found = Array.from(words, ([word, share]) => ({ share, lists: postings(word) }))
      const rarity = weight * rarityOf(found, total)
      possible += rarity
      for (const { share, lists } of found)
        for (const places of lists)
          for (let place = 0; place < places.length; place++) {
            const documents = places[place]
            if (!documents) continue
            const worth = placeWeights[place]! * share * rarity
            for (let at = 0; at < documents.length; at++) {
              const document = documents[at]!
              const seen = wishOf[document]!
              if (seen === wishes) {
                // The document matched another word of the same wish: the higher score counts.
                if (worth <= current[document]!) continue
                sums[document]! += worth - current[document]!
              } else {
                if (seen === 0) touched[touchedCount++] = document
                wishOf[document] = wishes
                sums[document]! += worth
                covered[document]! += rarity
              }
              current[document] = worth
            }
          }
    },

    drain(visible, visit) {
      const size = capacity()
      // In memory's own order, many documents take less time than the touched ones alone.
      const isDense = touchedCount > size / denseShare
      const count = isDense ? size : touchedCount
      let most = 0
      for (let at = 0; at < count; at++) {
        const document = isDense ? at : touched[at]!
        const share = covered[document]!
        if (share > most && visible(document)) most = share
      }
      const least = most / 3
      for (let at = 0; at < count; at++) {
        const document = isDense ? at : touched[at]!
        if (wishOf[document] === 0) continue
        // A document with all words ranks before one with some of them in a better place.
        const share = covered[document]! / possible
        if (covered[document]! >= least && visible(document)) visit(document, sums[document]! * share)
        sums[document] = 0
        covered[document] = 0
        wishOf[document] = 0
      }
      touchedCount = 0
      wishes = 0
      possible = 0
    },
  }
}

/**
 * The inverse document frequency of a wish: rare words weigh more. Documents with another word than the typed one count
 * by its share. The half keeps common words above zero, so that a title with all three words ranks before one with two of
 * them.
 */
function rarityOf(found: ReadonlyArray<{ share: number; lists: ReadonlyArray<Postings> }>, total: number): number {
  let holding = 0
  for (const { share, lists } of found)
    for (const places of lists) for (const documents of places) holding += share * (documents?.length ?? 0)
  const count = Math.min(holding, total)
  return 0.5 + Math.log(1 + (total - count + 0.5) / (count + 0.5))
}
