import type { FileKind } from '#domain/content.ts'
import type { SearchDocument, SearchEntry } from './document.ts'
import type { SearchHits } from './engine.ts'

/** A change of the searchable items. */
export type SearchChange =
  | { kind: 'put'; document: SearchDocument }
  | { kind: 'remove'; item: { type: FileKind; id: number } }

/**
 * Messages to the search thread. It gets the `folders` to look for an index in, perhaps documents
 * `ahead` of the entries, then all `entries` of the site in batches; it loads the index with the
 * fewest differences and requests the missing documents. `document` answers one `need`; null when
 * the item was deleted meanwhile. `language` is the tag of the site's.
 */
export type ToSearchThread =
  | { kind: 'open'; folders: Array<string>; saveTo: string; wordList: string }
  | { kind: 'ahead'; language: string; documents: Array<SearchDocument> }
  | { kind: 'entries'; language: string; entries: Array<SearchEntry>; last: boolean }
  | { kind: 'documents'; documents: Array<SearchDocument> }
  | { kind: 'apply'; id: number; changes: ReadonlyArray<SearchChange> }
  | { kind: 'query'; id: number; text: string; now: number; literal: boolean }
  | { kind: 'close' }

/**
 * Messages from the search thread. `took` answers `ahead`: `isWanted` is false when an index on
 * disk has them. `built`: the index that this thread built from many documents was stored.
 */
export type FromSearchThread =
  | { kind: 'need'; entries: Array<SearchEntry> }
  | { kind: 'took'; isWanted: boolean }
  | { kind: 'ready' }
  | { kind: 'applied'; id: number }
  | { kind: 'hits'; id: number; hits: SearchHits }
  | { kind: 'note'; message: string }
  | { kind: 'built' }
  | { kind: 'closed' }
