import { z } from 'zod'
import { segment } from '#domain/segment.ts'
import {
  type Database,
  type Queries,
  type SqlValue,
  storable,
} from '../../platform/postgres/database.ts'
import { endSchedule, postgresSchedules, putSchedule } from './postgres-schedules.ts'

import {
  instant,
  phaseOf,
  phaseRow,
  progressOf,
  sharedSending,
  unfinishedIn,
} from './postgres-shared-sending.ts'
import type { ScheduledSending } from './scheduled-sending.ts'
import type { Entry, SendingRecord, Standing } from './sending-record.ts'
import type { SendingStore } from './sending-store.ts'
import { sendingSummary } from './sending-summary.ts'

const sendingRow = z.object({
  name: z.string(),
  revision: z.string(),
  subject: z.string(),
  html: z.array(z.string()),
  text: z.array(z.string()),
  ...phaseRow.shape,
  begun_at: instant,
  fruitless_runs: z.int(),
  segment: segment.nullable(),
})
const issueRow = z.object({ issue: z.int() })
const mailRow = z.object({
  person: z.int(),
  state: z.enum(['open', 'trying', 'sent', 'gone', 'refused', 'unsure']),
  tries: z.int(),
  reason: z.string().nullable(),
})

interface Started {
  name: string | null
  schedule: ScheduledSending | null
}

/** The mark of sendings that were restored from a backup. */
export const restoredSendings = 'sendings were restored'

/**
 * Sendings in PostgreSQL, with one row per recipient. A process claims a row before it sends the
 * mail. `owner` names this process; its lease shows that it is alive.
 */
export function postgresSendings(database: Database, owner: string): SendingStore {
  return {
    schedules: postgresSchedules(database),
    async issues() {
      const rows = await database.rows(issueRow, 'select issue from sendings order by issue')
      return rows.map(({ issue }) => issue)
    },
    async open(issue) {
      const started: Started = { name: null, schedule: null }
      let turn: Promise<unknown> = Promise.resolve()
      return {
        record: await readSending(database, issue),
        journal: {
          append(entries) {
            // In the order of the calls, even when the caller does not wait.
            const appended = turn.then(() =>
              database.transaction(async (queries) => {
                for (const entry of entries) await write(queries, owner, issue, entry, started)
              }),
            )
            turn = appended.catch(() => undefined)
            return appended
          },
          close: async () => void (await turn),
          shared: sharedSending(database, issue, owner),
        },
      }
    },
    async summary(issue) {
      const row = await database.first(
        z.object({ summary: sendingSummary.nullable().catch(null) }),
        'select summary from sendings where issue = $1',
        [issue],
      )
      return row?.summary ?? null
    },
    async storeSummary(issue, summary) {
      await database.run('update sendings set summary = $2 where issue = $1', [
        issue,
        summary && jsonOf(summary),
      ])
    },
    restored: async () =>
      (await database.first(z.object({}), 'select from marks where name = $1', [
        restoredSendings,
      ])) !== null,
    async forgetRestored() {
      await database.run('delete from marks where name = $1', [restoredSendings])
    },
    shared: {
      async running() {
        const rows = await database.rows(
          issueRow,
          "select issue from sendings where phase = 'running' order by issue",
        )
        return rows.map(({ issue }) => issue)
      },
      progress: (issue) => progressOf(database, issue),
      async waiting() {
        const row = await database.first(
          z.object({ count: z.int() }),
          "select count(*) from mails join sendings using (issue) where phase = 'running' and state = 'open'",
        )
        return row?.count ?? 0
      },
      unfinished: () => unfinishedIn(database),
      async pauseRestored(reason) {
        await database.run(
          `with marked as (delete from marks where name = $1 returning name),
             held as (update scheduled_sendings set problem = $2 where exists (select from marked))
           update sendings set phase = 'paused', reason = $2 where phase = 'running'
           and exists (select from marked)`,
          [restoredSendings, reason],
        )
      },
    },
  }
}

/**
 * Writes one entry. `started` is the sending that this journal has started, and the schedule that
 * ended by it.
 */
