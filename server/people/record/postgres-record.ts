import { z } from 'zod'
import { type ActionEntry, actionEntry } from '#domain/recorded-action.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { keptMs, type RecordStore } from './record-store.ts'

export const entryRow = z
  .object({
    ...{ id: z.int(), at: z.date(), action: actionEntry.shape.action, outcome: actionEntry.shape.outcome },
    ...{ by_user: z.int().nullable(), whom: z.int().nullable(), object: z.int().nullable(), network: z.string() },
  })
  .transform(({ by_user, at, ...row }): ActionEntry => ({ ...row, at: at.toISOString(), by: by_user }))

/** The actions on record in PostgreSQL. */
export function postgresRecord(database: Database): RecordStore {
  return {
    async add({ at, action, outcome, by, whom, object, network }) {
      await database.run(
        `with old as (delete from recorded_actions where at <= $8)
         insert into recorded_actions (at, action, outcome, by_user, whom, object, network)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [at, action, outcome, by, whom, object, network, new Date(Date.parse(at) - keptMs)],
      )
    },
    async list({ actions, outcome, person, before, limit }, now) {
      const where = `at > $1 and action = any($2) and ($3::text is null or outcome = $3)
         and ($4::bigint is null or by_user = $4 or whom = $4)`
      const filter = [new Date(now.getTime() - keptMs), actions, outcome ?? null, person ?? null]
      const counted = await database.first(
        z.object({ total: z.int() }),
        `select count(*) as total from recorded_actions where ${where}`,
        filter,
      )
      const entries = await database.rows(
        entryRow,
        `select * from recorded_actions where ${where} and ($5::bigint is null or id < $5) order by id desc limit $6`,
        [...filter, before ?? null, limit],
      )
      return { entries, total: counted?.total ?? 0 }
    },
    close: async () => {},
  }
}
