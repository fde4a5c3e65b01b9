import { type FileKind, fileKinds } from '#domain/content.ts'
import type { WordLanguage } from '#domain/words/word-language.ts'
import { bestOf } from './best-of.ts'
import type { IndexedEntry, SearchDocument } from './document.ts'
import { english } from './english.ts'
import { entryKey } from './entry-key.ts'
import { isHead } from './fields.ts'
import { planQuery, type WordSource } from './query-plan.ts'
import { rank } from './ranking.ts'
import { orderBonus, titleLine } from './title-order.ts'
import { createVocabulary } from './vocabulary.ts'
import { createWordIndex, type Found, type IndexPart } from './word-index.ts'

/** The most results of a group in an answer. */
export const hitsPerGroup = 20

type Groups = Record<FileKind, Array<number>>

/** Ids of the results, best first in each group. */
export interface SearchHits extends Groups {
  /** The query that was answered, when words of the given one were misspelled. */
  corrected?: string
  /** Set while the index is still being updated. */
  partial?: true
}

/** The hits of a query that nothing matches. */
export const noHits = Object.fromEntries(
  fileKinds.map((kind) => [kind, []]),
) as unknown as SearchHits

/** An index as stored on disk: its entries, and FlexSearch's export. */
export interface IndexSnapshot {
  /** Document number n is `entries[n]`; null once it was removed. */
  entries: ReadonlyArray<IndexedEntry | null>
  parts: Iterable<IndexPart>
}

/** A full-text index in memory. All methods are synchronous. */
export interface SearchEngine {
  /** Adds or replaces an item. */
  put(document: SearchDocument): void
  /** Removes an item; false when it was not in the index. */
  remove(item: { type: FileKind; id: number }): boolean
  /**
   * The matching items that are visible at `now`, up to `limit` per type. `literal`: no word is
   * corrected.
   */
  query(text: string, now: number, limit: number, literal?: boolean): SearchHits
  /** Makes what the next query needs, which takes a moment after a load. */
  prepare(): void
  /** The indexed items, in the order of first addition. */
  entries(): Array<IndexedEntry>
  /** The number of items. */
  size(): number
  /** The number of additions and removals since the last export. */
  changes(): number
  /** Adds a part of the index whose entries the engine was created with. */
  import(part: IndexPart): void
  /** The whole index for the disk; its parts are made when they are read. */
  export(): IndexSnapshot
}

/**
 * An engine without documents, or with those of a snapshot. Words that `isEnglish` are not taken
 * for misspelled ones.
 */
export function createEngine(
  snapshot: IndexSnapshot = { entries: [], parts: [] },
  isEnglish: ((word: string) => boolean) | null = null,
  language: WordLanguage = english,
): SearchEngine {
  const { digraphs } = language
  /** Every document by number; null once it was removed. */
  const documents = [...snapshot.entries]
  const numbers = new Map<string, number>()
  documents.forEach((entry, number) => {
    if (entry) numbers.set(entryKey(entry), number)
  })
  const index = createWordIndex(digraphs)
  for (const part of snapshot.parts) index.import(part)
  const vocabulary = createVocabulary(index.words, language)
  let changes = 0

  const engine: SearchEngine = {
    put(document) {
      const { type, id, hash, publishedAt } = document
      const number = numbers.get(entryKey(document)) ?? documents.length
      index.remove(number)
      index.add(number, document)
      documents[number] = {
        type,
        id,
        hash,
        publishedAt,
        title: titleLine(document.title, digraphs),
      }
      numbers.set(entryKey(document), number)
      changes++
    },

    remove(item) {
      const number = numbers.get(entryKey(item))
      if (number === undefined) return false
      index.remove(number)
      documents[number] = null
      numbers.delete(entryKey(item))
      changes++
      return true
    },

    query(text, now, limit, literal = false) {
      const visible = (number: number) => documents[number]!.publishedAt <= now
      const lookups = new Map<string, ReadonlyArray<Found>>()
      const find = (word: string) => {
        const found = lookups.get(word) ?? index.find(word)
        lookups.set(word, found)
        return found
      }
      const source: WordSource = {
        ...vocabulary,
        language,
        isEnglish,
        has: (word) => find(word).some((found) => found.documents.some(visible)),
        spread(word) {
          const found = find(word)
          return {
            documents: new Set(found.flatMap((one) => one.documents)).size,
            inHead: found.some(({ score }) => isHead(score)),
          }
        },
      }
      const { wishes, corrected } = planQuery(text, source, literal)
      const { scores, found } = rank(wishes, find, documents.length, numbers.size, visible)
      const ofKind = new Map<FileKind, Array<number>>(fileKinds.map((kind) => [kind, []]))
      for (const number of found) ofKind.get(documents[number]!.type)!.push(number)
      /** Best first; on a tie the newest, then the higher id. */
      const compare = (one: number, other: number) =>
        scores[other]! - scores[one]! ||
        documents[other]!.publishedAt - documents[one]!.publishedAt ||
        documents[other]!.id - documents[one]!.id
      const bonus = orderBonus(text, digraphs)
      const hits = Array.from(ofKind, ([kind, ofOne]) => {
        const best = bestOf(ofOne, limit * 2, compare)
        for (const number of best) scores[number]! *= bonus(documents[number]!.title)
        const sorted = best.sort(compare).slice(0, limit)
        return [kind, sorted.map((number) => documents[number]!.id)]
      })
      const groups = Object.fromEntries(hits) as Groups
      return corrected === null ? groups : { ...groups, corrected }
    },

    prepare: vocabulary.prepare,
    entries: () => documents.filter((entry) => entry !== null),
    size: () => numbers.size,
    changes: () => changes,
    import: index.import,

    export() {
      changes = 0
      return { entries: [...documents], parts: index.export() }
    },
  }
  return engine
}
