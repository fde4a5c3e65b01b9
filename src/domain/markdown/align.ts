import { diffArrays } from 'diff'

/** Ranges of two sequences that differ. The items between hunks are equal. */
export interface Hunk {
  start: number
  end: number
  otherStart: number
  otherEnd: number
}

export type Pair = [index: number, other: number]

/** The most differences that are searched for; time and memory grow with their square. */
const mostDifferences = 1000
const mostBetweenAnchors = 200

/**
 * The pairs of equal items of two sequences, in order: those of a longest common subsequence
 * (Myers). With too many differences, items that both have exactly once divide the sequences, and
 * parts that still differ too much have no pairs.
 */
export function commonItems(
  keys: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
): Array<Pair> {
  const { head, tail } = equalEnds(keys, others)
  const [end, otherEnd] = [keys.length - tail, others.length - tail]
  const own = keys.slice(head, end)
  const theirs = others.slice(head, otherEnd)
  const inside = pairsWithin(own, theirs, mostDifferences) ?? betweenAnchors(own, theirs)
  return [
    ...straight(0, 0, head),
    ...inside.map(([at, other]): Pair => [head + at, head + other]),
    ...straight(end, otherEnd, tail),
  ]
}

/** How many items are equal at the start of two sequences, and how many others at their end. */
export function equalEnds(
  keys: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
): { head: number; tail: number } {
  const shorter = Math.min(keys.length, others.length)
  let head = 0
  while (head < shorter && keys[head] === others[head]) head += 1
  let tail = 0
  while (tail < shorter - head && keys.at(-1 - tail) === others.at(-1 - tail)) tail += 1
  return { head, tail }
}

function straight(start: number, otherStart: number, length: number): Array<Pair> {
  return Array.from({ length }, (_, at) => [start + at, otherStart + at])
}

/** Null when there are more differences. */
function pairsWithin(
  keys: Array<string>,
  others: Array<string>,
  maxEditLength: number,
): Array<Pair> | null {
  const changes = diffArrays(keys, others, { maxEditLength })
  if (!changes) return null
  const pairs: Array<Pair> = []
  let [at, other] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (!added && !removed) for (const pair of straight(at, other, count)) pairs.push(pair)
    if (!added) at += count
    if (!removed) other += count
  }
  return pairs
}

function betweenAnchors(keys: Array<string>, others: Array<string>): Array<Pair> {
  const [places, otherPlaces] = [singlePlaces(keys), singlePlaces(others)]
  const own = [...places.keys()].filter((key) => otherPlaces.has(key))
  const theirs = [...otherPlaces.keys()].filter((key) => places.has(key))
  const anchors = (pairsWithin(own, theirs, mostDifferences) ?? []).map(
    ([index]): Pair => [places.get(own[index]!)!, otherPlaces.get(own[index]!)!],
  )
  const pairs: Array<Pair> = []
  for (const hunk of hunksBetween(anchors, keys.length, others.length)) {
    const inside = pairsWithin(
      keys.slice(hunk.start, hunk.end),
      others.slice(hunk.otherStart, hunk.otherEnd),
      mostBetweenAnchors,
    )
    for (const [at, other] of inside ?? []) pairs.push([hunk.start + at, hunk.otherStart + other])
  }
  return [...anchors, ...pairs].sort(([one], [another]) => one - another)
}

/** The places of the items that a sequence has once, in order. */
function singlePlaces(items: ReadonlyArray<string>): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [at, item] of items.entries())
    if (places.delete(item) || repeated.has(item)) repeated.add(item)
    else places.set(item, at)
  return places
}

export function findHunks(keys: ReadonlyArray<string>, others: ReadonlyArray<string>): Array<Hunk> {
  return hunksBetween(commonItems(keys, others), keys.length, others.length)
}

export function hunksBetween(
  pairs: ReadonlyArray<Pair>,
  length: number,
  otherLength: number,
): Array<Hunk> {
  const hunks: Array<Hunk> = []
  let [start, otherStart] = [0, 0]
  for (const [end, otherEnd] of [...pairs, [length, otherLength] as const]) {
    if (start < end || otherStart < otherEnd) hunks.push({ start, end, otherStart, otherEnd })
    start = end + 1
    otherStart = otherEnd + 1
  }
  return hunks
}

export interface Applied<Item> {
  item: Item
  /**
   * Whether it comes from the edited sequence, and the item of the original in whose place it is.
   */
  fresh: boolean
  replaced?: Item | undefined
}

/**
 * Applies the changes between `base` and `edited` to `original`, which is `base` in another
 * spelling. A range that is spelled differently comes from `edited` as a whole.
 */
export function applyChanges<Item extends { key: string }>(
  original: ReadonlyArray<Item>,
  base: ReadonlyArray<Item>,
  edited: ReadonlyArray<Item>,
): Array<Applied<Item>> {
  const keys = (items: ReadonlyArray<Item>) => items.map(({ key }) => key)
  const written = findHunks(keys(base), keys(original))
  const changes = findHunks(keys(base), keys(edited))
  const result: Array<Applied<Item>> = []
  let done = 0
  for (const change of widened(changes, written)) {
    const start = originalOffset(written, change.start, true)
    const end = originalOffset(written, change.end, change.start === change.end)
    for (const item of original.slice(done, start)) result.push({ item, fresh: false })
    const replaced = original.slice(start, end)
    for (const [index, item] of edited.slice(change.otherStart, change.otherEnd).entries())
      result.push({ item, fresh: true, replaced: replaced[index] })
    done = Math.max(end, start)
  }
  for (const item of original.slice(done)) result.push({ item, fresh: false })
  return result
}

/** Extends changes over the hunks that they cut into. */
function widened(changes: ReadonlyArray<Hunk>, written: ReadonlyArray<Hunk>): Array<Hunk> {
  const grown: Array<Hunk> = []
  for (const change of changes) {
    let wide = change
    for (const hunk of written) if (cutsInto(wide, hunk)) wide = stretched(wide, hunk)
    for (let last = grown.at(-1); last && last.end > wide.start; last = grown.at(-1)) {
      wide = { ...wide, start: last.start, otherStart: last.otherStart }
      grown.pop()
    }
    grown.push(wide)
  }
  return grown
}

function stretched(change: Hunk, over: Hunk): Hunk {
  const before = Math.max(0, change.start - over.start)
  const after = Math.max(0, over.end - change.end)
  return {
    start: change.start - before,
    end: change.end + after,
    otherStart: change.otherStart - before,
    otherEnd: change.otherEnd + after,
  }
}

function cutsInto(change: Hunk, hunk: Hunk): boolean {
  if (hunk.start === hunk.end) return change.start < hunk.start && hunk.start < change.end
  if (change.start === change.end) return hunk.start < change.start && change.start < hunk.end
  return change.start < hunk.end && hunk.start < change.end
}

/**
 * Maps an offset of the base to the original; `behind` selects the end of items that only the
 * original has there.
 */
function originalOffset(written: ReadonlyArray<Hunk>, offset: number, behind: boolean): number {
  let shift = 0
  for (const hunk of written) {
    if (hunk.end > offset || (hunk.end === offset && hunk.start === offset && !behind)) break
    shift = hunk.otherEnd - hunk.end
  }
  return offset + shift
}
