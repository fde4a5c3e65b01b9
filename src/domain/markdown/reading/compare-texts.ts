import { findHunks, type Hunk } from '../align.ts'
import { dice, heaviest, wordsIn } from '../pairing.ts'
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
  const [old, now] = [shownBlocks(before), shownBlocks(after)]
  const hunks = findHunks(old.map(contentOf), now.map(contentOf))
  const moved = movedBlocks(hunks, old, now)
  const taken = { was: new Set(moved.values()), is: new Set(moved.keys()) }
  const pairs = hunks.map((hunk) => pairsIn(hunk, old, now, taken))
  moveAlike(pairs.flat(), old, now, moved)
  const left = new Set(moved.values())
  const compared: Array<ComparedBlock> = []
  const add = (block: ShownBlock, change: BlockChange, words: WordChange = 'same') =>
    compared.push({ ...block, change, runs: block.runs.map((run) => ({ ...run, change: words })) })
  let at = 0
  for (const [index, hunk] of hunks.entries()) {
    for (const block of old.slice(at, hunk.start)) add(block, 'same')
    at = hunk.end
    for (const [was, is] of pairs[index]!) {
      const [from, to] = [old[was ?? moved.get(is ?? -1) ?? -1], now[is ?? -1]]
      if (from && to)
        compared.push({
          ...to,
          change: was === null ? 'moved' : 'changed',
          runs: compareWords(from.runs, to.runs),
        })
      else if (from) left.has(was!) ? add(from, 'left') : add(from, 'removed', 'removed')
      else if (to) add(to, 'added', 'added')
    }
  }
  for (const block of old.slice(at)) add(block, 'same')
  return compared
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

/** Of each moved block, where it is now and where it was. */
type Moved = Map<number, number>

/** Blocks that were taken out at one place and put in unchanged at another. */
function movedBlocks(
  hunks: ReadonlyArray<Hunk>,
  old: ReadonlyArray<ShownBlock>,
  now: ReadonlyArray<ShownBlock>,
): Moved {
  const moved: Moved = new Map()
  const gone = new Map<string, Array<number>>()
  for (const { start, end } of hunks)
    for (let at = start; at < end; at += 1) {
      const key = contentOf(old[at]!)
      const same = gone.get(key) ?? []
      same.push(at)
      gone.set(key, same)
    }
  for (const { otherStart, otherEnd } of hunks)
    for (let at = otherStart; at < otherEnd; at += 1) {
      const was = now[at]!.runs.length === 0 ? undefined : gone.get(contentOf(now[at]!))?.shift()
      if (was !== undefined) moved.set(at, was)
    }
  return moved
}

/** Adds the blocks that were moved and changed: most of their words are the same. */
function moveAlike(
  pairs: ReadonlyArray<Pair>,
  old: ReadonlyArray<ShownBlock>,
  now: ReadonlyArray<ShownBlock>,
  moved: Moved,
) {
  const known = new Set(moved.values())
  const gone = pairs.flatMap(([was, is]) =>
    was !== null && is === null && !known.has(was) ? [was] : [],
  )
  const come = pairs.flatMap(([was, is]) =>
    is !== null && was === null && !moved.has(is) ? [is] : [],
  )
  if (gone.length * come.length > mostComparisons) return
  const words = new Map(gone.map((at) => [at, wordsIn(plainText(old[at]!))]))
  for (const is of come) {
    const own = wordsIn(plainText(now[is]!))
    const [best] = [...words]
      .filter(([was]) => old[was]!.kind === now[is]!.kind)
      .map(([was, others]) => ({ was, shared: dice(others, own) }))
      .sort((one, other) => other.shared - one.shared)
    if (!best || best.shared < mostlySame) continue
    moved.set(is, best.was)
    words.delete(best.was)
  }
}

type Pair = [was: number | null, is: number | null]

/** The blocks of a hunk in order: pairs of versions of one block, and blocks of one side. */
function pairsIn(
  { start, end, otherStart, otherEnd }: Hunk,
  old: ReadonlyArray<ShownBlock>,
  now: ReadonlyArray<ShownBlock>,
  taken: Readonly<Record<'was' | 'is', ReadonlySet<number>>>,
): Array<Pair> {
  const all: Array<Pair> = []
  const free = (from: number, to: number, moved: ReadonlySet<number>) =>
    Array.from({ length: to - from }, (_, at) => from + at).filter((at) => !moved.has(at))
  const [was, is] = [free(start, end, taken.was), free(otherStart, otherEnd, taken.is)]
  const pairs = alikeBlocks(
    was.map((at) => old[at]!),
    is.map((at) => now[at]!),
  ).map(([one, other]): [number, number] => [was[one]!, is[other]!])
  let [at, other] = [start, otherStart]
  for (const [to, otherTo] of [...pairs, [end, otherEnd] as const]) {
    while (at < to) all.push([at++, null])
    while (other < otherTo) all.push([null, other++])
    if (to < end && otherTo < otherEnd) all.push([at++, other++])
  }
  return all
}

function alikeBlocks(
  old: ReadonlyArray<ShownBlock>,
  now: ReadonlyArray<ShownBlock>,
): Array<[number, number]> {
  if (old.length === 0 || now.length === 0) return []
  if (old.length * now.length > mostComparisons)
    return old.flatMap(
      ({ kind }, at): Array<[number, number]> => (now[at]?.kind === kind ? [[at, at]] : []),
    )
  const [words, others] = [old, now].map((blocks) =>
    blocks.map((block) => wordsIn(plainText(block))),
  )
  return heaviest(old.length, now.length, (row, column) => {
    const shared = dice(words![row]!, others![column]!)
    const isOnly = old.length === 1 && now.length === 1 && shared > 0
    return (shared >= alike || isOnly) && isComparable(old[row]!, now[column]!) ? shared + 0.01 : 0
  })
}

const isComparable = (one: ShownBlock, other: ShownBlock) =>
  one.kind === other.kind ||
  ![one.kind, other.kind].some((kind) => kind === 'code' || kind === 'rule')

/** A text that is equal for equal blocks, whatever their number in a list. */
function contentOf({ kind, depth, quotes, indent, bullet, runs }: ShownBlock): string {
  return JSON.stringify([kind, depth, quotes, indent, bullet.replace(/\d+/, '1'), runs])
}
