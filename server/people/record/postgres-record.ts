import { z } from 'zod'
import { type ActionEntry, actionEntry } from '#domain/recorded-action.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { keptMs, type RecordStore } from './record-store.ts'

export const entryRow = z
  .object({
    id: z.int(),
    at: z.date(),
    action: actionEntry.shape.action,
    outcome: actionEntry.shape.outcome,
    by_user: z.int().nullable(),
    whom: z.int().nullable(),
    object: z.int().nullable(),
    network: z.string(),
  })
  .transform(
    ({ by_user, at, ...row }): ActionEntry => ({ ...row, at: at.toISOString(), by: by_user }),
  )

const listedRow = z.looseObject({
  total: z.int(),
  id: z.int().nullable(),
  by_name: z.string().nullable(),
  whom_name: z.string().nullable(),
})

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
      const where = `at > $1 and action = any($2) and ($3::text is null or (outcome = 'done') = ($3 = 'done'))
         and ($4::bigint is null or by_user = $4 or whom = $4)`
      const filter = [new Date(now.getTime() - keptMs), actions, outcome ?? null, person ?? null]
      // One statement: the number stands in every row, and the only row of an empty page has
      // nothing else.
      const rows = await database.rows(
        listedRow,
        `select (select count(*) from recorded_actions where ${where}) as total, page.*,
           doer.username as by_name, subject.username as whom_name
         from (select) as always
         left join (select * from recorded_actions where ${where} and ($5::bigint is null
         or id < $5) order by id desc limit $6) as page on true
         left join users as doer on doer.id = by_user
         left join users as subject on subject.id = whom
         order by page.id desc`,
        [...filter, before ?? null, limit],
      )
      const entries: Array<ActionEntry> = []
      const names = new Map<number, string>()
      for (const { by_name, whom_name, ...row } of rows) {
        if (row.id === null) continue
        const entry = entryRow.parse(row)
        entries.push(entry)
        if (entry.by !== null && by_name !== null) names.set(entry.by, by_name)
        if (entry.whom !== null && whom_name !== null) names.set(entry.whom, whom_name)
      }
      return { entries, total: rows[0]?.total ?? 0, names }
    },
    close: async () => {},
  }
}
