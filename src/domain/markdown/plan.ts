import { groupBy } from '../group-by.ts'
import { commonItems } from './align.ts'
import { isSilent } from './meaning.ts'
import { pairAlike } from './pairing.ts'
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

  const shown = segments.flatMap((segment) => segment.bases.map((base) => ({ base, segment })))
  const baseKeys = shown.map(
    ({ base }) => sides.base.of(base) + (sides.hasChangedNote(base) ? '\u0002base' : ''),
  )
  const editedKeys = edited.map(
    (block) => sides.edited.of(block) + (sides.hasChangedNote(block) ? '\u0002edited' : ''),
  )
  const kept = new Map(commonItems(baseKeys, editedKeys))
  let at = 0
  for (const { originals, bases } of segments) {
    const partners = bases.map((_, index) => kept.get(at + index))
    at += bases.length
    if (
      bases.length === 0 ||
      partners.some((partner, index) => partner === undefined || partner !== partners[0]! + index)
    )
      continue
    const alone =
      originals.length === 1 && partners.length === 1 ? { edited: edited[partners[0]!]! } : {}
    for (const original of originals) steps.set(original, { kind: 'keep', original, ...alone })
    const first = originals[0]
    for (const partner of partners) {
      taken.set(edited[partner!]!, first ? { kind: 'keep', original: first } : { kind: 'skip' })
    }
  }

  const single = segments.filter(
    ({ originals, bases }) => originals.length === 1 && bases.length === 1,
  )
  const byOriginal = new Map(single.map((segment) => [segment.originals[0]!, segment]))
  const left = (segment: Segment) => !steps.has(segment.originals[0]!)
  const moved = takeMoved(
    single.filter((segment) => left(segment) && !sides.hasChangedNote(segment.originals[0]!)),
    edited.filter((block) => !taken.has(block) && !sides.hasChangedNote(block)),
    sides,
  )
  for (const [block, original] of moved) taken.set(block, { kind: 'move', original, edited: block })
  const gone = new Set(moved.values())

  for (const [blocks, candidates] of gaps(originals, edited, steps, taken)) {
    const pairs = blocks.flatMap((block) => (gone.has(block) ? [] : (byOriginal.get(block) ?? [])))
    const open = candidates.filter((block) => !taken.has(block))
    const bases = pairs.map(({ bases }) => bases[0]!)
    for (const [index, other] of pairAlike(bases, open)) {
      const original = pairs[index]!.originals[0]!
      const step: Step = { kind: 'change', original, base: bases[index]!, edited: open[other]! }
      steps.set(original, step)
      taken.set(open[other]!, step)
    }
  }
  return inOrder(originals, edited, steps, taken)
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

function gaps(
  originals: ReadonlyArray<Block>,
  edited: ReadonlyArray<Block>,
  steps: ReadonlyMap<Block, Step>,
  taken: ReadonlyMap<Block, Step>,
): Array<[Array<Block>, Array<Block>]> {
  const fixed = [...taken].filter(([, step]) => step.kind === 'keep')
  const editedPlaces = new Map(edited.map((block, index) => [block, index]))
  const originalPlaces = new Map(originals.map((block, index) => [block, index]))
  const places = fixed.map(([block, step]) => ({
    edited: editedPlaces.get(block) ?? -1,
    original: step.kind === 'keep' ? (originalPlaces.get(step.original) ?? -1) : 0,
  }))
  const result: Array<[Array<Block>, Array<Block>]> = []
  let from = { edited: -1, original: -1 }
  for (const place of [
    ...places.sort((a, b) => a.edited - b.edited),
    { edited: edited.length, original: originals.length },
  ]) {
    const blocks = originals
      .slice(from.original + 1, place.original)
      .filter((block) => !steps.has(block))
    const others = edited.slice(from.edited + 1, place.edited)
    if (blocks.length > 0 && others.length > 0) result.push([blocks, others])
    from = place
  }
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
  const byMeaning = groupBy(spelled, ({ key }) => key)
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
