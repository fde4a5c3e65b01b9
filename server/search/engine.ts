import { type FileKind, fileKinds } from '#domain/content.ts'
import type { WordLanguage } from '#domain/words/word-language.ts'
import { createBestOf } from './best-of.ts'
import type { IndexedEntry, SearchDocument } from './document.ts'
import { english } from './english.ts'
import { entryKey } from './entry-key.ts'
import { createPacker, type PackedPostings, type Postings } from './packed-postings.ts'
import { isHeadPlace } from './places.ts'
import { planQuery, type WordSource } from './query-plan.ts'
import { createScores } from './scores.ts'
import { createPackedSegment, createSegment, type Segment } from './segment.ts'
import { orderBonus, titleLine } from './title-order.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

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

/**
 * An index as stored on disk: its entries, and the postings of its words. Document number n is
 * `entries[n]`.
 */
export interface IndexSnapshot {
  entries: Array<IndexedEntry>
  postings: PackedPostings
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
  /** The words that visitors most likely search for. */
  commonWords(limit: number): Array<string>
  /** Makes what the next query needs, which takes a moment after a load or `compact`. */
  prepare(): void
  /** The indexed items, in the order of first addition. */
  entries(): Array<IndexedEntry>
  /** The number of items. */
  size(): number
  /** The number of additions and removals since the last `compact`. */
  changes(): number
  /** Merges all segments to one. Takes time in proportion to the whole index. */
  compact(): void
  /** The whole index for the disk; compacts it. */
  export(): IndexSnapshot
}

/**
 * An engine without documents, or with those of a snapshot. Words that `isEnglish` are not taken
 * for misspelled ones; without it, none of the texts is.
 */
export function createEngine(
  snapshot: IndexSnapshot = { entries: [], postings: createPacker().packed() },
  isEnglish: ((word: string) => boolean) | null = null,
  language: WordLanguage = english,
): SearchEngine {
  const { digraphs } = language
  /** Every document by number; null once it was removed or replaced. */
  let documents: Array<IndexedEntry | null> = [...snapshot.entries]
  let numbers = new Map(snapshot.entries.map((entry, number) => [entryKey(entry), number]))
  /**
   * The same as numbers for the inner loop: the time from which each document is visible (NaN:
   * never), and the index of its type in `contentTypes`.
   */
  let shownFrom = snapshot.entries.map(({ publishedAt }) => publishedAt)
  let types = snapshot.entries.map(({ type }) => fileKinds.indexOf(type))
  let { postings: packed } = snapshot
  let base = createPackedSegment(packed)
  let overlay = createSegment(digraphs)
  let changes = 0
  let vocabularies: Array<Vocabulary> = []
  let vocabularyWords = -1
  const scores = createScores(() => documents.length)

  const postings = (word: string): Array<Postings> =>
    overlay.wordCount() === 0
      ? [base.postings(word)]
      : [base.postings(word), overlay.postings(word)]

  /** The overlay has its own small vocabulary, so that an edit does not sort all words again. */
  const readVocabularies = () => {
    if (vocabularies.length > 0 && vocabularyWords === overlay.wordCount()) return vocabularies
    const promise = (segment: Segment) => (word: string) => promiseOf(segment.counts(word))
    const inBase = vocabularies[0] ?? createVocabulary(base.words(), promise(base), language)
    vocabularies = [inBase]
    if (overlay.wordCount() > 0)
      vocabularies.push(createVocabulary(overlay.words(), promise(overlay), language))
    vocabularyWords = overlay.wordCount()
    return vocabularies
  }

  const drop = (key: string): boolean => {
    const number = numbers.get(key)
    if (number === undefined) return false
    documents[number] = null
    shownFrom[number] = Number.NaN
    numbers.delete(key)
    changes++
    return true
  }

  const replaceBy = (next: IndexSnapshot) => {
    documents = next.entries
    numbers = new Map(next.entries.map((entry, number) => [entryKey(entry), number]))
    shownFrom = next.entries.map(({ publishedAt }) => publishedAt)
    types = next.entries.map(({ type }) => fileKinds.indexOf(type))
    packed = next.postings
    base = createPackedSegment(packed)
    overlay = createSegment(digraphs)
    vocabularies = []
    vocabularyWords = -1
    changes = 0
  }

  const engine: SearchEngine = {
    put(document) {
      drop(entryKey(document))
      const { type, id, hash, publishedAt } = document
      const number =
        documents.push({
          type,
          id,
          hash,
          publishedAt,
          title: titleLine(document.title, digraphs),
        }) - 1
      numbers.set(entryKey(document), number)
      shownFrom[number] = publishedAt
      types[number] = fileKinds.indexOf(type)
      overlay.add(number, document)
      changes++
    },

    remove: (item) => drop(entryKey(item)),

    query(text, now, limit, literal = false) {
      base.forgetPostings()
      const visible = (number: number) => shownFrom[number]! <= now
      const source: WordSource = {
        language,
        has: (word) =>
          postings(word).some((places) => places.some((numbers_) => numbers_?.some(visible))),
        spread(word) {
          const [inBase, inOverlay] = [countsOf(base.counts(word)), countsOf(overlay.counts(word))]
          return {
            documents: inBase.holding + inOverlay.holding,
            inHead: inBase.head + inOverlay.head > 0,
          }
        },
        isEnglish,
        forms: (word) => readVocabularies().flatMap((words) => words.forms(word)),
        beginningWith: (start, count) =>
          readVocabularies().flatMap((words) => words.beginningWith(start, count)),
        near: (typed, distance, open, count) =>
          readVocabularies().flatMap((words) => words.near(typed, distance, open, count)),
      }
      const { wishes, corrected } = planQuery(text, source, literal)
      // Documents that were removed must not make a word common.
      const among = numbers.size === documents.length ? null : visible
      for (const wish of wishes) scores.add(wish, postings, numbers.size, among)
      const best = fileKinds.map(() => createBestOf<Hit>(limit * 2, compareHits))
      // The score and the date of the last one of each list. Many documents have the same score,
      // and most are older.
      const least = fileKinds.map(() => Number.NEGATIVE_INFINITY)
      const oldest = fileKinds.map(() => Number.NEGATIVE_INFINITY)
      scores.drain(visible, (number, score) => {
        const type = types[number]!
        if (score < least[type]! || (score === least[type] && shownFrom[number]! < oldest[type]!))
          return
        if (!visible(number)) return
        best[type]!.offer({ entry: documents[number]!, score })
        const last = best[type]!.last()
        if (!last) return
        least[type] = last.score
        oldest[type] = last.entry.publishedAt
      })
      const bonus = orderBonus(text, digraphs)
      const hits = best.map((found) => {
        let same = true
        for (const hit of found.items()) {
          const factor = bonus(hit.entry.title)
          hit.score *= factor
          same &&= factor === 1
        }
        const sorted = same ? found.items() : found.items().sort(compareHits)
        return sorted.slice(0, limit).map(({ entry }) => entry.id)
      })
      const groups = Object.fromEntries(fileKinds.map((type, at) => [type, hits[at]])) as Groups
      return corrected === null ? groups : { ...groups, corrected }
    },

    commonWords: (limit) =>
      readVocabularies()
        .flatMap((words) => words.beginningWith('', limit))
        .slice(0, limit),
    prepare: () => void readVocabularies(),
    entries: () => documents.filter((entry) => entry !== null),
    size: () => numbers.size,
    changes: () => changes,

    compact() {
      if (changes > 0 || overlay.wordCount() > 0) replaceBy(merge(documents, base, overlay))
    },

    export() {
      engine.compact()
      return { entries: engine.entries(), postings: packed }
    },
  }
  return engine
}