async function write(
  queries: Queries,
  owner: string,
  issue: number,
  entry: Entry,
  started: Started,
): Promise<unknown> {
  const of = (sql: string, ...values: Array<SqlValue>) => queries.run(sql, [issue, ...values])
  /**
   * Only the process that claimed a mail may record its result; any process may record that it is
   * unknown.
   */
  const person = (id: number, state: string, reason: string | null = null, more = '') =>
    of(
      `update mails set state = $3, reason = $4, owner = null, due_at = null${more}
       where issue = $1 and person = $2 and (owner is null or owner = $5 or $3 = 'unsure')`,
      id,
      state,
      reason,
      owner,
    )
  const phase = (name: string, reason: string | null = null, at: string | null = null) =>
    of(
      'update sendings set phase = $2, reason = $3, ended_at = $4 where issue = $1',
      name,
      reason,
      at,
    )
  switch (entry.is) {
    case 'begin':
      started.name = entry.name
      started.schedule = await endSchedule(queries, issue, entry.schedule)
      await of(
        `insert into sendings (issue, name, revision, subject, html, text, begun_at, phase, segment)
         values ($1, $2, $3, $4, $5, $6, $7, 'running', $8)`,
        entry.name,
        entry.revision,
        storable(entry.subject),
        jsonOf(entry.html),
        jsonOf(entry.text),
        entry.at,
        entry.segment ? jsonOf(entry.segment) : null,
      )
      await of(
        `insert into mails (issue, person, position, state)
         select $1, person, position, 'open'
         from unnest($2::bigint[]) with ordinality as one (person, position)`,
        entry.audience,
      )
      return
    case 'void':
      // Only with this name: another process may have started a sending of the issue meanwhile.
      if (
        (await of('delete from sendings where issue = $1 and name = $2', started.name)) > 0 &&
        started.schedule
      )
        await putSchedule(queries, started.schedule)
      return
    case 'try': {
      const claimed = await of(
        `update mails set state = 'trying', reason = null, owner = $3 where issue = $1
         and person = any($2)
         and (state = 'open' or (state = 'trying' and owner = $3))`,
        entry.ids,
        owner,
      )
      if (claimed < entry.ids.length) throw new Error('Another process is sending these mails.')
      return
    }
    case 'sent':
      await person(entry.id, 'sent')
      return of('update sendings set fruitless_runs = 0 where issue = $1 and fruitless_runs > 0')
    case 'untried':
      return person(entry.id, 'open')
    case 'later':
      await person(entry.id, 'open', null, ', tries = tries + 1')
      if (entry.waitMs !== undefined)
        await of(
          "update mails set due_at = clock_timestamp() + make_interval(secs => $3) where issue = $1 and person = $2 and state = 'open'",
          entry.id,
          entry.waitMs / 1_000,
        )
      return
    case 'gone':
      return person(entry.id, 'gone')
    case 'refused':
    case 'unsure':
      return person(entry.id, entry.is, storable(entry.reason))
    case 'run':
      await phase('running')
      await of('update sendings set fruitless_runs = fruitless_runs + 1 where issue = $1')
      return of('update mails set due_at = null where issue = $1 and due_at is not null')
    case 'pause':
      return phase('paused', entry.reason)
    case 'retry':
      return of(
        "update mails set state = 'open', tries = 0, reason = null where issue = $1 and state = 'refused'",
      )
    case 'end':
      return phase('ended', null, entry.at)
  }
}

/** The record of a sending, or null. */
export async function readSending(queries: Queries, issue: number): Promise<SendingRecord | null> {
  const found = await queries.first(sendingRow, 'select * from sendings where issue = $1', [issue])
  if (!found) return null
  const mails = await queries.rows(
    mailRow,
    'select person, state, tries, reason from mails where issue = $1 order by position',
    [issue],
  )
  const { name, revision, subject, html, text, begun_at, fruitless_runs, segment } = found
  return {
    begin: {
      at: begun_at,
      revision,
      name,
      subject,
      html,
      text,
      audience: mails.map(({ person }) => person),
      ...(segment && { segment }),
    },
    people: new Map(mails.map((mail): [number, Standing] => [mail.person, standingOf(mail)])),
    phase: phaseOf(found),
    fruitlessRuns: fruitless_runs,
  }
}

const jsonOf = (value: unknown) =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? storable(one) : one))

function standingOf({ state, tries, reason }: z.infer<typeof mailRow>): Standing {
  if (state === 'open' || state === 'trying') return { kind: state, tries }
  return state === 'refused' || state === 'unsure'
    ? { kind: state, reason: reason ?? '' }
    : { kind: state }
}
