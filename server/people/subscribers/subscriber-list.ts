import type { Database } from '../../platform/postgres/database.ts'
import { type JournalReports, openJournalledRecords } from '../../records/journalled-records.ts'
import { postgresRecords } from '../../records/postgres-records.ts'
import { subscriberFiles } from './subscriber-file.ts'
import { subscriberRecords } from './subscriber-records.ts'
import { type OpenStore, type SubscriberStore, subscriberStore } from './subscriber-store.ts'

/**
 * The mailing list of a site, opened at the first call. While it can't be read, each call tries
 * again.
 */
export interface SubscriberList {
  open: OpenStore
  close(): Promise<void>
}

/**
 * The mailing list of `DATA_DIR`, read at the first call. While it can't be read, calls reject with
 * UnreadableFile and the files are not changed; each call reads them again, so that a repaired file
 * needs no restart.
 */
export function embeddedSubscribers(
  dataDir: string,
  reports: JournalReports,
): SubscriberList & { compact(): Promise<void> } {
  async function openList() {
    let secret = ''
    const files = subscriberFiles(dataDir, (admitted) => {
      secret = admitted
    })
    const records = await openJournalledRecords(subscriberRecords, files, reports)
    return { records, store: subscriberStore(records, secret) }
  }
  let opening: ReturnType<typeof openList> | null = null
  const list = () => {
    opening ??= openList().catch((error) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    open: async () => (await list()).store,
    compact: async () => (await list()).records.compact(),
    async close() {
      const found = await opening?.catch(() => null)
      await found?.records.close()
    },
  }
}

/**
 * The mailing list in PostgreSQL. `secret` returns the key for signing links and for hashing erased
 * addresses.
 */
export function postgresSubscribers(
  database: Database,
  secret: () => Promise<string>,
): SubscriberList {
  const records = postgresRecords(subscriberRecords, database)
  let store: SubscriberStore | null = null
  return {
    async open() {
      store ??= subscriberStore(records, await secret())
      return store
    },
    close: records.close,
  }
}
