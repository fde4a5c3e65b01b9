import type { Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { commonItems, hunksBetween, type Pair } from './align.ts'

/** Items in order; equal ones have equal keys. */
export interface Sequence<Item> {
  items: ReadonlyArray<Item>
  keys: ReadonlyArray<string>
}

/**
 * Follows items into another version of their sequence: equal ones, and between them those that
 * `pair` finds alike. Items that are unchanged at another place have moved and are in no pair.
 */
export function follow<Item>(
  before: Sequence<Item>,
  after: Sequence<Item>,
  pair: (items: ReadonlyArray<Item>, others: ReadonlyArray<Item>) => Array<Pair>,
): Array<Pair> {
  const same = commonItems(before.keys, after.keys)
  const hunks = hunksBetween(same, before.keys.length, after.keys.length)
  const gone = new Set(hunks.flatMap(({ start, end }) => before.keys.slice(start, end)))
  const isMoved = new Set(
    hunks
      .flatMap(({ otherStart, otherEnd }) => after.keys.slice(otherStart, otherEnd))
      .filter((key) => gone.has(key)),
  )
  const alike = hunks.flatMap(({ start, end, otherStart, otherEnd }) => {
    const own = unmoved(before, start, end, isMoved)
    const others = unmoved(after, otherStart, otherEnd, isMoved)
    const pairs = pair(
      own.map((index) => before.items[index]!),
      others.map((index) => after.items[index]!),
    )
    return pairs.map(([index, other]): Pair => [own[index]!, others[other]!])
  })
  return [...same, ...alike].sort(([one], [another]) => one - another)
}

function unmoved<Item>(
  { keys }: Sequence<Item>,
  start: number,
  end: number,
  isMoved: ReadonlySet<string>,
): Array<number> {
  return Array.from({ length: end - start }, (_, at) => start + at).filter(
    (index) => !isMoved.has(keys[index]!),
  )
}

/** How versions of one item are recognized. */
interface Likeness<Item> {
  textOf(item: Item): string
  /** Whether one may have become the other, whatever their words. */
  isKin(one: Item, other: Item): boolean
  /**
   * The weight of a pair with a share of common words. `isParallel`: both are at the same place of
   * runs of the same kinds; `isOnly`: these runs have one item.
   */
  weigh(shared: number, place: { item: Item; isParallel: boolean; isOnly: boolean }): number
}

/** Above this number of comparisons, items are paired in order. */
const maxComparisons = 20_000

/**
 * Pairs items of two runs that are versions of one another, in order, so that the number of common
 * words is greatest.
 */
export function pairSimilar<Item>(
  items: ReadonlyArray<Item>,
  others: ReadonlyArray<Item>,
  { textOf, isKin, weigh }: Likeness<Item>,
): Array<Pair> {
  const kinAt = items.map((item, index) => index < others.length && isKin(item, others[index]!))
  if (items.length * others.length > maxComparisons)
    return kinAt.flatMap((isPair, index): Array<Pair> => (isPair ? [[index, index]] : []))
  const areParallel = items.length === others.length && kinAt.every(Boolean)
  const [words, otherWords] = [items, others].map((run) => run.map((item) => wordsIn(textOf(item))))
  return heaviest(items.length, others.length, (row, column) => {
    const item = items[row]!
    if (!isKin(item, others[column]!)) return 0
    const isParallel = areParallel && row === column
    const isOnly = isParallel && items.length === 1
    return weigh(dice(words![row]!, otherWords![column]!), { item, isParallel, isOnly })
  })
}

/** Leaves with a lower similarity are treated as different blocks. */
const alike = 0.25

/** The blocks of two runs that are versions of one another, in order. */
export function pairAlike(blocks: ReadonlyArray<Nodes>, others: ReadonlyArray<Nodes>): Array<Pair> {
  return pairSimilar<Nodes>(blocks, others, {
    textOf,
    isKin: (one, other) => one.type === other.type,
    // Runs with the same kinds in the same order are likely rewritten blocks; containers are
    // compared by their parts later.
    weigh: (shared, { item, isParallel }) =>
      shared >= alike ? shared + 0.01 : isParallel || isContainer(item) ? 0.01 : 0,
  })
}

/** The order-preserving pairs with the greatest sum of weights, by dynamic programming. */
function heaviest(
  rows: number,
  columns: number,
  weight: (row: number, column: number) => number,
): Array<Pair> {
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
  const pairs: Array<Pair> = []
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
