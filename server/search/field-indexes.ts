import { Index } from 'flexsearch'
import type { Digraphs } from '#domain/words/fold.ts'
import type { SearchDocument } from './document.ts'
import { fields, textsOfFields, wordsOfField } from './fields.ts'

/** Documents that contain a word, by number, and what the word counts in them. */
export interface Found {
  weight: number
  /** Whether they have it in a field of their head. */
  isHead: boolean
  documents: ReadonlyArray<number>
}

/** A part of an exported index: its name, and its JSON as FlexSearch writes it. */
export type IndexPart = readonly [name: string, json: string]

/** FlexSearch's indexes, one for each field. */
export interface FieldIndexes {
  add(number: number, document: SearchDocument): void
  /** Takes time in proportion to the whole index. */
  remove(number: number): void
  /** The documents with a word; one may be there once for each field. */
  find(word: string): Array<Found>
  /**
   * How likely a visitor searches for each word: words of the head before others, then by the
   * number of documents. Words of removed documents stay.
   */
  promises: ReadonlyMap<string, number>
  export(): Array<IndexPart>
}

const headPromise = 1e6
/** At the beginning of what is encoded: a word as it is indexed, and no text. */
const exactly = '='

/** Indexes without documents, or with those of exported parts. */
export function createFieldIndexes(
  parts: ReadonlyArray<IndexPart>,
  digraphs?: Digraphs,
): FieldIndexes {
  const promises = new Map<string, number>()
  const indexes = fields.map(({ name, isHead, weights, score }) => {
    const promise = (word: string, documents: number) =>
      promises.set(word, (promises.get(word) ?? 0) + documents * (isHead ? headPromise : 1))
    /** The occurrences of the words of the text that is being added. */
    let counts = new Map<string, number>()
    const index = new Index<false, false, false>({
      tokenize: 'strict',
      resolve: false,
      encode(text) {
        if (text.startsWith(exactly)) return [text.slice(exactly.length)]
        counts = wordsOfField(text, digraphs)
        const words = [...counts.keys()]
        for (const word of words) promise(word, 1)
        return words
      },
      score: (words, word) => score(words.length, counts.get(word)!),
    })
    const search = (word: string) => index.search(exactly + word).result as Scored
    return { name, isHead, weights, index, search, promise }
  })
  for (const [name, json] of parts) {
    const field = indexes.find((one) => name.startsWith(`${one.name}.`))
    if (!field) continue
    const content: unknown = JSON.parse(json)
    // FlexSearch also accepts parsed parts, but its types only allow text.
    field.index.import(name, content as string)
    if (name.endsWith('.map'))
      for (const [word, scored] of content as Array<[string, Scored]>)
        for (const documents of scored) if (documents) field.promise(word, documents.length)
  }

  function find(word: string): Array<Found> {
    return indexes.flatMap(({ search, weights, isHead }) =>
      search(word).flatMap((documents, score) =>
        documents ? [{ weight: weights[score]!, isHead, documents }] : [],
      ),
    )
  }

  return {
    promises,
    find,
    add(number, document) {
      textsOfFields(document).forEach((text, at) => {
        // A text may begin with any sign.
        indexes[at]!.index.add(number, ` ${text}`)
      })
    },
    remove(number) {
      for (const { index } of indexes) index.remove(number)
    },
    export() {
      const exported: Array<IndexPart> = []
      for (const { name, index } of indexes)
        index.export((key, json) => {
          exported.push([`${name}.${key}`, json])
        })
      return exported
    },
  }
}

/** What FlexSearch has for a word: its documents by score. */
type Scored = ReadonlyArray<ReadonlyArray<number> | null | undefined>
