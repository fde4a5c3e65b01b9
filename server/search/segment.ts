import { Index } from 'flexsearch'
import { placeWeights } from './places.ts'

/** For one word: the documents per place, an index of `placeWeights`. A place without documents is null or missing. */
export type Postings = ReadonlyArray<ReadonlyArray<number> | null | undefined>

/** One part of an index as it is exported: the name that FlexSearch gives it, and its data. */
export interface SegmentPart {
  name: string
  data: unknown
}

/**
 * A FlexSearch index of documents known by number. It only grows: a changed document comes in under a new number and its old one is passed
 * over by the engine, because FlexSearch looks through the whole index to remove one document.
 */
export interface Segment {
  add(document: number, places: ReadonlyMap<string, number>): void
  postings(word: string): Postings
  words(): Iterable<string>
  wordCount(): number
  export(): Array<SegmentPart>
}

const nothing: Postings = []
const unresolved = { resolve: false } as const

/** An empty segment, or the one that was exported as `parts`. The parts' data is kept, not copied. */
export function createSegment(parts: ReadonlyArray<SegmentPart> = []): Segment {
  let adding: ReadonlyMap<string, number> = new Map()
  const known = new Set<string>()
  const index = new Index<false, false, false>({
    tokenize: 'strict',
    resolution: placeWeights.length,
    // With `fastupdate`, an imported index breaks at its first change (FlexSearch 0.8).
    fastupdate: false,
    cache: false,
    resolve: false,
    encode: (text) => text.split(' '),
    score: (_words, word) => adding.get(word) as number,
  })
  for (const { name, data } of parts) {
    // FlexSearch takes parsed parts as well; its types know only the text.
    index.import(name, data as string)
    if (name.endsWith('map')) for (const [word] of data as Array<[string, Postings]>) known.add(word)
  }
  return {
    add(document, places) {
      if (places.size === 0) return
      adding = places
      for (const word of places.keys()) known.add(word)
      index.add(document, [...places.keys()].join(' '))
    },
    postings: (word) => (known.has(word) ? (index.search(word, unresolved).result as unknown as Postings) : nothing),
    words: () => known,
    wordCount: () => known.size,
    export() {
      const exported: Array<SegmentPart> = []
      index.export((name, text) => exported.push({ name, data: text }))
      return exported
    },
  }
}
