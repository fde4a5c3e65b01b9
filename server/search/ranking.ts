import { weights } from './fields.ts'
import type { Wish } from './query-plan.ts'
import type { Found } from './word-index.ts'

/**
 * Merges what was found for the wishes of a query: the numbers of the documents, in no order, and
 * their scores by number. A document counts for a wish by its best word, times the rarity of the
 * wish. Documents with less than a third of what the best one contains only share a common word and
 * are left out. Numbers are below `size`; `total` documents are in the index.
 */
export function rank(
  wishes: ReadonlyArray<Wish>,
  find: (word: string) => ReadonlyArray<Found>,
  size: number,
  total: number,
  visible: (document: number) => boolean,
): { found: ReadonlyArray<number>; scores: Float64Array } {
  const scores = new Float64Array(size)
  const covered = new Float64Array(size)
  let possible = 0
  for (const wish of wishes) {
    const best = new Float32Array(size)
    let holding = 0
    for (const [word, share] of wish.words)
      for (const { score, documents } of find(word))
        for (const document of documents) {
          if (best[document] === 0) holding++
          best[document] = Math.max(best[document]!, weights[score]! * share)
        }
    const rarity = wish.weight * rarityOf(holding, total)
    possible += rarity
    for (let document = 0; document < size; document++) {
      if (best[document] === 0) continue
      scores[document]! += best[document]! * rarity
      covered[document]! += rarity
    }
  }
  let most = 0
  const found: Array<number> = []
  for (let document = 0; document < size; document++) {
    if (covered[document] === 0 || !visible(document)) continue
    found.push(document)
    most = Math.max(most, covered[document]!)
    // A document with all words ranks before one with some of them in a better field.
    scores[document]! *= covered[document]! / possible
  }
  return { scores, found: found.filter((document) => covered[document]! >= most / 3) }
}

/**
 * The inverse document frequency: rare words weigh more. The half keeps common words above zero, so
 * that a title with all three words ranks before one with two of them.
 */
function rarityOf(holding: number, total: number): number {
  return 0.5 + Math.log(1 + (total - holding + 0.5) / (holding + 0.5))
}
