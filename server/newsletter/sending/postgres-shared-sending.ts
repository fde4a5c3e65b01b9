import { z } from 'zod'
import { segment } from '#domain/segment.ts'
import type { Database, Queries } from '../../platform/postgres/database.ts'
import { lifeOf } from '../../platform/postgres/postgres-leases.ts'
import { scheduledSending } from './scheduled-sending.ts'
import {
  fruitlessReason,
  interrupted,
  mostFruitlessRuns,
  type SendingRecord,
} from './sending-record.ts'
import type { SharedSending } from './sending-store.ts'
import {
  maxTroubled,
  type SendingSummary,
  troubledRecipient,
  type Unfinished,
} from './sending-summary.ts'

export const instant = z.date().transform((date) => date.toISOString())
export const phaseRow = z.object({
  phase: z.enum(['running', 'paused', 'ended']),
  reason: z.string().nullable(),
  ended_at: instant.nullable(),
})

/**
 * The rows of one sending that several processes work on. A process claims a mail by a change of
 * its row, which is committed before the mail is sent. Only the owner can release the claim, so
 * that no process sends a mail that another one may have sent, even when clocks differ.
 */
export function sharedSending(database: Database, issue: number, owner: string): SharedSending {
  const of = (sql: string, ...values: Array<string | number | ReadonlyArray<number>>) =>
    database.run(sql, [issue, ...values])

  async function phase(queries: Queries = database, lock = ''): Promise<SendingRecord['phase']> {
    const found = await queries.first(
      phaseRow,
      `select phase, reason, ended_at from sendings where issue = $1${lock}`,
      [issue],
    )
    return found ? phaseOf(found) : { kind: 'paused', reason: null }
  }

  /**
   * Marks the claims of dead processes as unsure, because these people may have the mail. After
   * several dead processes without an accepted mail, the sending pauses.
   */
  const endOfDead = () =>
    of(
      `with dead as (
         update mails set state = 'unsure', reason = $3
         where issue = $1 and state = 'trying' and owner is distinct from $2 and not exists (
           select from leases where leases.name = '${lifeOf('')}' || mails.owner
           and until > clock_timestamp())
         returning person)
       update sendings set fruitless_runs = fruitless_runs + 1,
         phase = case when fruitless_runs >= $4 then 'paused' else phase end,
         reason = case when fruitless_runs >= $4 then $5 else reason end
       where issue = $1 and phase = 'running' and exists (select from dead)`,
      owner,
      interrupted,
      mostFruitlessRuns,
      fruitlessReason,
    )

  return {
    phase,
    async claim(most, known, at) {
      const deferred = { count: 0, ms: 0 }
      const claimed = await database.transaction(async (queries) => {
        // The lock orders claims and pauses: a pause waits for this claim, and the next claim sees
        // the pause.
        const now = await phase(queries, ' for share')
        if (now.kind !== 'running') return { phase: now, people: [], deferred }
        const people = await queries.rows(
          z.object({ id: z.int(), tries: z.int() }),
          // Not as `in (select …)`: a plan may run that once for each row, and each time it locks
          // further rows.
          `with next as materialized (
             select person as next_person from mails where issue = $1 and state = 'open'
             and (due_at is null or due_at <= clock_timestamp())
             order by position limit $3 for update skip locked)
           update mails set state = 'trying', reason = null, owner = $2, due_at = null
           from next where issue = $1 and person = next_person
           returning person as id, tries`,
          [issue, owner, most],
        )
        return { phase: now, people, deferred }
      })
      if (claimed.phase.kind !== 'running' || claimed.people.length > 0) return claimed
      await endOfDead()
      // Claims of this process whose answer was lost: it has not sent these mails.
      await of(
        `update mails set state = 'open', owner = null where issue = $1 and state = 'trying'
         and owner = $2 and person <> all($3)`,
        owner,
        known,
      )
      await of(
        `update sendings set phase = 'ended', reason = null, ended_at = $2 where issue = $1
         and phase = 'running'
         and not exists (select from mails where issue = $1 and state in ('open', 'trying'))`,
        at,
      )
      const waiting = await database.first(
        z.object({ count: z.int(), ms: z.coerce.number().nullable() }),
        `select count(*), extract(epoch from min(due_at) - clock_timestamp()) * 1000 as ms
         from mails where issue = $1 and state = 'open' and due_at is not null`,
        [issue],
      )
      return {
        phase: await phase(),
        people: [],
        deferred: { count: waiting?.count ?? 0, ms: Math.max(0, waiting?.ms ?? 0) },
      }
    },
  }
}

