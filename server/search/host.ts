import { type WordLanguage, wordLanguage } from '#domain/words/word-language.ts'
import { createDictionary } from './dictionary.ts'
import { differences } from './differences.ts'
import type { SearchChange, SearchDocument, SearchEntry } from './document.ts'
import { createEngine, type IndexSnapshot, type SearchHits } from './engine.ts'
import { english } from './english.ts'
import { readManifest, readParts, writeIndex } from './index-files.ts'

/** What a search thread is started with. */
export interface SearchFolders {
  /** The folders to look for an index in. */
  folders: ReadonlyArray<string>
  saveTo: string
  /** A file with the words of English, one per line. */
  wordList: string
}

/** Documents requested at once; other calls are answered between two batches. */
const batch = 16
/**
 * After this many changes (a quarter of a small site, a five-hundredth of a large one), the index
 * is stored at the next idle moment.
 */
const saveAfter = 50
const quietMs = 1_000

/**
 * What the search thread does: it loads an index, updates it, answers queries, and stores it after
 * many changes.
 */
export class SearchHost {
  #language: WordLanguage = english
  #engine = createEngine()
  #wanted: Array<SearchEntry> = []
  #needed: Array<SearchEntry> = []
  /** Whether documents that came ahead of the entries are indexed; null before the first. */
  #isAhead: boolean | null = null
  #isComplete = false
  #quiet: NodeJS.Timeout | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #folders: SearchFolders
  #note: (message: string) => void
  #dictionary: (word: string) => boolean

  constructor(folders: SearchFolders, note: (message: string) => void) {
    this.#folders = folders
    this.#note = note
    this.#dictionary = createDictionary(folders.wordList)
  }

  /**
   * Indexes documents ahead of the entries; false when an index on disk has at least half of the
   * first ones as they are. `tag` is that of the site's language.
   */
  ahead(tag: string, documents: ReadonlyArray<SearchDocument>): Promise<boolean> {
    return this.#inTurn(async () => {
      this.#isAhead ??= await this.#beginAhead(tag, documents)
      if (this.#isAhead) for (const document of documents) this.#engine.put(document)
      return this.#isAhead
    })
  }

  /** Some of the entries of the site; all come before `load`. */
  want(entries: ReadonlyArray<SearchEntry>): void {
    this.#wanted.push(...entries)
  }

  /** Loads the index on disk with the fewest differences, unless documents came ahead. */
  load(tag: string): Promise<void> {
    return this.#inTurn(async () => {
      const language = await wordLanguage(tag, english)
      // What came ahead was read by the rules of another language.
      if (language.tag !== this.#language.tag) this.#isAhead = false
      this.#language = language
      if (!this.#isAhead) await this.#loadBest()
      const { missing, changed, gone } = differences(this.#engine.entries(), this.#wanted)
      this.#needed = [...missing, ...changed]
      for (const entry of gone) this.#engine.remove(entry)
      this.#wanted = []
    })
  }

  /** The next entries whose documents are missing in the index; none when it is complete. */
  need(): Array<SearchEntry> {
    return this.#needed.splice(0, batch)
  }

  apply(changes: ReadonlyArray<SearchChange>): Promise<void> {
    return this.#inTurn(async () => {
      for (const one of changes) {
        if (one.kind === 'put') this.#engine.put(one.document)
        else this.#engine.remove(one.item)
      }
      this.#restartQuiet()
    })
  }

  /** Ends the update of the index. Resolves with the number of documents that were added. */
  finish(): Promise<number> {
    return this.#inTurn(async () => {
      this.#engine.prepare()
      this.#isComplete = true
      this.#restartQuiet()
      return this.#engine.changes()
    })
  }

  /** What the index has so far; answers also while it is loaded or stored. */
  query(text: string, now: number, literal: boolean, limit: number): SearchHits {
    this.#restartQuiet()
    return this.#engine.query(text, now, limit, literal)
  }

  /**
   * Stores an index with many changes; resolves when it is on the disk. One part after the other,
   * so that queries are answered in between; changes wait.
   */
  store(): Promise<void> {
    clearTimeout(this.#quiet)
    const { saveTo } = this.#folders
    return this.#inTurn(async () => {
      if (!this.#isWorthSaving()) return
      try {
        await writeIndex(saveTo, this.#engine.export(), this.#language.tag)
      } catch (error) {
        this.#note(`The search index cannot be stored in ${saveTo}: ${String(error)}`)
      }
    })
  }

  /** One at a time, in the order of the calls. */
  #inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(task)
    this.#turn = done
    return done
  }

  /** Without an index on disk, documents need not wait for the entries. */
  async #beginAhead(tag: string, documents: ReadonlyArray<SearchDocument>): Promise<boolean> {
    this.#language = await wordLanguage(tag, english)
    this.#begin()
    const stored = await this.#stored(documents, () => {})
    return !stored.some(
      ({ missing, changed }) => missing.length + changed.length <= documents.length / 2,
    )
  }

  async #loadBest(): Promise<void> {
    const stored = await this.#stored(this.#wanted, this.#note)
    for (const { folder, documents, parts } of stored) {
      this.#begin({ entries: documents, parts: [] })
      try {
        await readParts(folder, parts, this.#engine.import)
        return
      } catch (error) {
        this.#note(notUsed(folder, error))
      }
    }
    this.#begin()
  }

  /** The usable indexes on disk, the one with the fewest differences to the entries first. */
  async #stored(wanted: ReadonlyArray<SearchEntry>, note: (message: string) => void) {
    const found = []
    for (const folder of this.#folders.folders) {
      try {
        const manifest = await readManifest(folder, this.#language.tag)
        if (manifest)
          found.push({ ...manifest, ...differences(manifest.documents, wanted), folder })
      } catch (error) {
        note(notUsed(folder, error))
      }
    }
    return found.sort((one, other) => one.total - other.total)
  }

  /** Misspelled words of the texts are known in English only. */
  #begin(snapshot?: IndexSnapshot): void {
    const isEnglish = this.#language.tag === english.tag ? this.#isEnglish : null
    this.#engine = createEngine(snapshot, isEnglish, this.#language)
  }

  /** Without its list of words, no word of the texts is taken for a misspelled one. */
  #isEnglish = (word: string): boolean => {
    try {
      return this.#dictionary(word)
    } catch (error) {
      this.#note(`Misspelled words in the texts are not corrected: ${String(error)}`)
      this.#dictionary = () => true
      return true
    }
  }

  /**
   * A few changes are repeated at the next start, which costs less than writing the whole index.
   */
  #isWorthSaving(): boolean {
    const size = this.#engine.size()
    const least = Math.min(Math.max(saveAfter, size / 500), size / 4)
    return this.#isComplete && this.#engine.changes() > least
  }

  #restartQuiet(): void {
    clearTimeout(this.#quiet)
    if (this.#isWorthSaving()) this.#quiet = setTimeout(() => this.store(), quietMs)
  }
}

function notUsed(folder: string, reason: unknown): string {
  return `The search index in ${folder} is not used: ${(reason as Error).message}.`
}
