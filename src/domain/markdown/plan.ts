import { groupBy } from '../group-by.ts'
import { isSilent, type Meanings } from './meaning.ts'
import { follow, pairAlike } from './pairing.ts'
import { type Block, correspond, type Segment, type Sides } from './segments.ts'

/** What happens to the blocks of one container, in the order of the result. */
export type Step =
  /**
   * The block keeps its bytes and its place. `edited` is the same block in the edited text, if
   * there is exactly one.
   */
  | { kind: 'keep'; original: Block; edited?: Block }
  /** The block keeps its bytes and moves within its container. */
  | { kind: 'move'; original: Block; edited: Block }
  /** The block was edited; `base` is the editor's version of the original. */
  | { kind: 'change'; original: Block; base: Block; edited: Block }
  | { kind: 'new'; edited: Block }
  /** The editor added the block by itself; it is not written. */
  | { kind: 'skip' }

/**
 * Decides what happens to the blocks of one container; `fate` decides for definitions and footnotes
 * of the original, which must not be among the edited blocks.
 */
export function planBlocks(
  originals: ReadonlyArray<Block>,
  bases: ReadonlyArray<Block>,
  edited: ReadonlyArray<Block>,
  sides: Sides,
  fate: (block: Block) => Step | 'flow' | 'drop',
): Array<Step> {
  const fates = new Map(originals.map((block) => [block, fate(block)] as const))
  const inFlow = originals.filter((block) => fates.get(block) === 'flow')
  const segments = correspond(
    inFlow,
    bases.filter((block) => !isSilent(block)),
    sides,
  )
  const steps = new Map<Block, Step>()
  const taken = new Map<Block, Step>()
  for (const { originals: hidden, bases } of segments)
    if (bases.length === 0)
      for (const original of hidden) steps.set(original, { kind: 'keep', original })
  for (const [block, known] of fates) if (typeof known === 'object') steps.set(block, known)

  const shown = segments.flatMap(({ bases }) => bases)
  const before = { items: shown, keys: keysOf(shown, sides.base, 'base', sides) }
  const after = { items: edited, keys: keysOf(edited, sides.edited, 'edited', sides) }
  const pairs = new Map(follow<Block>(before, after, pairAlike))
  const single: Array<Segment> = []
  let at = 0
  for (const segment of segments) {
    const { originals, bases } = segment
    const partners = bases.map((_, index) => pairs.get(at + index))
    const isKept = partners.every(
      (partner, index) =>
        partner === partners[0]! + index && after.keys[partner] === before.keys[at + index],
    )
    at += bases.length
    const [original, base, partner] = [originals[0], bases[0], edited[partners[0] ?? -1]]
    if (!base) continue
    const isSingle = original && originals.length === 1 && bases.length === 1
    if (isKept) {
      const alone = isSingle && partner ? { edited: partner } : {}
      for (const block of originals) steps.set(block, { kind: 'keep', original: block, ...alone })
      const step: Step = original ? { kind: 'keep', original } : { kind: 'skip' }
      for (const index of partners) taken.set(edited[index!]!, step)
    } else if (isSingle && partner) {
      const step: Step = { kind: 'change', original, base, edited: partner }
      steps.set(original, step)
      taken.set(partner, step)
    } else if (isSingle) single.push(segment)
  }
  const moved = takeMoved(
    single.filter(({ originals }) => !sides.hasChangedNote(originals[0]!)),
    edited.filter((block) => !taken.has(block) && !sides.hasChangedNote(block)),
    sides,
  )
  for (const [block, original] of moved) taken.set(block, { kind: 'move', original, edited: block })
  return inOrder(originals, edited, steps, taken)
}

/** Meanings that differ between the sides for blocks with a changed footnote inside. */
function keysOf(
  blocks: ReadonlyArray<Block>,
  meanings: Meanings,
  side: string,
  { hasChangedNote }: Sides,
): Array<string> {
  return blocks.map((block) => meanings.of(block) + (hasChangedNote(block) ? `\u0002${side}` : ''))
}

/** Keeps the order of both sides: new blocks precede blocks that the editor did not show. */
function inOrder(
  originals: ReadonlyArray<Block>,
  edited: ReadonlyArray<Block>,
  steps: ReadonlyMap<Block, Step>,
  taken: ReadonlyMap<Block, Step>,
): Array<Step> {
  const result: Array<Step> = []
  const places = new Map(originals.map((block, index) => [block, index]))
  let done = 0
  const upTo = (end: number) => {
    for (; done < end; done += 1) {
      const step = steps.get(originals[done]!)
      if (step) result.push(step)
    }
  }
  for (const block of edited) {
    const step = taken.get(block) ?? { kind: 'new', edited: block }
    if (step.kind === 'new' || step.kind === 'move') result.push(step)
    else if (step.kind !== 'skip') upTo((places.get(step.original) ?? -1) + 1)
  }
  upTo(originals.length)
  return result
}

function takeMoved(
  segments: ReadonlyArray<Segment>,
  edited: ReadonlyArray<Block>,
  sides: Sides,
): Map<Block, Block> {
  const spelled = segments.flatMap(({ originals: [block], bases: [base] }) =>
    [...new Set([sides.original.of(block!), sides.base.of(base!)])].map((key) => ({
      key,
      block: block!,
    })),
  )
  const byMeaning = groupBy(spelled, ({ key }) => [key])
  const moved = new Map<Block, Block>()
  const used = new Set<Block>()
  for (const block of edited) {
    const alike = byMeaning.get(sides.edited.of(block)) ?? []
    while (alike[0] && used.has(alike[0].block)) alike.shift()
    const original = alike.shift()?.block
    if (!original) continue
    moved.set(block, original)
    used.add(original)
  }
  return moved
}
