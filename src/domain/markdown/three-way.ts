import type { Nodes } from 'mdast'
import { commonItems, type Hunk, hunksBetween } from './align.ts'
import { pairAlike } from './pairing.ts'

/** Something of each of three versions. */
export type Sides<Of> = { base: Of; yours: Of; theirs: Of }

export const names = ['base', 'yours', 'theirs'] as const

/** What `to` makes of each of three versions. */
export function ofEach<Of, To>(
  { base, yours, theirs }: Sides<Of>,
  to: (of: Of, name: keyof Sides<Of>) => To,
): Sides<To> {
  return { base: to(base, 'base'), yours: to(yours, 'yours'), theirs: to(theirs, 'theirs') }
}

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
export function alignThree({ base, yours, theirs }: Sides<Version>): Array<Place> {
  const mine = follow(base, yours)
  const other = follow(base, theirs)
  const places: Array<Place> = []
  for (let index = 0; index <= base.blocks.length; index += 1) {
    const inserted: Place = {
      kind: 'inserted',
      yours: mine.inserted[index]!,
      theirs: other.inserted[index]!,
    }
    if (inserted.yours.length + inserted.theirs.length > 0) places.push(inserted)
    if (index < base.blocks.length)
      places.push({
        kind: 'block',
        base: index,
        yours: mine.positions[index]!,
        theirs: other.positions[index]!,
      })
  }
  return places
}

/**
 * The places where one side alone inserted a block that both removed: both moved it, to different
 * places, and taking both would double it.
 */
export function movedByBoth(
  places: ReadonlyArray<Place>,
  { base, yours, theirs }: Sides<Version>,
): ReadonlySet<Place> {
  const gone = new Set<string>()
  for (const place of places)
    if (place.kind === 'block' && place.yours === null && place.theirs === null)
      gone.add(base.keys[place.base]!)
  const insertedBy = (side: 'yours' | 'theirs', other: 'yours' | 'theirs', { keys }: Version) =>
    places.flatMap((place) =>
      place.kind === 'inserted' && place[other].length === 0
        ? [{ place, keys: place[side].map((at) => keys[at]!).filter((key) => gone.has(key)) }]
        : [],
    )
  const mine = insertedBy('yours', 'theirs', yours)
  const others = insertedBy('theirs', 'yours', theirs)
  const [here, there] = [mine, others].map(
    (inserted) => new Set(inserted.flatMap(({ keys }) => keys)),
  )
  return new Set(
    [...mine, ...others]
      .filter(({ keys }) => keys.some((key) => here!.has(key) && there!.has(key)))
      .map(({ place }) => place),
  )
}

/**
 * The blocks that are gone from one place and unchanged at another: they are moved, and no block at
 * their old place is their changed form.
 */
function movedKeys(
  hunks: ReadonlyArray<Hunk>,
  base: Version,
  version: Version,
): ReadonlySet<string> {
  const gone = new Set(hunks.flatMap(({ start, end }) => base.keys.slice(start, end)))
  return new Set(
    hunks.flatMap(({ otherStart, otherEnd }) =>
      version.keys.slice(otherStart, otherEnd).filter((key) => gone.has(key)),
    ),
  )
}

/** The indexes of the blocks of a range that are not moved. */
function unmoved(
  { keys }: Version,
  start: number,
  end: number,
  isMoved: ReadonlySet<string>,
): Array<number> {
  return Array.from({ length: end - start }, (_, at) => start + at).filter(
    (index) => !isMoved.has(keys[index]!),
  )
}

const blocksAt = ({ blocks }: Version, indexes: ReadonlyArray<number>) =>
  indexes.map((index) => blocks[index]!)

interface Followed {
  /** For each block of the base, its index in the version. */
  positions: Array<number | null>
  /** For each gap before a block of the base, and the gap at the end, the new blocks in it. */
  inserted: Array<Array<number>>
}

function follow(base: Version, version: Version): Followed {
  const positions: Array<number | null> = base.blocks.map(() => null)
  const same = commonItems(base.keys, version.keys)
  for (const [index, other] of same) positions[index] = other
  const hunks = hunksBetween(same, base.keys.length, version.keys.length)
  const isMoved = movedKeys(hunks, base, version)
  for (const { start, end, otherStart, otherEnd } of hunks) {
    const own = unmoved(base, start, end, isMoved)
    const others = unmoved(version, otherStart, otherEnd, isMoved)
    const pairs = pairAlike(blocksAt(base, own), blocksAt(version, others))
    for (const [index, other] of pairs) positions[own[index]!] = others[other]!
  }
  const inserted: Array<Array<number>> = Array.from({ length: base.blocks.length + 1 }, () => [])
  const origins = new Map(
    positions.flatMap((other, index) => (other === null ? [] : [[other, index] as const])),
  )
  let gap = 0
  for (const index of version.blocks.keys()) {
    const origin = origins.get(index)
    if (origin === undefined) inserted[gap]!.push(index)
    else gap = origin + 1
  }
  return { positions, inserted }
}
