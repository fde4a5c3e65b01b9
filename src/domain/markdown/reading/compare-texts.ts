import { groupBy } from '../../group-by.ts'
import type { Pair } from '../align.ts'
import { dice, follow, pairSimilar, type Sequence, wordsIn } from '../pairing.ts'
import { type ComparedRun, compareWords, type WordChange } from './compare-words.ts'
import { plainText, type ShownBlock, shownBlocks } from './shown-blocks.ts'

/** `moved`: the block, which stood elsewhere, is here now; `left`: the place where it stood. */
export type BlockChange = 'same' | 'changed' | 'added' | 'removed' | 'moved' | 'left'

/**
 * A block of one or both texts. The formats of the block are those of the later text, if it is
 * there.
 */
export interface ComparedBlock extends Omit<ShownBlock, 'runs'> {
  change: BlockChange
  runs: Array<ComparedRun>
}

/** Blocks with less in common are not versions of one another. */
const alike = 0.3
/** Blocks at different places with as much in common are one that was moved. */
const mostlySame = 0.6
const mostComparisons = 20_000

/**
 * Compares two Markdown texts as readers see them: block by block, moved blocks found, changed
 * blocks word by word.
 */
export function compareTexts(before: string, after: string): Array<ComparedBlock> {
  const [old, now] = [sequenceOf(shownBlocks(before)), sequenceOf(shownBlocks(after))]
  const pairs = follow(old, now, alikeBlocks)
  const moved = movedBlocks(pairs, old, now)
  const left = new Set(moved.values())
  const compared: Array<ComparedBlock> = []
  let [at, other] = [0, 0]
  for (const [to, otherTo] of [...pairs, [old.items.length, now.items.length] as const]) {
    for (const [index, block] of old.items.slice(at, to).entries())
      compared.push(
        left.has(at + index) ? whole(block, 'left') : whole(block, 'removed', 'removed'),
      )
    for (const [index, block] of now.items.slice(other, otherTo).entries()) {
      const was = old.items[moved.get(other + index) ?? -1]
      compared.push(was ? changed(was, block, 'moved') : whole(block, 'added', 'added'))
    }
    const [was, is] = [old.items[to], now.items[otherTo]]
    if (was && is)
      compared.push(
        old.keys[to] === now.keys[otherTo] ? whole(was, 'same') : changed(was, is, 'changed'),
      )
    at = to + 1
    other = otherTo + 1
  }
  return compared
}

const sequenceOf = (items: ReadonlyArray<ShownBlock>) => ({ items, keys: items.map(contentOf) })

function whole(block: ShownBlock, change: BlockChange, words: WordChange = 'same'): ComparedBlock {
  return { ...block, change, runs: block.runs.map((run) => ({ ...run, change: words })) }
}

function changed(was: ShownBlock, is: ShownBlock, change: BlockChange): ComparedBlock {
  return { ...is, change, runs: compareWords(was.runs, is.runs) }
}

/** The blocks of one side of a comparison, without what only the other has. */
export function sideOfComparison(
  compared: ReadonlyArray<ComparedBlock>,
  side: 'before' | 'after',
): Array<ComparedBlock> {
  const [blocks, words]: [Array<BlockChange>, WordChange] =
    side === 'before' ? [['added', 'moved'], 'added'] : [['removed', 'left'], 'removed']
  return compared
    .filter(({ change }) => !blocks.includes(change))
    .map((block) => ({ ...block, runs: block.runs.filter(({ change }) => change !== words) }))
}

/**
 * The blocks that were taken out at one place and put in at another, unchanged or with most of
 * their words: of each, where it is now and where it was.
 */
function movedBlocks(
  pairs: ReadonlyArray<Pair>,
  old: Sequence<ShownBlock>,
  now: Sequence<ShownBlock>,
): Map<number, number> {
  const [stayed, known] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))]
  const gone = [...old.items.keys()].filter((at) => !stayed.has(at))
  const come = [...now.items.keys()].filter((at) => !known.has(at))
  const moved = new Map<number, number>()
  const unchanged = groupBy(gone, (at) => (old.items[at]!.runs.length > 0 ? [old.keys[at]!] : []))
  for (const is of come) {
    const was = unchanged.get(now.keys[is]!)?.shift()
    if (was !== undefined) moved.set(is, was)
  }
  const taken = new Set(moved.values())
  const [left, others] = [gone.filter((at) => !taken.has(at)), come.filter((at) => !moved.has(at))]
  if (left.length * others.length > mostComparisons) return moved
  const words = new Map(left.map((at) => [at, wordsIn(plainText(old.items[at]!))]))
  for (const is of others) {
    const own = wordsIn(plainText(now.items[is]!))
    const [best] = [...words]
      .filter(([was]) => old.items[was]!.kind === now.items[is]!.kind)
      .map(([was, others]) => ({ was, shared: dice(others, own) }))
      .sort((one, other) => other.shared - one.shared)
    if (!best || best.shared < mostlySame) continue
    moved.set(is, best.was)
    words.delete(best.was)
  }
  return moved
}

function alikeBlocks(old: ReadonlyArray<ShownBlock>, now: ReadonlyArray<ShownBlock>): Array<Pair> {
  return pairSimilar(old, now, {
    textOf: plainText,
    isKin: isComparable,
    weigh: (shared, { isOnly }) => (shared >= alike || (isOnly && shared > 0) ? shared + 0.01 : 0),
  })
}

const isComparable = (one: ShownBlock, other: ShownBlock) =>
  one.kind === other.kind ||
  ![one.kind, other.kind].some((kind) => kind === 'code' || kind === 'rule')

/** A text that is equal for equal blocks, whatever their number in a list. */
function contentOf({ kind, depth, quotes, indent, bullet, runs }: ShownBlock): string {
  return JSON.stringify([kind, depth, quotes, indent, bullet.replace(/\d+/, '1'), runs])
}
