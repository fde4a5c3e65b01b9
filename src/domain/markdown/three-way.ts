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

/** The blocks of each version at one place: at most one of the base. */
export type Place = Sides<ReadonlyArray<number>>

export function alignThree({ base, yours, theirs }: Sides<Version>): Array<Place> {
  const [mine, other] = [followInto(base, yours), followInto(base, theirs)]
  return mine.inserted.flatMap((inserted, index): Array<Place> => {
    const gap = { base: [], yours: inserted, theirs: other.inserted[index]! }
    const [here, there] = [mine.blocks[index], other.blocks[index]]
    return here && there ? [gap, { base: [index], yours: here, theirs: there }] : [gap]
  })
}

/**
 * The places where one side alone inserted a block that both removed: both moved it, to different
 * places, and taking both would double it.
 */
export function movedByBoth(
  places: ReadonlyArray<Place>,
  { base, yours, theirs }: Sides<Version>,
): ReadonlySet<Place> {
  const gone = new Set(
    places
      .filter((place) => place.yours.length + place.theirs.length === 0)
      .flatMap((place) => place.base.map((index) => base.keys[index]!)),
  )
  const inserted = places.filter(
    (place) =>
      place.base.length === 0 && (place.yours.length === 0) !== (place.theirs.length === 0),
  )
  const movedTo = ({ keys }: Version, indexes: ReadonlyArray<number>) =>
    indexes.map((index) => keys[index]!).filter((key) => gone.has(key))
  const here = new Set(inserted.flatMap((place) => movedTo(yours, place.yours)))
  const there = new Set(inserted.flatMap((place) => movedTo(theirs, place.theirs)))
  return new Set(
    inserted.filter((place) =>
      [...movedTo(yours, place.yours), ...movedTo(theirs, place.theirs)].some(
        (key) => here.has(key) && there.has(key),
      ),
    ),
  )
}

interface Followed {
  /** For each block of the base, its index in the version; empty when it is gone. */
  blocks: Array<Array<number>>
  /** For each gap before a block of the base, and the gap at the end, the new blocks in it. */
  inserted: Array<Array<number>>
}

function followInto(base: Version, version: Version): Followed {
  const pairs = follow(base, version, pairAlike)
  const origins = new Map(pairs.map(([index, other]) => [other, index]))
  const blocks: Array<Array<number>> = base.items.map(() => [])
  const inserted: Array<Array<number>> = [...base.items, null].map(() => [])
  let gap = 0
  for (const index of version.items.keys()) {
    const origin = origins.get(index)
    if (origin === undefined) inserted[gap]!.push(index)
    else {
      blocks[origin]!.push(index)
      gap = origin + 1
    }
  }
  return { blocks, inserted }
}
