import type { FileKind } from '#domain/content.ts'
import type { SearchDocument, SearchEntry } from './document.ts'
import type { SearchHits } from './engine.ts'

/** A change of the searchable items. */
export type SearchChange =
  | { kind: 'put'; document: SearchDocument }
  | { kind: 'remove'; item: { type: FileKind; id: number } }

/** What a search thread is started with. */
export interface SearchFolders {
  /** The folders to look for an index in. */
  folders: ReadonlyArray<string>
  saveTo: string
  /** A file with the words of English, one per line. */
  wordList: string
}

/** What the search thread does. */
export interface SearchCalls {
  /**
   * Indexes documents ahead of the entries; false when an index on disk has them. `language` is the
   * tag of the site's.
   */
  ahead(language: string, documents: ReadonlyArray<SearchDocument>): Promise<boolean>
  /** Some of the entries of the site; all come before `load`. */
  want(entries: ReadonlyArray<SearchEntry>): void
  /** Loads the index on disk with the fewest differences. */
  load(language: string): Promise<void>
  /** The next entries whose documents are missing in the index; none when it is complete. */
  need(): Array<SearchEntry>
  apply(changes: ReadonlyArray<SearchChange>): Promise<void>
  /** Ends the update of the index. Resolves with the number of documents that were added. */
  finish(): Promise<number>
  /** What the index has so far; answers also while it is loaded or stored. */
  query(text: string, now: number, literal: boolean): SearchHits
  /** Stores an index with many changes; resolves when it is on the disk. */
  store(): Promise<void>
}

/** A message to the search thread: a call by name. */
export interface SearchRequest {
  id: number
  kind: keyof SearchCalls
  given: ReadonlyArray<unknown>
}

/** A message from the search thread: the answer to a request, or something to log. */
export type SearchAnswer = { id: number; value: unknown } | { note: string }
