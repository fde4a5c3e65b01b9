import { Index } from 'flexsearch'
import { createUnpacker, type PackedPostings, type Postings } from './packed-postings.ts'

/** A part of the index: numbered documents by their words. */
export interface Segment {
  postings(word: string): Postings
  /** The number of documents of each place of a word. */
  counts(word: string): ReadonlyArray<number>
  words(): Iterable<string>
  wordCount(): number
  /** Visits every word with its postings. */
  forEach(visit: (word: string, postings: Postings) => void): void
}

/** A segment that only grows: a changed document is added under a new number, and the engine ignores its old one. */
export interface GrowingSegment extends Segment {
  /** Adds a document with the places of its words. Its number is higher than all before. */
  add(document: number, places: ReadonlyMap<string, number>): void
}

const nothing: Postings = []
const unresolved = { resolve: false } as const
/** Document numbers in FlexSearch's index of a packed segment, of 8 bytes each. From this many on, words are unpacked again when they are needed. */
const mostUnpacked = 4_000_000

/** An empty segment. Documents are noted one after the other, which takes little time; their words are sorted when something is asked. */
export function createSegment(): GrowingSegment {
  const ids = new Map<string, number>()
  /** The words of each document in turn: the id of the word, and in the lowest bits its place. */
  let noted = new Uint32Array(1024)
  let end = 0
  const documents: Array<number> = []
  /** Where the words of each document end in `noted`. */
  const ends: Array<number> = []
  let sorted: SortedWords | null = null
  let index = createIndex()

  function sort(): SortedWords {
    sorted ??= sortByWord(noted.subarray(0, end), ends, ids.size)
    return sorted
  }

  function lists(id: number): Postings {
    const { begins, entries } = sort()
    const places: Array<Array<number>> = []
    for (let at = begins[id]!; at < begins[id + 1]!; at++) {
      const entry = entries[at]!
      const place = entry & placeMask
      const list = places[place]
      const document = documents[entry >>> placeBits]!
      if (list) list.push(document)
      else places[place] = [document]
    }
    return places
  }

  return {
    add(document, places) {
      if (end + places.size > noted.length) {
        const larger = new Uint32Array(2 * (end + places.size))
        larger.set(noted)
        noted = larger
      }
      for (const [word, place] of places) {
        let id = ids.get(word)
        if (id === undefined) {
          id = ids.size
          ids.set(word, id)
        }
        noted[end++] = (id << placeBits) | place
      }
      documents.push(document)
      ends.push(end)
      if (sorted) index = createIndex()
      sorted = null
    },
    postings(word) {
      const id = ids.get(word)
      return id === undefined ? nothing : (index.search(word) ?? index.add(word, lists(id)))
    },
    counts(word) {
      const counts: Array<number> = []
      const id = ids.get(word)
      if (id === undefined) return counts
      const { begins, entries } = sort()
      for (let at = begins[id]!; at < begins[id + 1]!; at++) {
        const place = entries[at]! & placeMask
        while (counts.length <= place) counts.push(0)
        counts[place]! += 1
      }
      return counts
    },
    words: () => ids.keys(),
    wordCount: () => ids.size,
    forEach(visit) {
      for (const [word, id] of ids) visit(word, lists(id))
    },
  }
}

/** A place is an index of `placeWeights`, which has fifteen. */
const placeBits = 4
const placeMask = 0b1111

interface SortedWords {
  /** Where the entries of each word begin, and where those of the last one end. */
  begins: Uint32Array
  /** The documents of each word in the order in which they were added, and in the lowest bits their places. */
  entries: Uint32Array
}

/** Sorts noted words by counting them, so that the time grows with their number only. */
function sortByWord(noted: Uint32Array, ends: ReadonlyArray<number>, words: number): SortedWords {
  const begins = new Uint32Array(words + 1)
  for (const note of noted) begins[(note >>> placeBits) + 1]! += 1
  for (let id = 0; id < words; id++) begins[id + 1]! += begins[id]!
  const next = begins.slice()
  const entries = new Uint32Array(noted.length)
  let from = 0
  ends.forEach((end, document) => {
    for (; from < end; from++) {
      const note = noted[from]!
      const id = note >>> placeBits
      entries[next[id]!++] = (document << placeBits) | (note & placeMask)
    }
  })
  return { begins, entries }
}

/** A segment that does not change. FlexSearch's index contains the words that were asked for; all others stay packed. */
export function createPackedSegment(packed: PackedPostings): Segment {
  const { has, counts, postings, words, wordCount } = createUnpacker(packed)
  let index = createIndex()
  let numbers = 0

  function unpack(word: string): Postings {
    if (!has(word)) return nothing
    for (const count of counts(word)) numbers += count
    if (numbers > mostUnpacked) {
      index = createIndex()
      numbers = 0
    }
    return index.add(word, postings(word))
  }

  return {
    postings: (word) => index.search(word) ?? unpack(word),
    counts,
    words,
    wordCount,
    forEach(visit) {
      for (const word of words()) visit(word, postings(word))
    },
  }
}

/**
 * FlexSearch's index of the words that were looked up. They are imported with their postings, because its own `add` takes as long for
 * a document as reading and splitting it, and twenty kilobytes for each until the index is compact.
 */
function createIndex() {
  const index = new Index<false, false, false>({
    tokenize: 'strict',
    cache: false,
    resolve: false,
    encode: (word) => [word],
  })
  const found = new Map<string, Postings>()
  return {
    search: (word: string) => found.get(word),
    add(word: string, postings: Postings): Postings {
      // FlexSearch also accepts parsed parts, but its types only allow text.
      index.import('1.map', [[word, postings]] as unknown as string)
      const result = index.search(word, unresolved).result as unknown as Postings
      found.set(word, result)
      return result
    },
  }
}
