import { type FileKind, fileKinds } from '#domain/content.ts'
import type { IndexedEntry, SearchDocument } from './document.ts'
import { entryKey } from './entry-key.ts'
import { isHeadPlace, wordPlaces } from './places.ts'
import { planQuery, type WordSource } from './query-plan.ts'
import { createScores } from './scores.ts'
import { createSegment, type Postings, type Segment, type SegmentPart } from './segment.ts'
import { orderBonus, titleLine } from './title-search.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** The most results of a group in an answer. */
export const hitsPerGroup = 20

type Groups = Record<FileKind, Array<number>>

/** Ids of the results, best first in each group. */
export interface SearchHits extends Groups {
  /** The query that was answered, when words of the given one were misspelled. */
  corrected?: string
}

/** An index as stored on disk: its entries, and FlexSearch's own parts. Document number n is `entries[n]`. */
export interface IndexSnapshot {
  entries: Array<IndexedEntry>
  parts: Array<SegmentPart>
}

/** A full-text index in memory. All methods are synchronous. */
export interface SearchEngine {
  /** Adds or replaces an item. */
  put(document: SearchDocument): void
  /** Removes an item; false when it was not in the index. */
  remove(item: { type: FileKind; id: number }): boolean
  /** The matching items that are visible at `now`, up to `limit` per type. `literal`: no word is corrected. */
  query(text: string, now: number, limit: number, literal?: boolean): SearchHits
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
 * An engine without documents, or with those of a snapshot. Words that `isEnglish` are not taken for misspelled ones;
 * without it, none of the texts is.
 */
export function createEngine(
  snapshot: IndexSnapshot = { entries: [], parts: [] },
  isEnglish: ((word: string) => boolean) | null = null,
): SearchEngine {
  /** Every document by number; null once it was removed or replaced. */
  let documents: Array<IndexedEntry | null> = [...snapshot.entries]
  let numbers = new Map(snapshot.entries.map((entry, number) => [entryKey(entry), number]))
  /**
   * The same as numbers for the inner loop: the time from which each document is visible (NaN: never), and the index
   * of its type in `contentTypes`.
   */
  let shownFrom = snapshot.entries.map(({ publishedAt }) => publishedAt)
  let types = snapshot.entries.map(({ type }) => fileKinds.indexOf(type))
  let base = createSegment(snapshot.parts)
  let overlay = createSegment()
  let changes = 0
  let vocabularies: Array<Vocabulary> = []
  let vocabularyWords = -1
  const scores = createScores(() => documents.length)

  const postings = (word: string): Array<Postings> =>
    overlay.wordCount() === 0 ? [base.postings(word)] : [base.postings(word), overlay.postings(word)]

  /** The overlay has its own small vocabulary, so that an edit does not sort all words again. */
  const readVocabularies = () => {
    if (vocabularies.length > 0 && vocabularyWords === overlay.wordCount()) return vocabularies
    const promise = (segment: Segment) => (word: string) => promiseOf(segment.postings(word))
    const inBase = vocabularies[0] ?? createVocabulary(base.words(), promise(base))
    vocabularies = [inBase]
    if (overlay.wordCount() > 0) vocabularies.push(createVocabulary(overlay.words(), promise(overlay)))
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

  const replaceBy = (next: { entries: Array<IndexedEntry>; segment: Segment }) => {
    documents = next.entries
    numbers = new Map(next.entries.map((entry, number) => [entryKey(entry), number]))
    shownFrom = next.entries.map(({ publishedAt }) => publishedAt)
    types = next.entries.map(({ type }) => fileKinds.indexOf(type))
    base = next.segment
    overlay = createSegment()
    vocabularies = []
    vocabularyWords = -1
    changes = 0
  }

  const engine: SearchEngine = {
    put(document) {
      drop(entryKey(document))
      const { type, id, hash, publishedAt } = document
      const number = documents.push({ type, id, hash, publishedAt, title: titleLine(document.title) }) - 1
      numbers.set(entryKey(document), number)
      shownFrom[number] = publishedAt
      types[number] = fileKinds.indexOf(type)
      overlay.add(number, wordPlaces(document))
      changes++
    },

    remove: (item) => drop(entryKey(item)),

    query(text, now, limit, literal = false) {
      const visible = (number: number) => shownFrom[number]! <= now
      const source: WordSource = {
        has: (word) => postings(word).some((places) => places.some((numbers_) => numbers_?.some(visible))),
        spread: (word) => spreadOf(postings(word)),
        isEnglish,
        forms: (word) => readVocabularies().flatMap((words) => words.forms(word)),
        beginningWith: (start, count) => readVocabularies().flatMap((words) => words.beginningWith(start, count)),
        near: (typed, distance, open, count) =>
          readVocabularies().flatMap((words) => words.near(typed, distance, open, count)),
      }
      const { wishes, corrected } = planQuery(text, source, literal)
      for (const wish of wishes) scores.add(wish, postings, numbers.size)
      const best = fileKinds.map(() => createBestOf<Hit>(limit * 2, compareHits))
      const least = fileKinds.map(() => Number.NEGATIVE_INFINITY)
      scores.drain(visible, (number, score) => {
        const type = types[number]!
        if (score < least[type]!) return
        best[type]!.offer({ entry: documents[number]!, score })
        least[type] = best[type]!.least()
      })
      const bonus = orderBonus(text)
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

    entries: () => documents.filter((entry) => entry !== null),
    size: () => numbers.size,
    changes: () => changes,

    compact() {
      if (changes > 0 || overlay.wordCount() > 0) replaceBy(merge(documents, [base, overlay]))
    },

    export() {
      engine.compact()
      return { entries: engine.entries(), parts: base.export() }
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
  return other.score - one.score || other.entry.publishedAt - one.entry.publishedAt || other.entry.id - one.entry.id
}

/**
 * How likely a visitor searches for a word: words of titles, tags and excerpts before others, then by the number of
 * documents.
 */
function promiseOf(places: Postings): number {
  const { holding, head } = countsOf([places])
  return head * 1e6 + holding
}

function spreadOf(lists: ReadonlyArray<Postings>): { documents: number; inHead: boolean } {
  const { holding, head } = countsOf(lists)
  return { documents: holding, inHead: head > 0 }
}

/** The number of documents with a word, and of those with it in their heads. */
function countsOf(lists: ReadonlyArray<Postings>): { holding: number; head: number } {
  let holding = 0
  let head = 0
  for (const places of lists)
    places.forEach((documents, place) => {
      if (!documents || documents.length === 0) return
      holding += documents.length
      if (isHeadPlace(place)) head += documents.length
    })
  return { holding, head }
}

/** Merges segments to one without removed documents, with new numbers. */
function merge(
  documents: ReadonlyArray<IndexedEntry | null>,
  segments: ReadonlyArray<Segment>,
): { entries: Array<IndexedEntry>; segment: Segment } {
  const entries: Array<IndexedEntry> = []
  const renumbered = new Int32Array(documents.length).fill(-1)
  documents.forEach((entry, number) => {
    if (entry) renumbered[number] = entries.push(entry) - 1
  })
  const merged: Array<[string, Array<Array<number> | null>]> = []
  const words = new Set(segments.flatMap((segment) => [...segment.words()]))
  for (const word of words) {
    const places: Array<Array<number> | null> = []
    for (const segment of segments)
      segment.postings(word).forEach((numbers, place) => {
        for (const number of numbers ?? []) {
          const kept = renumbered[number]!
          if (kept < 0) continue
          while (places.length <= place) places.push(null)
          const list = places[place]
          if (list) list.push(kept)
          else places[place] = [kept]
        }
      })
    if (places.length > 0) merged.push([word, places])
  }
  const parts = [
    { name: '1.reg', data: entries.map((_, number) => number) },
    { name: '1.map', data: merged },
  ]
  return { entries, segment: createSegment(parts) }
}

/** A bounded list of the best items. */
interface BestOf<Item> {
  /** The lowest score that can still enter the list. */
  least(): number
  offer(item: Item): void
  /** Best first. */
  items(): Array<Item>
}

/** Collects the best `limit` items by `compare`. */
function createBestOf<Item extends { score: number }>(
  limit: number,
  compare: (one: Item, other: Item) => number,
): BestOf<Item> {
  const kept: Array<Item> = []
  let least = Number.NEGATIVE_INFINITY
  return {
    least: () => least,
    offer(item) {
      let at = kept.length
      while (at > 0 && compare(item, kept[at - 1] as Item) < 0) at--
      if (at >= limit) return
      kept.splice(at, 0, item)
      if (kept.length > limit) kept.pop()
      if (kept.length === limit) least = (kept[limit - 1] as Item).score
    },
    items: () => kept,
  }
}
