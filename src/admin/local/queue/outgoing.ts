import type { ContentType } from '#domain/content.ts'

/** What waits to be sent. `patch` and `from` have the fields of the API; `from` holds what the person started from, of the same fields. */
export type Work =
  | {
      kind: 'save'
      type: ContentType
      item: number
      revision: string
      patch: Record<string, unknown>
      from: Record<string, unknown>
    }
  | { kind: 'create'; type: ContentType; fields: Record<string, unknown> }
  | { kind: 'delete'; type: ContentType; item: number; revision: string | null }
  | { kind: 'upload'; file: File; alt: string; url: string }

export type OutgoingState =
  | { kind: 'waiting' }
  | { kind: 'sending' }
  /** The answer 409 with all versions, or one made here when an earlier entry of the same item was merged. */
  | { kind: 'conflict'; answer: unknown }
  | { kind: 'refused'; message: string }

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
}
