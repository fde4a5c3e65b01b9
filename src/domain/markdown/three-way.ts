import type { Nodes } from 'mdast'
import { follow, pairAlike, type Sequence } from './pairing.ts'

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
export type Version = Sequence<Nodes>

/** A place and what both sides did with it; numbers are indexes of blocks in their versions. */
export type Place =
  /** A block of the base and its index in each version, or null where it was deleted. */
  | { kind: 'block'; base: number; yours: number | null; theirs: number | null }
  /** New blocks between two blocks of the base. */
  | { kind: 'inserted'; yours: ReadonlyArray<number>; theirs: ReadonlyArray<number> }

/** Aligns two versions of a container's blocks with their common base. */
export function alignThree({ base, yours, theirs }: Sides<Version>): Array<Place> {
  const mine = followInto(base, yours)
  const other = followInto(base, theirs)
  const places: Array<Place> = []
  for (let index = 0; index <= base.items.length; index += 1) {
    const inserted: Place = {
      kind: 'inserted',
      yours: mine.inserted[index]!,
      theirs: other.inserted[index]!,
    }
    if (inserted.yours.length + inserted.theirs.length > 0) places.push(inserted)
    if (index < base.items.length)
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

interface Followed {
  /** For each block of the base, its index in the version. */
  positions: Array<number | null>
  /** For each gap before a block of the base, and the gap at the end, the new blocks in it. */
  inserted: Array<Array<number>>
}

function followInto(base: Version, version: Version): Followed {
  const pairs = follow(base, version, pairAlike)
  const positions = new Map(pairs)
  const origins = new Map(pairs.map(([index, other]) => [other, index]))
  const inserted: Array<Array<number>> = Array.from({ length: base.items.length + 1 }, () => [])
  let gap = 0
  for (const index of version.items.keys()) {
    const origin = origins.get(index)
    if (origin === undefined) inserted[gap]!.push(index)
    else gap = origin + 1
  }
  return { positions: base.items.map((_, index) => positions.get(index) ?? null), inserted }
}
