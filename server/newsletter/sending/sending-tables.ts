import { z } from 'zod'
import type { Database } from '../../platform/postgres/database.ts'
import { livingProcesses } from '../../platform/postgres/postgres-leases.ts'
import {
  collectionsIn,
  postgresTransactions,
  together,
} from '../../records/postgres-collections.ts'
import { progressOf, unfinishedOf } from './sending-progress.ts'
import { apply, sendingRecords } from './sending-records.ts'
import type { SendingStore } from './sending-store.ts'

/** Facts that are true while their record is there. */
export const markRecords = {
  collections: {
    marks: {
      record: z.object({ name: z.string() }),
      key: 'name',
      table: 'marks',
      order: 'name',
    },
  },
}
/** The mark of sendings that were restored from a backup. */
export const restoredSendings = { name: 'sendings were restored' }

/**
 * Sendings in PostgreSQL, with one row per recipient. A process claims a row in a transaction that
 * is committed before it sends the mail. `owner` names this process; its lease shows that it is
 * alive.
 */
export function sendingTables(database: Database, owner: string): SendingStore {
  const records = collectionsIn(sendingRecords, database)
  const inTransaction = postgresTransactions(sendingRecords, database)
  const { marks } = collectionsIn(markRecords, database)
  return {
    owner,
    isShared: true,
    schedules: records.schedules,
    async issues(which) {
      const found = await records.sendings.find(which === 'all' ? {} : { not: { phase: 'ended' } })
      return found.map(({ issue }) => issue)
    },
    change: (issue, work) =>
      inTransaction(`sending ${issue}`, (records, now) =>
        work({
          ...records,
          now,
          write: (entries) => apply(records, issue, entries, { owner, now }),
        }),
      ),
    progress: (issue) =>
      together(sendingRecords, database, (records) => progressOf(records, issue)),
    unfinished: () =>
      together(sendingRecords, database, async ({ sendings, schedules }) => {
        const found = [schedules.find({}, { by: 'at' }), unfinishedOf(sendings)] as const
        const [scheduled, begun] = await Promise.all(found)
        return { schedules: scheduled, sendings: begun }
      }),
    living: () => livingProcesses(database),
    isRestored: async () => (await marks.get(restoredSendings)) !== null,
    async forgetRestored() {
      await marks.remove(restoredSendings)
    },
    close: async () => {},
  }
}
