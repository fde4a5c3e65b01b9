import { Index } from 'flexsearch'
import { placeWeights } from './places.ts'

/** For one word: the documents per place, an index of `placeWeights`. A place without documents is null or missing. */
export type Postings = ReadonlyArray<ReadonlyArray<number> | null | undefined>

/**
 * A part of an index as FlexSearch exports and imports it: its name ('1.reg': document numbers, '2.map': words), and
 * its data, possibly as JSON.
 */
export interface SegmentPart {
  name: string
  data: unknown
}

/**
 * A FlexSearch index of numbered documents. It only grows: a changed document is added under a new number and the
 * engine ignores its old one, because FlexSearch scans the whole index to remove a document.
 */
export interface Segment {
  add(document: number, places: ReadonlyMap<string, number>): void
  postings(word: string): Postings
  words(): Iterable<string>
  wordCount(): number
  /** In FlexSearch's format, each part's data as JSON. */
  export(): Array<SegmentPart>
}

const nothing: Postings = []
/** FlexSearch would export one part of tens of megabytes. With small parts, the whole text is never in memory at once. */
const numbersPerPart = 200_000
const unresolved = { resolve: false } as const

/** An empty segment, or the one exported as `parts`. The parts' data is not copied. */
export function createSegment(parts: ReadonlyArray<SegmentPart> = []): Segment {
  let adding: ReadonlyMap<string, number> = new Map()
  /** All words, with their postings after these were read first. FlexSearch changes the postings in place. */
  const known = new Map<string, Postings | null>()
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
    // FlexSearch also accepts parsed parts, but its types only allow text.
    index.import(name, data as string)
    if (name.endsWith('map')) for (const [word] of data as Array<[string, Postings]>) known.set(word, null)
  }
  const segment: Segment = {
    add(document, places) {
      if (places.size === 0) return
      adding = places
      for (const word of places.keys()) if (!known.has(word)) known.set(word, null)
      index.add(document, [...places.keys()].join(' '))
    },
    postings(word) {
      const kept = known.get(word)
      if (kept) return kept
      if (kept === undefined) return nothing
      const found = index.search(word, unresolved).result as unknown as Postings
      known.set(word, found)
      return found
    },
    words: () => known.keys(),
    wordCount: () => known.size,
    export() {
      const numbers = new Set<number>()
      const parts: Array<SegmentPart> = []
      let entries: Array<[string, Postings]> = []
      let size = 0
      const flush = () => {
        parts.push({ name: `${parts.length + 1}.map`, data: JSON.stringify(entries) })
        entries = []
        size = 0
      }
      for (const word of known.keys()) {
        const places = segment.postings(word)
        for (const documents of places) {
          for (const number of documents ?? []) numbers.add(number)
          size += documents?.length ?? 1
        }
        entries.push([word, places])
        if (size >= numbersPerPart) flush()
      }
      if (entries.length > 0) flush()
      return [{ name: '1.reg', data: JSON.stringify([...numbers]) }, ...parts]
    },
  }
  return segment
}