interface Hit {
  entry: IndexedEntry
  score: number
}

/** Best first; on a tie the newest, then the higher id. */
function compareHits(one: Hit, other: Hit): number {
  return (
    other.score - one.score ||
    other.entry.publishedAt - one.entry.publishedAt ||
    other.entry.id - one.entry.id
  )
}

/**
 * How likely a visitor searches for a word: words of titles, tags and excerpts before others, then
 * by the number of documents.
 */
function promiseOf(counts: ReadonlyArray<number>): number {
  const { holding, head } = countsOf(counts)
  return head * 1e6 + holding
}

/**
 * The number of documents with a word, and of those with it in their heads, by the numbers of
 * documents of its places.
 */
function countsOf(counts: ReadonlyArray<number>): { holding: number; head: number } {
  let holding = 0
  let head = 0
  counts.forEach((count, place) => {
    holding += count
    if (isHeadPlace(place)) head += count
  })
  return { holding, head }
}

/** Merges segments to one without removed documents, with new numbers. */
function merge(
  documents: ReadonlyArray<IndexedEntry | null>,
  base: Segment,
  overlay: Segment,
): IndexSnapshot {
  const entries: Array<IndexedEntry> = []
  const renumbered = new Int32Array(documents.length).fill(-1)
  documents.forEach((entry, number) => {
    if (entry) renumbered[number] = entries.push(entry) - 1
  })
  const numbers = entries.length < documents.length ? renumbered : null
  const packer = createPacker()
  const merged = new Set<string>()
  base.forEach((word, postings) => {
    const added = overlay.postings(word)
    if (added.length > 0) merged.add(word)
    packer.add(word, postings, added, numbers)
  })
  overlay.forEach((word, postings) => {
    if (!merged.has(word)) packer.add(word, postings, [], numbers)
  })
  return { entries, postings: packer.packed() }
}
