import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Made, Outgoing } from './queue/outgoing.ts'
import type { StoredDraft, SyncedDraft } from './stored-draft.ts'

/** A file that is not uploaded yet, with its bytes. */
export interface StoredUpload {
  /**
   * Idempotency key of the request; for a file that is uploaded with its form, the name of the
   * draft.
   */
  key: string
  file: File
  alt: string
  /** The draft that it belongs to, by kind and item. */
  draft: string
  /** The field that gets the file. */
  field: string
  /** In milliseconds since 1970. */
  at: number
}

/** What a browser remembers of itself: its id, and the store of the server that it has read. */
export interface DeviceFacts {
  id: string
  store: string
}

interface LocalSchema extends DBSchema {
  drafts: { key: [string, string, string]; value: StoredDraft; indexes: { item: [string, string] } }
  queue: { key: number; value: Outgoing }
  made: { key: string; value: Made }
  uploads: { key: string; value: StoredUpload }
  synced: { key: [string, string, string]; value: SyncedDraft }
  device: { key: keyof DeviceFacts; value: string }
}

export type LocalDatabase = IDBPDatabase<LocalSchema>

/** One database per user, so that users of the same browser do not see each other's text. */
export const databaseName = (userId: number) => `session-notes-${userId}`

/**
 * Opens the database. Rejects where the browser forbids storage. `onGone`: the browser, or a newer
 * version of the site, has closed it.
 */
export function openDatabase(userId: number, onGone: () => void): Promise<LocalDatabase> {
  return openDB<LocalSchema>(databaseName(userId), 4, {
    upgrade(database, from) {
      if (from < 1) {
        database
          .createObjectStore('drafts', { keyPath: ['kind', 'item', 'revision'] })
          .createIndex('item', ['kind', 'item'])
        database.createObjectStore('queue', { keyPath: 'id', autoIncrement: true })
      }
      if (from < 2) database.createObjectStore('made', { keyPath: 'key' })
      if (from < 3) database.createObjectStore('uploads', { keyPath: 'key' })
      if (from < 4) {
        database.createObjectStore('synced', { keyPath: ['kind', 'item', 'revision'] })
        database.createObjectStore('device')
      }
    },
    // Closes the database, so that a newer version of the site in another tab can upgrade it.
    blocking(_current, _wanted, event) {
      ;(event.target as IDBDatabase).close()
      onGone()
    },
    terminated: onGone,
  })
}

/** Deletes everything that was stored for a user. */
export const deleteDatabase = (userId: number) => deleteDB(databaseName(userId))
