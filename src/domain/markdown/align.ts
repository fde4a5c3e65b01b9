import { commonItems } from './common-items.ts'

/**
 * A range `start` to `end` of one sequence that differs from `otherStart` to `otherEnd` of the
 * other. The items between hunks are equal.
 */
export interface Hunk {
  start: number
  end: number
  otherStart: number
  otherEnd: number
}

/**
 * The differences between two sequences of keys, in order; minimal unless that takes too long (see
 * `commonItems`).
 */
export function findHunks(keys: ReadonlyArray<string>, others: ReadonlyArray<string>): Array<Hunk> {
  const hunks: Array<Hunk> = []
  let [start, otherStart] = [0, 0]
  for (const [end, otherEnd] of [
    ...commonItems(keys, others),
    [keys.length, others.length] as const,
  ]) {
    if (start < end || otherStart < otherEnd) hunks.push({ start, end, otherStart, otherEnd })
    start = end + 1
    otherStart = otherEnd + 1
  }
  return hunks
}

/** The pairs of indexes of the equal items between hunks. */
export function equalPairs(
  hunks: ReadonlyArray<Hunk>,
  length: number,
): Array<[index: number, other: number]> {
  const pairs: Array<[number, number]> = []
  let at = 0
  let other = 0
  for (const hunk of [...hunks, { start: length, end: length, otherStart: -1, otherEnd: -1 }]) {
    while (at < hunk.start) {
      pairs.push([at, other])
      at += 1
      other += 1
    }
    at = hunk.end
    other = hunk.otherEnd
  }
  return pairs
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
 * Applies the changes between `base` and `edited` to `original`, which has the same meaning as
 * `base` in another spelling. Where a change touches items that `original` spells differently, the
 * whole differing range comes from `edited`.
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

/** Extends changes that overlap a hunk until they contain it, and joins changes that then touch. */
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
