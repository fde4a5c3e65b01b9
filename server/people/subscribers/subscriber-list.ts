import { firstUse } from '../../platform/first-use.ts'
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
  const list = firstUse(async () => {
    let secret = ''
    const files = subscriberFiles(dataDir, (admitted) => {
      secret = admitted
    })
    const records = await openJournalledRecords(subscriberRecords, files, reports)
    return { ...records, store: subscriberStore(records, secret) }
  })
  return {
    open: async () => (await list.get()).store,
    compact: async () => (await list.get()).compact(),
    close: list.close,
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
