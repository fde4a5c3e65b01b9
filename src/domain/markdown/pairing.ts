import type { Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'

/** Leaves with a lower similarity are treated as different blocks. */
const alike = 0.25
/** Above this number of comparisons, blocks are paired in order. */
const maxComparisons = 20_000

/**
 * Pairs blocks of two runs that are versions of one another, in order, so that the number of common
 * words is greatest.
 */
export function pairAlike(
  blocks: ReadonlyArray<Nodes>,
  others: ReadonlyArray<Nodes>,
): Array<[index: number, other: number]> {
  if (blocks.length === 0 || others.length === 0) return []
  if (blocks.length * others.length > maxComparisons)
    return blocks.flatMap((block, index) =>
      others[index]?.type === block.type ? [[index, index] as const] : [],
    ) as Array<[number, number]>
  const parallel =
    blocks.length === others.length &&
    blocks.every(({ type }, index) => type === others[index]!.type)
  const words = blocks.map(wordsOf)
  const otherWords = others.map(wordsOf)
  const likeness = (index: number, other: number) => {
    const block = blocks[index]!
    if (block.type !== others[other]!.type) return 0
    const shared = dice(words[index]!, otherWords[other]!)
    // Runs with the same kinds in the same order are likely rewritten blocks; containers are
    // compared by their parts later.
    const floor = (parallel && index === other) || isContainer(block) ? 0.01 : 0
    return shared >= alike ? shared + 0.01 : floor
  }
  return heaviest(blocks.length, others.length, likeness)
}

/** The order-preserving pairs with the greatest sum of weights, by dynamic programming. */
export function heaviest(
  rows: number,
  columns: number,
  weight: (row: number, column: number) => number,
) {
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1))
  const weights = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, at) => weight(row, at)),
  )
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1) {
      const paired = weights[row]![column]!
      const both = paired > 0 ? paired + best[row + 1]![column + 1]! : 0
      best[row]![column] = Math.max(both, best[row + 1]![column]!, best[row]![column + 1]!)
    }
  const pairs: Array<[number, number]> = []
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const paired = weights[row]![column]!
    const here = best[row]![column]!
    if (paired > 0 && here === paired + best[row + 1]![column + 1]!) {
      pairs.push([row, column])
      row += 1
      column += 1
    } else if (here === best[row + 1]![column]) row += 1
    else column += 1
  }
  return pairs
}

function isContainer(node: Nodes): boolean {
  return ['list', 'listItem', 'blockquote', 'table', 'footnoteDefinition'].includes(node.type)
}

const wordsOf = (node: Nodes) => wordsIn(textOf(node))

/** How often each word stands in a text. */
export function wordsIn(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** The share of common words of two texts, from 0 to 1. */
export function dice(
  words: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): number {
  let size = 0
  let shared = 0
  for (const [word, count] of words) {
    size += count
    shared += Math.min(count, others.get(word) ?? 0)
  }
  for (const count of others.values()) size += count
  return size === 0 ? 1 : (2 * shared) / size
}
