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

/** An empty segment. */
export function createSegment(): GrowingSegment {
  const lists = new Map<string, Array<Array<number>>>()
  const index = createIndex()
  function postings(word: string): Postings {
    const list = lists.get(word)
    return list ? (index.search(word) ?? index.add(word, list)) : nothing
  }
  return {
    add(document, places) {
      for (const [word, place] of places) {
        let list = lists.get(word)
        if (!list) {
          list = []
          lists.set(word, list)
        }
        // In the places of FlexSearch's index too, once it has the word: the lists are the same.
        const documents = list[place]
        if (documents) documents.push(document)
        else list[place] = [document]
      }
    },
    postings,
    counts: (word) => Array.from(lists.get(word) ?? [], (documents) => documents?.length ?? 0),
    words: () => lists.keys(),
    wordCount: () => lists.size,
    forEach(visit) {
      for (const [word, list] of lists) visit(word, list)
    },
  }
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
