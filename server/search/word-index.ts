import { Index } from 'flexsearch'
import type { Digraphs } from '#domain/words/fold.ts'
import type { SearchDocument } from './document.ts'
import { isHead, type KnownWord, type KnownWords, knownWord, readDocument } from './fields.ts'

/** Documents that contain a word, by number, and the score of the word in them. */
export interface Found {
  score: number
  documents: ReadonlyArray<number>
}

/** A part of an exported index: its name, and its JSON as FlexSearch writes it. */
export type IndexPart = readonly [name: string, json: string]

/** The words of numbered documents, in FlexSearch's indexes. */
export interface WordIndex {
  add(number: number, document: SearchDocument): void
  remove(number: number): void
  /** The documents with a word, each once. */
  find(word: string): Array<Found>
  /** All words; those of removed documents stay. */
  words: ReadonlyMap<string, KnownWord>
  import(part: IndexPart): void
  /** Each part is made when it is read, which takes a tenth of a second. */
  export(): Iterable<IndexPart>
}

const headPromise = 1e6
/**
 * An index has so many documents: to remove one, FlexSearch walks the lists of its whole index, and
 * it exports an index as one string.
 */
const documentsPerIndex = 5_000
/** What FlexSearch encodes is a word to search for, or this. */
const aDocument = ' '

export function createWordIndex(digraphs?: Digraphs): WordIndex {
  const words: KnownWords = new Map()
  const indexes: Array<Index<false, false, false>> = []
  /** The words of the document that is being added. */
  let added: ReadonlyArray<KnownWord> = []

  function promise(known: KnownWord, score: number, documents: number) {
    known.promise += documents * (isHead(score) ? headPromise : 1)
  }

  function indexAt(at: number) {
    indexes[at] ??= new Index({
      tokenize: 'strict',
      resolve: false,
      encode: (text) => (text === aDocument ? added.map(({ word }) => word) : [text]),
      score: (_words, _word, place) => added[place]!.score,
    })
    return indexes[at]
  }

  const indexOf = (number: number) => indexAt(Math.floor(number / documentsPerIndex))

  return {
    words,
    add(number, document) {
      added = readDocument(words, document, digraphs)
      for (const known of added) promise(known, known.score, 1)
      indexOf(number).add(number, aDocument)
    },
    remove(number) {
      indexOf(number).remove(number)
    },
    find: (word) =>
      indexes.flatMap((index) =>
        (index.search(word).result as Scored).flatMap((documents, score) =>
          documents ? { score, documents } : [],
        ),
      ),
    import([name, json]) {
      const content: unknown = JSON.parse(json)
      if (name.endsWith('.map'))
        for (const entry of content as Array<[string, Scored]>) {
          const known = knownWord(words, entry[0])
          entry[0] = known.word
          entry[1].forEach((documents, score) => {
            if (documents) promise(known, score, documents.length)
          })
        }
      // FlexSearch also accepts parsed parts, but its types only allow text.
      indexAt(Number.parseInt(name, 10)).import(name, content as string)
    },
    *export() {
      for (const [at, index] of indexes.entries()) {
        const parts: Array<IndexPart> = []
        index.export((key, json) => {
          parts.push([`${at}.${key}`, json])
        })
        yield* parts
      }
    },
  }
}

/** What FlexSearch has for a word: its documents by score. */
type Scored = ReadonlyArray<ReadonlyArray<number> | null | undefined>
