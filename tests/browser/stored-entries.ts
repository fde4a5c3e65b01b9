import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The entries of each store in an administrator's browser storage. */
export type StoredEntries = Record<string, Array<unknown>>

const databaseName = 'session-notes-1'

/**
 * All entries in the storage of the first administrator; empty when there is none. They must be
 * JSON, so no pictures.
 */
export function readStores(page: Page): Promise<StoredEntries> {
  return page.evaluate(async (name) => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return {}
    const database = await done(indexedDB.open(name))
    const stores: Record<string, Array<unknown>> = {}
    for (const store of database.objectStoreNames)
      stores[store] = await done(database.transaction(store).objectStore(store).getAll())
    database.close()
    return stores
  }, databaseName)
}

/**
 * Writes entries into the storage before the admin opens it, in the format of version 3 of the
 * database.
 */
export function putStores(page: Page, stores: StoredEntries): Promise<void> {
  return page.evaluate(
    async ([name, all]) => {
      const opening = indexedDB.open(name, 3)
      opening.onupgradeneeded = () => {
        const database = opening.result
        database
          .createObjectStore('drafts', { keyPath: ['kind', 'item', 'revision'] })
          .createIndex('item', ['kind', 'item'])
        database.createObjectStore('queue', { keyPath: 'id', autoIncrement: true })
        database.createObjectStore('made', { keyPath: 'key' })
        database.createObjectStore('uploads', { keyPath: 'key' })
      }
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const names = Object.keys(all)
      const change = database.transaction(names, 'readwrite')
      for (const store of names)
        for (const entry of all[store] ?? []) change.objectStore(store).put(entry)
      await new Promise((resolve, reject) => {
        change.oncomplete = resolve
        change.onerror = () => reject(change.error)
      })
      database.close()
    },
    [databaseName, stores] as const,
  )
}

/** A draft in the storage; its values may be or contain pictures. */
interface StoredDraft {
  item: string
  values: Record<string, unknown>
}

/** The drafts in the storage of the first administrator. */
export function storedDrafts(page: Page): Promise<Array<StoredDraft>> {
  return page.evaluate(
    (name) =>
      new Promise<Array<StoredDraft>>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      }),
    databaseName,
  )
}

/** Waits until a draft in the storage has this text in a field. */
export async function waitForStored(page: Page, field: string, value: string): Promise<void> {
  await expect
    .poll(async () => (await storedDrafts(page)).map(({ values }) => String(values[field])))
    .toContainEqual(expect.stringContaining(value))
}
