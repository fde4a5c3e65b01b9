import type { Nodes } from 'mdast'
import { equalPairs, findHunks } from './align.ts'
import { pairAlike } from './pairing.ts'

/** One of three versions of a container's blocks. Blocks with equal source have equal keys. */
export interface Version {
  blocks: ReadonlyArray<Nodes>
  keys: ReadonlyArray<string>
}

/** A place and what both sides did with it; numbers are indexes of blocks in their versions. */
export type Place =
  /** A block of the base and its index in each version, or null where it was deleted. */
  | { kind: 'block'; base: number; yours: number | null; theirs: number | null }
  /** New blocks between two blocks of the base. */
  | { kind: 'inserted'; yours: ReadonlyArray<number>; theirs: ReadonlyArray<number> }

/** Aligns two versions of a container's blocks with their common base. */
export function alignThree(base: Version, yours: Version, theirs: Version): Array<Place> {
  const mine = follow(base, yours)
  const other = follow(base, theirs)
  const places: Array<Place> = []
  for (let index = 0; index <= base.blocks.length; index += 1) {
    const inserted: Place = { kind: 'inserted', yours: mine.inserted[index]!, theirs: other.inserted[index]! }
    if (inserted.yours.length + inserted.theirs.length > 0) places.push(inserted)
    if (index < base.blocks.length)
      places.push({ kind: 'block', base: index, yours: mine.positions[index]!, theirs: other.positions[index]! })
  }
  return places
}

interface Followed {
  /** For each block of the base, its index in the version. */
  positions: Array<number | null>
  /** For each gap before a block of the base, and the gap at the end, the new blocks in it. */
  inserted: Array<Array<number>>
}

function follow(base: Version, version: Version): Followed {
  const positions: Array<number | null> = base.blocks.map(() => null)
  const hunks = findHunks(base.keys, version.keys)
  for (const [index, other] of equalPairs(hunks, base.keys.length)) positions[index] = other
  for (const { start, end, otherStart, otherEnd } of hunks) {
    const pairs = pairAlike(base.blocks.slice(start, end), version.blocks.slice(otherStart, otherEnd))
    for (const [index, other] of pairs) positions[start + index] = otherStart + other
  }
  const inserted: Array<Array<number>> = Array.from({ length: base.blocks.length + 1 }, () => [])
  const origins = new Map(positions.flatMap((other, index) => (other === null ? [] : [[other, index] as const])))
  let gap = 0
  for (const index of version.blocks.keys()) {
    const origin = origins.get(index)
    if (origin === undefined) inserted[gap]!.push(index)
    else gap = origin + 1
  }
  return { positions, inserted }
}
