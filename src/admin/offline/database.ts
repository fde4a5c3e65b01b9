import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { BegunUpload } from './begun-upload.ts'
import type { KeptDraft } from './kept-draft.ts'
import type { Made, Outgoing } from './queue/outgoing.ts'

interface LocalSchema extends DBSchema {
  drafts: { key: [string, string, string]; value: KeptDraft; indexes: { item: [string, string] } }
  queue: { key: number; value: Outgoing }
  made: { key: string; value: Made }
  uploads: { key: string; value: BegunUpload }
}

export type LocalDatabase = IDBPDatabase<LocalSchema>

/** One database per user, so that nobody sees what another one has typed at the same browser. */
export const databaseName = (userId: number) => `session-notes-${userId}`

/** Opens it. Rejects where the browser forbids storage. `onGone`: the browser, or a newer version of the site, has closed it. */
export function openDatabase(userId: number, onGone: () => void): Promise<LocalDatabase> {
  return openDB<LocalSchema>(databaseName(userId), 3, {
    upgrade(database, from) {
      if (from < 1) {
        database
          .createObjectStore('drafts', { keyPath: ['kind', 'item', 'revision'] })
          .createIndex('item', ['kind', 'item'])
        database.createObjectStore('queue', { keyPath: 'id', autoIncrement: true })
      }
      if (from < 2) database.createObjectStore('made', { keyPath: 'key' })
      if (from < 3) database.createObjectStore('uploads', { keyPath: 'key' })
    },
    // A newer version of the site in another tab must not wait for this one.
    blocking(_current, _wanted, event) {
      ;(event.target as IDBDatabase).close()
      onGone()
    },
    terminated: onGone,
  })
}

/** Throws away all that was kept for a user. */
export const deleteDatabase = (userId: number) => deleteDB(databaseName(userId))
