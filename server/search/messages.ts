import type { ContentType } from '#domain/content.ts'
import type { SearchDocument, SearchEntry } from './document.ts'
import type { SearchHits } from './engine.ts'

/** A change of what can be found. */
export type SearchChange =
  | { kind: 'put'; document: SearchDocument }
  | { kind: 'remove'; item: { type: ContentType; id: number } }

/**
 * To the search thread. It is told the `folders` to look for an index in, then all `entries` of the site in pieces; it takes the index that
 * differs least and asks for the documents that are missing. `document` answers one `need`; null when the item is gone meanwhile.
 */
export type ToSearchThread =
  | { kind: 'open'; folders: Array<string>; saveTo: string }
  | { kind: 'entries'; entries: Array<SearchEntry>; last: boolean }
  | { kind: 'documents'; documents: Array<SearchDocument> }
  | { kind: 'apply'; id: number; changes: ReadonlyArray<SearchChange> }
  | { kind: 'query'; id: number; text: string; now: number }
  | { kind: 'close' }

/**
 * From the search thread. `partial`: the answer comes from an index that is still being brought up to date. `built`: what this thread has put together from
 * many documents is on the disk.
 */
export type FromSearchThread =
  | { kind: 'need'; entries: Array<SearchEntry> }
  | { kind: 'ready' }
  | { kind: 'applied'; id: number }
  | { kind: 'hits'; id: number; hits: SearchHits; partial: boolean }
  | { kind: 'note'; message: string }
  | { kind: 'built' }
  | { kind: 'closed' }
