import { Index } from 'flexsearch'
import type { Digraphs } from '#domain/words/fold.ts'
import type { SearchDocument } from './document.ts'
import { isHead, scoredWords } from './fields.ts'

/** Documents that contain a word, by number, and the score of the word in them. */
export interface Found {
  score: number
  documents: ReadonlyArray<number>
}

/** A part of an exported index: its name, and its JSON as FlexSearch writes it. */
export type IndexPart = readonly [name: string, json: string]

/** A word of the index. */
export interface KnownWord {
  /** The same string at each occurrence, which FlexSearch's maps find faster than an equal one. */
  word: string
  /**
   * How likely a visitor searches for it: words of the head before others, then by the number of
   * documents.
   */
  promise: number
}

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
/** What FlexSearch encodes is a word that is searched for, or this, which is none. */
const aDocument = ' '

export function createWordIndex(digraphs?: Digraphs): WordIndex {
  const words = new Map<string, KnownWord>()
  const indexes: Array<Index<false, false, false>> = []
  /** The words of the document that is being added, and their scores. */
  let added: Array<string> = []
  let scores: ReadonlyArray<number> = []

  function know(word: string, score: number, documents: number): string {
    const more = documents * (isHead(score) ? headPromise : 1)
    const known = words.get(word)
    if (known) known.promise += more
    else words.set(word, { word, promise: more })
    return known?.word ?? word
  }

  function indexAt(at: number) {
    indexes[at] ??= new Index({
      tokenize: 'strict',
      resolve: false,
      encode: (text) => (text === aDocument ? added : [text]),
      score: (_words, _word, place) => scores[place]!,
    })
    return indexes[at]
  }

  const indexOf = (number: number) => indexAt(Math.floor(number / documentsPerIndex))

  return {
    words,
    add(number, document) {
      const scored = scoredWords(document, digraphs)
      added = Array.from(scored, ([word, score]) => know(word, score, 1))
      scores = [...scored.values()]
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
      // FlexSearch also accepts parsed parts, but its types only allow text.
      indexAt(Number.parseInt(name, 10)).import(name, content as string)
      if (name.endsWith('.map'))
        for (const [word, scored] of content as Array<[string, Scored]>)
          scored.forEach((documents, score) => {
            if (documents) know(word, score, documents.length)
          })
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
