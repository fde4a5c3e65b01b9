import type { Nodes } from 'mdast'
import { equalPairs, findHunks } from './align.ts'
import { pairAlike } from './pairing.ts'

/** One of three versions of a container's blocks. `keys` are equal for blocks of equal source. */
export interface Version {
  blocks: ReadonlyArray<Nodes>
  keys: ReadonlyArray<string>
}

/** What two people made of one place; numbers are indexes of blocks in their versions. */
export type Place =
  /** A block of the base: where it is in each version, or null where it was deleted. */
  | { kind: 'block'; base: number; yours: number | null; theirs: number | null }
  /** Blocks that are new between two of the base. */
  | { kind: 'inserted'; yours: ReadonlyArray<number>; theirs: ReadonlyArray<number> }

/** Lays two versions of the blocks of a container beside what they come from. */
export function alignThree(base: Version, yours: Version, theirs: Version): Array<Place> {
  const mine = follow(base, yours)
  const other = follow(base, theirs)
  const places: Array<Place> = []
  for (let index = 0; index <= base.blocks.length; index += 1) {
    const inserted: Place = { kind: 'inserted', yours: mine.inserted[index]!, theirs: other.inserted[index]! }
    if (inserted.yours.length + inserted.theirs.length > 0) places.push(inserted)
    if (index < base.blocks.length)
      places.push({ kind: 'block', base: index, yours: mine.kept[index]!, theirs: other.kept[index]! })
  }
  return places
}

interface Followed {
  /** For each block of the base, where it is now. */
  kept: Array<number | null>
  /** For each gap before a block of the base, and the one at the end, what is new there. */
  inserted: Array<Array<number>>
}

function follow(base: Version, version: Version): Followed {
  const kept: Array<number | null> = base.blocks.map(() => null)
  const hunks = findHunks(base.keys, version.keys)
  for (const [index, other] of equalPairs(hunks, base.keys.length)) kept[index] = other
  for (const { start, end, otherStart, otherEnd } of hunks) {
    const pairs = pairAlike(base.blocks.slice(start, end), version.blocks.slice(otherStart, otherEnd))
    for (const [index, other] of pairs) kept[start + index] = otherStart + other
  }
  const inserted: Array<Array<number>> = Array.from({ length: base.blocks.length + 1 }, () => [])
  const origins = new Map(kept.flatMap((other, index) => (other === null ? [] : [[other, index] as const])))
  let gap = 0
  for (const index of version.blocks.keys()) {
    const origin = origins.get(index)
    if (origin === undefined) inserted[gap]!.push(index)
    else gap = origin + 1
  }
  return { kept, inserted }
}
