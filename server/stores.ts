import path from 'node:path'
import {
  type DownloadCountStore,
  embeddedDownloadCounts,
  postgresDownloadCounts,
} from './content/downloads/download-count-store.ts'
import {
  type ContentIds,
  embeddedContentIds,
  postgresContentIds,
} from './content/save/content-ids.ts'
import { type SealedRecords, sealedFiles, sealedRows } from './http/remembered-writes.ts'
import { sendingFiles } from './newsletter/sending/sending-files.ts'
import type { SendingStore } from './newsletter/sending/sending-store.ts'
import { sendingTables } from './newsletter/sending/sending-tables.ts'
import { type BuiltFiles, postgresBuiltFiles } from './pages/built-files.ts'
import type { OpenAccounts } from './people/accounts/account-store.ts'
import { embeddedAccounts, postgresAccounts } from './people/accounts/account-store.ts'
import {
  type LoginThrottle,
  memoryLoginThrottle,
  postgresLoginThrottle,
} from './people/accounts/login-throttle.ts'
import { journalRecord } from './people/record/journal-record.ts'
import { postgresRecord } from './people/record/postgres-record.ts'
import type { RecordStore } from './people/record/record-store.ts'
import {
  embeddedSubscribers,
  postgresSubscribers,
  type SubscriberList,
} from './people/subscribers/subscriber-list.ts'
import type { Log } from './platform/log.ts'
import type { Database } from './platform/postgres/database.ts'
import { postgresRateLimits } from './platform/postgres/rate-limits.ts'
import { databaseSecret } from './platform/postgres/secrets.ts'
import { storedSessionSecret } from './platform/stored-secrets.ts'
import { memoryRateLimits, type RateLimits } from './platform/token-bucket.ts'

/**
 * The stores of all data beside the content: people, mails, keys and counts. Each has one adapter
 * for files and one for PostgreSQL.
 */
export interface Stores {
  openAccounts: OpenAccounts
  record: RecordStore
  throttle: LoginThrottle
  /** The key that signs session cookies, created at the first call. */
  sessionSecret(): Promise<string>
  subscribers: SubscriberList
  sendings: SendingStore
  downloadCounts: DownloadCountStore
  ids: ContentIds
  rememberedWrites: SealedRecords
  limits: RateLimits
  /** Null when servers of other builds cannot serve the same site. */
  builtFiles: BuiltFiles | null
}

/** Reports of work that no request waits for. */
interface StoreReports {
  failed(error: unknown): void
  noticed(message: string): void
  /** Data is missing; the message names the consequences. */
  lost(message: string): void
}

/** Reports of the stores to the log. */
export function storeReports(log: Log): StoreReports {
  return {
    failed: (error) => log.error({ err: error }, 'work on stored data failed; it is tried again'),
    noticed: (message) => log.warn(message),
    lost: (message) => log.error(message),
  }
}

/** The stores in the files of `DATA_DIR`. */
export function embeddedStores(dataDir: string, now: () => Date, reports: StoreReports): Stores {
  return {
    openAccounts: () => embeddedAccounts(dataDir),
    record: journalRecord(path.join(dataDir, 'record'), reports.noticed),
    throttle: memoryLoginThrottle(),
    sessionSecret: () => storedSessionSecret(dataDir, reports.lost),
    subscribers: embeddedSubscribers(dataDir, reports),
    sendings: sendingFiles(path.join(dataDir, 'sendings'), reports.noticed),
    downloadCounts: embeddedDownloadCounts(dataDir),
    ids: embeddedContentIds(dataDir, reports),
    rememberedWrites: sealedFiles(path.join(dataDir, 'idempotency'), now),
    limits: memoryRateLimits,
    builtFiles: null,
  }
}

/** The stores in a database; `process` names this process among those that share it. */
export function postgresStores(database: Database, now: () => Date, process: string): Stores {
  return {
    openAccounts: async () => postgresAccounts(database),
    record: postgresRecord(database),
    throttle: postgresLoginThrottle(database),
    sessionSecret: () => databaseSecret(database, 'sessions'),
    subscribers: postgresSubscribers(database, () => databaseSecret(database, 'links')),
    sendings: sendingTables(database, process),
    downloadCounts: postgresDownloadCounts(database),
    ids: postgresContentIds(database),
    rememberedWrites: sealedRows(database, now, process),
    limits: postgresRateLimits(database),
    builtFiles: postgresBuiltFiles(database),
  }
}
