import type { ContentType } from '#domain/content.ts'
import { type DocumentKind, type FileKind, isFileKind } from '#domain/document/document-kinds.ts'

/**
 * Changes of a document. `patch` has the changed fields, `from` their values in the version that
 * the edit is based on: the fields of the API for an item, those of its form for a file. A document
 * whose creation is queued is named by the key of the creation.
 */
interface Save<Kind extends DocumentKind> {
  kind: 'save'
  type: Kind
  item: number | string
  /** The revision of the version that the edit is based on; empty when the document had no file. */
  revision: string
  patch: Record<string, unknown>
  from: Record<string, unknown>
}
export type ItemSave = Save<ContentType>
export interface FileSave extends Save<FileKind> {
  /** The item of the stored draft: a document may have several forms. */
  form: string
  file?: NewFile | undefined
}
export type SaveWork = ItemSave | FileSave

/** A new file of a download, and the revision of the one that it replaces; null replaces any. */
export interface NewFile {
  file: File
  revision: string | null
}

/**
 * A new item. `instead`: earlier attempts that may have made it; the first one has the key of its
 * creation.
 */
export interface ItemCreation {
  kind: 'create'
  type: ContentType
  fields: Record<string, unknown>
  instead?: ReadonlyArray<EarlierAttempt>
}
export interface FileCreation {
  kind: 'create'
  type: 'pages' | 'downloads'
  fields: Record<string, unknown>
  /** The file of a download. */
  file?: NewFile
}

interface Deletion<Kind extends DocumentKind, Name> {
  kind: 'delete'
  type: Kind
  item: Name
  revision: string | null
}
export type FileDeletion = Deletion<'pages' | 'downloads', number | string>

/**
 * Brings the version of a commit back; for a deleted document, the commit is that of its deletion.
 */
export interface Restoring {
  kind: 'restore'
  type: Exclude<DocumentKind, 'settings'>
  item: number | string
  commit: string
}

/** Changes the slug of a published article; with `rewriteLinks` also the links to it. */
export interface Move {
  kind: 'move'
  type: 'articles'
  item: number
  slug: string
  rewriteLinks: boolean
}

/** A queued write. `undo` reverts a commit. */
export type Work =
  | SaveWork
  | ItemCreation
  | FileCreation
  | Deletion<ContentType, number>
  | FileDeletion
  | (Restoring & { type: ContentType })
  | FileRestoring
  | Move
  | { kind: 'restore-media'; path: string; commit: string }
  | { kind: 'undo'; commit: string }
  | { kind: 'snippet'; title: string; content: string }
  | { kind: 'upload'; file: File; alt: string }

export type FileRestoring = Restoring & { type: 'pages' | 'downloads' }
export type FileWork = FileSave | FileCreation | FileDeletion | FileRestoring

export type ItemWork = Exclude<Extract<Work, { type: DocumentKind }>, FileWork>

/** Whether a write is about a file that is not an item. */
export function isFileWork(work: Work): work is FileWork {
  return 'type' in work && isFileKind(work.type)
}

/** An attempt to create an item, which may have succeeded. */
export interface EarlierAttempt {
  key: string
}

/**
 * A creation that is or was queued: its key, and the fields that were sent with it and after it so
 * far.
 */
export interface QueuedCreation extends EarlierAttempt {
  fields: Record<string, unknown>
}

export type OutgoingState =
  /**
   * `after`: earliest time of the next attempt, in milliseconds since 1970; the server was busy,
   * `failures` times.
   */
  | { kind: 'waiting'; after?: number; failures?: number }
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
  /**
   * `answer`: what the call answered; `item`: the saved or created version; `picture`: address of
   * an uploaded picture.
   */
  | { kind: 'done'; item: SentItem | null; picture?: string; answer?: unknown }
  | ((
      | { kind: 'conflict'; answer: unknown }
      | { kind: 'refused'; message: string }
      | { kind: 'gone' }
      /**
       * The server asked for a later attempt; `isRefused`: it has done nothing, and the screen that
       * waits says why.
       */
      | { kind: 'later'; after: number; isRefused?: boolean }
      /** No answer. */
      | { kind: 'unreachable' }
    ) & { error?: unknown })

/** A write to append to the queue. */
export type Entry = Pick<Outgoing, 'key' | 'title' | 'work'>

/**
 * What became of a write: the server's answer; a place in the queue, with the error of an attempt;
 * or the error of its refusal.
 */
export type Outcome<Answer> =
  | { kind: 'sent'; answer: Answer }
  | { kind: 'queued'; isBehind: boolean; error: unknown }
  | { kind: 'failed'; error: unknown }

/** What a screen that waits for its write is told meanwhile. */
export interface Watch {
  /** The write is stored, and with it the text. */
  onStored?: (() => unknown) | undefined
  /**
   * The server has refused it. Resolves when the text is stored again; then the write leaves the
   * queue.
   */
  onReturned?: ((sent: Sent) => unknown) | undefined
  /** Called with the part of a new file that is sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
}

/** A version in the fields that saves of it have. */
export type SentItem = Record<string, unknown> & { id: number | string; revision: string }

/** Stored result of an entry that others may still refer to by its key. */
export interface Made {
  key: string
  at: number
  made:
    | { kind: 'picture'; url: string }
    | { kind: 'item'; type: DocumentKind; id: number; revision: string }
}
