import { commonItems } from './align.ts'

/** Items of three versions of a sequence at one place, and who changed them; null for nobody. */
export interface MergeRegion<Item> {
  by: 'yours' | 'theirs' | 'both' | 'conflict' | null
  base: Array<Item>
  yours: Array<Item>
  theirs: Array<Item>
}

/**
 * Divides two versions of a sequence as diff3 does: changes that overlap or touch are one region,
 * which is a conflict unless both sides made the same change.
 */
export function mergeRegions<Item>(
  base: ReadonlyArray<Item>,
  yours: ReadonlyArray<Item>,
  theirs: ReadonlyArray<Item>,
  keyOf: (item: Item) => string,
): Array<MergeRegion<Item>> {
  const keys = base.map(keyOf)
  const [mine, other] = [yours, theirs].map(
    (version) => new Map(commonItems(keys, version.map(keyOf))),
  )
  const regions: Array<MergeRegion<Item>> = []
  let from = [0, 0, 0]
  const add = (to: ReadonlyArray<number>, isSame: boolean) => {
    const [was = [], here = [], there = []] = [base, yours, theirs].map((items, side) =>
      items.slice(from[side], to[side]),
    )
    from = [...to]
    if (was.length + here.length + there.length === 0) return
    const by = isSame ? null : changedBy(was.map(keyOf), here.map(keyOf), there.map(keyOf))
    regions.push({ by, base: was, yours: here, theirs: there })
  }
  for (const at of base.keys()) {
    const [here, there] = [mine!.get(at), other!.get(at)]
    if (here === undefined || there === undefined) continue
    add([at, here, there], false)
    add([at + 1, here + 1, there + 1], true)
  }
  add([base.length, yours.length, theirs.length], false)
  return regions
}

function changedBy(
  base: ReadonlyArray<string>,
  yours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>,
): MergeRegion<string>['by'] {
  if (sameItems(yours, theirs)) return 'both'
  if (sameItems(yours, base)) return 'theirs'
  return sameItems(theirs, base) ? 'yours' : 'conflict'
}

export function sameItems(one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}

/** A part of two merged sequences: agreed, or a conflict. */
export type MergedPart =
  | { kind: 'agreed'; items: Array<string> }
  | { kind: 'conflict'; base: Array<string>; yours: Array<string>; theirs: Array<string> }

/** Merges two versions of a sequence: changes that do not touch are both taken, equal ones once. */
export function mergeSequences(
  base: ReadonlyArray<string>,
  yours: ReadonlyArray<string>,
  theirs: ReadonlyArray<string>,
): Array<MergedPart> {
  const parts: Array<MergedPart> = []
  for (const { by, ...sides } of mergeRegions(base, yours, theirs, String)) {
    const agreed = by === 'theirs' ? sides.theirs : sides.yours
    const last = parts.at(-1)
    if (by === 'conflict') parts.push({ kind: 'conflict', ...sides })
    else if (last?.kind === 'agreed') for (const item of agreed) last.items.push(item)
    else if (agreed.length > 0) parts.push({ kind: 'agreed', items: agreed })
  }
  return parts
}
