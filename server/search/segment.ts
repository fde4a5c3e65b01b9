import { Index } from 'flexsearch'
import type { Digraphs } from '#domain/words/fold.ts'
import type { SearchDocument } from './document.ts'
import {
  createNumberRoom,
  createUnpacker,
  type PackedPostings,
  type Postings,
} from './packed-postings.ts'
import { bodyPlace, inBody, type PlaceVisitor, readPlaces } from './places.ts'

/** A part of the index: numbered documents by their words. */
export interface Segment {
  postings(word: string): Postings
  /** The number of documents of each place of a word. */
  counts(word: string): ReadonlyArray<number>
  words(): Iterable<string>
  wordCount(): number
  /** Visits every word with its postings, which change after the visit. */
  forEach(visit: (word: string, postings: Postings) => void): void
}

/** A segment that does not change. */
export interface PackedSegment extends Segment {
  /**
   * Forgets the unpacked words when they are many. Postings that were returned before may change
   * from now on.
   */
  forgetPostings(): void
}

/**
 * A segment that only grows: a changed document is added under a new number, and the engine ignores
 * its old one.
 */
export interface GrowingSegment extends Segment {
  /** Adds a document. Its number is higher than all before. */
  add(number: number, document: SearchDocument): void
}

const nothing: Postings = []
const unresolved = { resolve: false } as const
/**
 * Document numbers in FlexSearch's index of a packed segment, of 4 bytes each. After so many, the
 * next query unpacks its words again.
 */
const mostUnpacked = 4_000_000

/**
 * An empty segment. The words of a document are only noted, which takes little time; they are
 * sorted when something is asked.
 */
export function createSegment(digraphs?: Digraphs): GrowingSegment {
  const ids = new Map<string, number>()
  /** The words of each document in turn: the id of the word, and in the lowest bits its place. */
  let noted = new Uint32Array(1024)
  let end = 0
  const documents: Array<number> = []
  /** Where the words of each document end in `noted`. */
  const ends: Array<number> = []
  let sorted: SortedWords | null = null
  let index = createIndex()

  /**
   * Of the document that is being added: its words, and for each id the best place plus one (0: no
   * word of it) and the occurrences in the body.
   */
  const found: Array<number> = []
  let bestPlaces = new Uint8Array(1024)
  let bodyCounts = new Uint32Array(1024)
  const visit: PlaceVisitor = (word, place) => {
    let id = ids.get(word)
    if (id === undefined) {
      id = ids.size
      ids.set(word, id)
      if (id === bestPlaces.length) {
        bestPlaces = enlarged(bestPlaces, new Uint8Array(2 * id))
        bodyCounts = enlarged(bodyCounts, new Uint32Array(2 * id))
      }
    }
    const best = bestPlaces[id]!
    if (best === 0) {
      found.push(id)
      bestPlaces[id] = place === inBody ? onlyInBody : place + 1
      bodyCounts[id] = 1
    } else if (best === onlyInBody) bodyCounts[id]! += 1
  }

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
    add(number, document) {
      readPlaces(document, visit, digraphs)
      if (end + found.length > noted.length)
        noted = enlarged(noted, new Uint32Array(2 * (end + found.length)))
      for (const id of found) {
        const best = bestPlaces[id]!
        noted[end++] =
          (id << placeBits) | (best === onlyInBody ? bodyPlace(bodyCounts[id]!) : best - 1)
        bestPlaces[id] = 0
      }
      found.length = 0
      documents.push(number)
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
const onlyInBody = 255

/** Copies numbers to a larger array. */
function enlarged<Numbers extends Uint8Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}

interface SortedWords {
  /** Where the entries of each word begin, and where those of the last one end. */
  begins: Uint32Array
  /**
   * The documents of each word in the order in which they were added, and in the lowest bits their
   * places.
   */
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

/**
 * A segment that does not change. FlexSearch's index contains the words that were asked for; all
 * others stay packed.
 */
export function createPackedSegment(packed: PackedPostings): PackedSegment {
  const { has, counts, postings, words, wordCount } = createUnpacker(packed)
  const room = createNumberRoom()
  let index = createIndex()
  let numbers = 0

  function unpack(word: string): Postings {
    if (!has(word)) return nothing
    for (const count of counts(word)) numbers += count
    return index.add(word, postings(word, room))
  }

  return {
    postings: (word) => index.search(word) ?? unpack(word),
    forgetPostings() {
      if (numbers <= mostUnpacked) return
      index = createIndex()
      numbers = 0
      room.clear()
    },
    counts,
    words,
    wordCount,
    forEach(visit) {
      const visited = createNumberRoom()
      for (const word of words()) {
        visited.clear()
        visit(word, postings(word, visited))
      }
    },
  }
}

/**
 * FlexSearch's index of the words that were looked up. They are imported with their postings,
 * because its own `add` takes as long for a document as reading and splitting it, and twenty
 * kilobytes for each until the index is compact.
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