/** The progress of a sending, counted by the database; null when it was not started. */
export async function progressOf(queries: Queries, issue: number): Promise<SendingSummary | null> {
  const count = (...states: ReadonlyArray<string>) =>
    `count(*) filter (where state in (${states.map((state) => `'${state}'`).join(', ')}))`
  const found = await queries.first(
    z.object({
      ...phaseRow.shape,
      revision: z.string(),
      begun_at: instant,
      segment: segment.nullable(),
      total: z.int(),
      sent: z.int(),
      gone: z.int(),
      refused: z.int(),
      unsure: z.int(),
      left_over: z.int(),
    }),
    `select sendings.phase, sendings.reason, ended_at, revision, begun_at, segment, count(person) as total, ${count('sent')} as sent,
       ${count('gone')} as gone, ${count('refused')} as refused, ${count('unsure')} as unsure, ${count('open', 'trying')} as left_over
     from sendings left join mails using (issue) where sendings.issue = $1 group by sendings.issue`,
    [issue],
  )
  if (!found) return null
  const troubled = await queries.rows(
    troubledRecipient,
    `select person as id, state as kind, coalesce(reason, '') as reason from mails
     where issue = $1 and state in ('refused', 'unsure') order by position limit $2`,
    [issue, maxTroubled],
  )
  const { revision, total, sent, gone, refused, unsure } = found
  return {
    revision,
    startedAt: found.begun_at,
    total,
    sent,
    gone,
    refused,
    unsure,
    left: found.left_over,
    troubled,
    ...(found.segment && { segment: found.segment }),
    phase: phaseOf(found),
  }
}

export function phaseOf({
  phase,
  reason,
  ended_at,
}: z.infer<typeof phaseRow>): SendingRecord['phase'] {
  if (phase === 'running') return { kind: 'running' }
  return phase === 'paused' ? { kind: 'paused', reason } : { kind: 'ended', at: ended_at ?? '' }
}

/**
 * What is still to be mailed, in one statement: the schedules and the sendings, each in a column.
 */
export async function unfinishedIn(queries: Queries): Promise<Unfinished> {
  const found = await queries.first(
    z.object({
      schedules: z.array(scheduledSending),
      sendings: z.array(
        z.object({
          issue: z.int(),
          phase: z.enum(['running', 'paused']),
          reason: z.string().nullable(),
          total: z.int(),
          left_over: z.int(),
        }),
      ),
    }),
    `select
       (select coalesce(json_agg(json_build_object('issue', issue, 'name', name, 'segment', segment, 'problem', problem,
           'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by at, issue), '[]')
         from scheduled_sendings) as schedules,
       (select coalesce(json_agg(one order by issue), '[]') from (
         select sendings.issue, sendings.phase, sendings.reason, count(person) as total,
           count(*) filter (where state in ('open', 'trying')) as left_over
         from sendings left join mails using (issue) where sendings.phase <> 'ended'
         group by sendings.issue) as one) as sendings`,
  )
  const { schedules = [], sendings = [] } = found ?? {}
  return {
    schedules,
    sendings: sendings.map(({ issue, phase, reason, total, left_over: left }) => ({
      issue,
      total,
      left,
      phase: phase === 'running' ? { kind: phase } : { kind: phase, reason },
    })),
  }
}
