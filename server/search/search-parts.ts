import type { SearchDocument, SearchEntry } from './document.ts'

/** What the search needs. */
export interface SearchParts {
  /** The bundled `worker.ts`. */
  workerUrl: URL
  /** The folder of the index made by `npm run search:index`. */
  builtDir: string
  /** The folder where this process stores its updated index; created when needed. */
  storedDir: string
  /** A file with the words of English, one per line. */
  wordList: string
  /** The tag of the site's language. Read at each start of the thread. */
  language: () => string
  /** All searchable items: published and scheduled, no drafts. Read at each start of the thread. */
  entries: () => Promise<ReadonlyArray<SearchEntry>>
  /** Resolves when `entries` are complete. */
  loaded: Promise<unknown>
  /** The text of an item; null when it was deleted meanwhile or cannot be read. */
  read: (entry: SearchEntry) => Promise<SearchDocument | null>
  log: { warn(message: string): void }
}
