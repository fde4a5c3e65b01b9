import type { ContentType } from '#domain/content.ts'

/**
 * A queued write. `patch` and `from` have the fields of the API; `from` contains the values of these fields in the version that the edit is based on. An item whose
 * creation is queued is identified by the key of the creation.
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

/** A creation that is or was queued: its key, and the fields that were sent with it and after it so far. */
export interface QueuedCreation {
  key: string
  fields: Record<string, unknown>
}

export type OutgoingState =
  /** `after`: earliest time of the next attempt, in milliseconds since 1970; the server was busy. */
  | { kind: 'waiting'; after?: number }
  /** `answer` is the body of the 409, with all versions. */
  | { kind: 'conflict'; answer: unknown }
  | { kind: 'refused'; message: string }
  /** Somebody has deleted the item. */
  | { kind: 'gone' }

/** An entry of the queue; ordered by `id`. */
export interface Outgoing {
  id: number
  /** Idempotency key, the same for every attempt. */
  key: string
  title: string
  /** Time of queueing, in milliseconds since 1970. */
  at: number
  work: Work
  state: OutgoingState
  /** Version of the format (`stored-format.ts`), set by the storage. */
  format?: number
}

/** Result of sending an entry. */
export type Sent =
  /** `item`: the saved or created item; `picture`: address of an uploaded picture. */
  | { kind: 'done'; item: SentItem | null; picture?: string }
  | { kind: 'conflict'; answer: unknown }
  | { kind: 'refused'; message: string }
  | { kind: 'gone' }
  /** The server asked for a later attempt. */
  | { kind: 'later'; after: number }
  /** No answer. */
  | { kind: 'unreachable' }

export type SentItem = Record<string, unknown> & { id: number; revision: string }

/** Stored result of an entry that others may still refer to by its key. */
export interface Made {
  key: string
  at: number
  made: { kind: 'picture'; url: string } | { kind: 'item'; type: ContentType; id: number; revision: string }
}
