import type { ContentType } from '#domain/content.ts'

/**
 * What waits to be sent. `patch` and `from` have the fields of the API; `from` holds what the person started from, of the same fields. An item that waits
 * to be created itself is named by the key of its creation.
 */
export type Work =
  | {
      kind: 'save'
      type: ContentType
      item: number | string
      revision: string
      patch: Record<string, unknown>
      from: Record<string, unknown>
    }
  | { kind: 'create'; type: ContentType; fields: Record<string, unknown>; instead?: ReadonlyArray<QueuedCreation> }
  | { kind: 'delete'; type: ContentType; item: number; revision: string | null }
  | { kind: 'upload'; file: File; alt: string }

/** A creation that is or was in the queue: its key, which tells what came of it, and the fields that were sent with it and behind it so far. */
export interface QueuedCreation {
  key: string
  fields: Record<string, unknown>
}

export type OutgoingState =
  /** `after`: not before this instant, in milliseconds since 1970; the server was there and could not take it. */
  | { kind: 'waiting'; after?: number }
  /** The answer 409 with all versions. */
  | { kind: 'conflict'; answer: unknown }
  | { kind: 'refused'; message: string }
  /** Somebody has deleted the item. */
  | { kind: 'gone' }

/** One entry of the queue. Its place is its `id`. */
export interface Outgoing {
  id: number
  /** Sent with every try, so that the server does it once. */
  key: string
  title: string
  /** When it was put here, in milliseconds since 1970. */
  at: number
  work: Work
  state: OutgoingState
  /** The format that it was written in (`kept-format.ts`); the storage puts it in. */
  format?: number
}

/** What came of sending an entry. */
export type Sent =
  /** `item`: what the server made of it, for a save or a new item; `picture`: where an uploaded one is. */
  | { kind: 'done'; item: SentItem | null; picture?: string }
  | { kind: 'conflict'; answer: unknown }
  | { kind: 'refused'; message: string }
  | { kind: 'gone' }
  /** The server was there, and asks to come again. */
  | { kind: 'later'; after: number }
  /** There was no answer. */
  | { kind: 'unreachable' }

export type SentItem = Record<string, unknown> & { id: number; revision: string }

/** What became of an entry that others may still name by its key. */
export interface Made {
  key: string
  at: number
  made: { kind: 'picture'; url: string } | { kind: 'item'; type: ContentType; id: number; revision: string }
}
