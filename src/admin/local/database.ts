import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { KeptDraft } from './kept-draft.ts'
import type { Outgoing } from './queue/outgoing.ts'

interface LocalSchema extends DBSchema {
  drafts: { key: [string, string, string]; value: KeptDraft; indexes: { item: [string, string] } }
  queue: { key: number; value: Outgoing }
}

export type LocalDatabase = IDBPDatabase<LocalSchema>

/** One database per user, so that nobody sees what another one has typed at the same browser. */
export const databaseName = (userId: number) => `session-notes-${userId}`

/** Opens it. Rejects where the browser forbids storage. */
export function openDatabase(userId: number): Promise<LocalDatabase> {
  return openDB<LocalSchema>(databaseName(userId), 1, {
    upgrade(database) {
      database
        .createObjectStore('drafts', { keyPath: ['kind', 'item', 'revision'] })
        .createIndex('item', ['kind', 'item'])
      database.createObjectStore('queue', { keyPath: 'id', autoIncrement: true })
    },
    // A newer version of the site in another tab must not wait for this one.
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  })
}

/** Throws away all that was kept for a user. */
export const deleteDatabase = (userId: number) => deleteDB(databaseName(userId))
