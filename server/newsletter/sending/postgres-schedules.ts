import { z } from 'zod'
import { type Queries, storable } from '../../platform/postgres/database.ts'
import {
  CalledOff,
  type ScheduledSending,
  type ScheduleStore,
  scheduledSending,
} from './scheduled-sending.ts'

const row = z
  .object({
    issue: z.int(),
    name: z.string(),
    at: z.date(),
    segment: scheduledSending.shape.segment,
    problem: z.string().nullable(),
  })
  .transform(({ at, ...one }): ScheduledSending => ({ ...one, at: at.toISOString() }))

const columns = 'issue, name, at, segment, problem'

/**
 * The schedules in PostgreSQL. A start removes the row in the transaction that begins the sending,
 * so that nobody calls it off after that.
 */
export function postgresSchedules(database: Queries): ScheduleStore {
  return {
    all: () => database.rows(row, `select ${columns} from scheduled_sendings order by at, issue`),
    of: (issue) =>
      database.first(row, `select ${columns} from scheduled_sendings where issue = $1`, [issue]),
    put: (one) => putSchedule(database, one),
    async hold({ issue, name }, problem) {
      await database.run(
        'update scheduled_sendings set problem = $3 where issue = $1 and name = $2',
        [issue, name, storable(problem)],
      )
    },
    remove: async ({ issue, name }) =>
      (await database.run('delete from scheduled_sendings where issue = $1 and name = $2', [
        issue,
        name,
      ])) > 0,
  }
}

/** Stores a schedule in place of that of the issue. */
export async function putSchedule(
  queries: Queries,
  { issue, name, at, segment, problem }: ScheduledSending,
): Promise<void> {
  const sources = segment.sources.map(storable)
  await queries.run(
    `insert into scheduled_sendings (${columns}) values ($1, $2, $3, $4, $5)
     on conflict (issue) do update
     set name = excluded.name, at = excluded.at, segment = excluded.segment,
       problem = excluded.problem`,
    [issue, name, at, JSON.stringify({ ...segment, sources }), problem],
  )
}

/**
 * Removes and returns the schedule of an issue whose sending begins. Throws when it begins because
 * of the schedule `name`, which was called off.
 */
export async function endSchedule(
  queries: Queries,
  issue: number,
  name: string | undefined,
): Promise<ScheduledSending | null> {
  const ended = await queries.first(
    row,
    `delete from scheduled_sendings where issue = $1 and ($2::text is null or name = $2)
     returning ${columns}`,
    [issue, name ?? null],
  )
  if (name !== undefined && !ended) throw new CalledOff()
  return ended
}
