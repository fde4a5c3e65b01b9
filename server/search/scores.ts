import { placeWeights } from './places.ts'
import type { Wish } from './query-plan.ts'
import type { Postings } from './segment.ts'

/**
 * Adds up what each document is worth for a query, in arrays that are reused: nothing is allocated per query. Documents are known by number.
 */
export interface Scores {
  /** Takes in one wish of the query; at most 16 per query. `total` is how many documents there are. */
  add(wish: Wish, postings: (word: string) => ReadonlyArray<Postings>, total: number): void
  /**
   * Hands out each visible document that holds any of the words, with its worth, and starts anew. When one of them holds all that was asked
   * for, those with less than a third of it (a common word of several) are no answer and left out.
   */
  drain(visible: (document: number) => boolean, visit: (document: number, score: number) => void): void
}

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
    add(wish, postings, total) {
      if (wishes === 0) grow()
      wishes++
      const found = Array.from(wish, ([word, share]) => ({ share, lists: postings(word) }))
      const rarity = rarityOf(found, total)
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
                // Another word for the same wish: the better one counts.
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
      let most = 0
      for (let at = 0; at < touchedCount; at++) {
        const share = covered[touched[at]!]!
        if (share > most && visible(touched[at]!)) most = share
      }
      const least = most > 0.999 * possible ? possible / 3 : 0
      for (let at = 0; at < touchedCount; at++) {
        const document = touched[at]!
        // A document that holds all that was asked for goes before one with a part of it in a better place.
        const share = covered[document]! / possible
        if (covered[document]! >= least && visible(document)) visit(document, sums[document]! * share * share)
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
 * The inverse document frequency of a wish: a word that stands everywhere says little, a rare one much. The half keeps common words from
 * counting for nothing: a title with all three words goes before one with two of them.
 */
function rarityOf(found: ReadonlyArray<{ lists: ReadonlyArray<Postings> }>, total: number): number {
  let holding = 0
  for (const { lists } of found)
    for (const places of lists) for (const documents of places) holding += documents?.length ?? 0
  const count = Math.min(holding, total)
  return 0.5 + Math.log(1 + (total - count + 0.5) / (count + 0.5))
}
