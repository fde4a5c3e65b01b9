import { z } from 'zod'
import { segment } from '#domain/segment.ts'
import type { CollectionsOf } from '../../records/records.ts'

/**
 * A change of a sending, as a line of its journal has it. People appear by id only, without their
 * addresses.
 */
export const entry = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('begin'),
    at: z.iso.datetime(),
    revision: z.string(),
    /** Part of the ids of its mails. */
    name: z.string(),
    subject: z.string(),
    html: z.array(z.string()),
    text: z.array(z.string()),
    audience: z.array(z.int()),
    /** Who gets it; missing: everybody. */
    segment: segment.optional(),
  }),
  /** The write of the start failed, so the sending was not started. */
  z.object({ is: z.literal('void') }),
  /**
   * Written before the mails of these people are sent. Without a later entry about a person, their
   * result is unknown.
   */
  z.object({ is: z.literal('try'), ids: z.array(z.int()) }),
  z.object({ is: z.literal('sent'), id: z.int() }),
  /** Not accepted because of a failure of the server. */
  z.object({ is: z.literal('untried'), id: z.int() }),
  /** Deferred by the server; may be tried again. */
  z.object({
    is: z.literal('later'),
    id: z.int(),
    reason: z.string(),
    waitMs: z.number().default(0),
  }),
  z.object({
    is: z.literal('refused'),
    id: z.int(),
    reason: z.string(),
  }),
  z.object({
    is: z.literal('unsure'),
    id: z.int(),
    reason: z.string(),
  }),
  z.object({ is: z.literal('gone'), id: z.int() }),
  z.object({ is: z.literal('run'), at: z.iso.datetime() }),
  z.object({ is: z.literal('pause'), reason: z.string().nullable() }),
  z.object({ is: z.literal('retry') }),
  z.object({ is: z.literal('end'), at: z.iso.datetime() }),
])
export type Entry = z.infer<typeof entry>

/** A sending, without its mail. */
const sendingRecord = z.object({
  issue: z.int(),
  /** Part of the ids of its mails. */
  name: z.string(),
  revision: z.string(),
  begunAt: z.iso.datetime(),
  phase: z.enum(['running', 'paused', 'ended']),
  /** Why it is paused; null: by an administrator. */
  reason: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Consecutive starts without an accepted mail. */
  fruitlessRuns: z.int(),
  /** Null: everybody. */
  segment: segment.nullable(),
})
export type SendingRecord = z.infer<typeof sendingRecord>

const mailRecord = z.object({
  issue: z.int(),
  person: z.int(),
  position: z.int(),
  state: z.enum(['open', 'trying', 'sent', 'gone', 'refused', 'unsure']),
  /** Deferred attempts. */
  tries: z.int(),
  reason: z.string().nullable(),
  /** The process that claimed the mail last. */
  owner: z.string().nullable(),
  /** When a deferred mail may be tried again. */
  dueAt: z.iso.datetime().nullable(),
})
export type MailRecord = z.infer<typeof mailRecord>

/** The mail of an issue that is to be sent at a time. */
export const scheduledSending = z.object({
  issue: z.int().positive(),
  /** Another schedule of the same issue has another name. */
  name: z.string(),
  at: z.iso.datetime(),
  segment,
  /** Why it was not sent at its time and needs a person; null while it waits. */
  problem: z.string().nullable(),
})
export type ScheduledSending = z.infer<typeof scheduledSending>

/** The number of mails that are added at once. */
const atOnce = 2_000

export const sendingRecords = {
  collections: {
    sendings: {
      record: sendingRecord,
      key: 'issue',
      table: 'sendings',
      order: 'issue',
      json: ['segment'],
    },
    /** The same with their mails. */
    begun: {
      record: sendingRecord.extend({
        subject: z.string(),
        html: z.array(z.string()),
        text: z.array(z.string()),
      }),
      key: 'issue',
      table: 'sendings',
      order: 'issue',
      json: ['segment'],
    },
    /** One for each recipient. */
    mails: {
      record: mailRecord,
      key: 'person',
      group: 'state',
      owner: 'issue',
      table: 'mails',
      order: 'position',
    },
    /** One for each issue at most. */
    schedules: {
      record: scheduledSending,
      key: 'issue',
      table: 'scheduled_sendings',
      order: 'at, issue',
      json: ['segment'],
    },
  },
  locks: 'rows' as const,
}
export type SendingCollections = CollectionsOf<typeof sendingRecords>

/** Who makes changes: a process, or null for an earlier one, and when. */
interface ChangedBy {
  owner: string | null
  now: Date
}

/**
 * Applies changes to the records of a sending, those of accepted mails that follow each other
 * together.
 */
export async function apply(
  records: SendingCollections,
  issue: number,
  lines: ReadonlyArray<Entry>,
  by: ChangedBy,
): Promise<void> {
  let accepted: Array<number> = []
  for (const [at, line] of lines.entries()) {
    if (line.is !== 'sent') await applyOne(records, issue, line, by)
    else {
      accepted.push(line.id)
      if (lines[at + 1]?.is === 'sent') continue
      await applyAccepted(records, issue, accepted, by)
      accepted = []
    }
  }
}

/** The condition of mails whose result a process may record: it has claimed them. */
const claimedBy = (issue: number, person: number | Array<number>, { owner }: ChangedBy) => ({
  issue,
  person,
  any: [{ owner: null }, { owner }],
})

async function applyAccepted(
  { sendings, mails }: SendingCollections,
  issue: number,
  people: Array<number>,
  by: ChangedBy,
): Promise<void> {
  await mails.update(claimedBy(issue, people, by), { state: 'sent', reason: null, dueAt: null })
  await sendings.update({ issue, not: { fruitlessRuns: 0 } }, { fruitlessRuns: 0 })
}

async function applyOne(
  { sendings, begun, mails }: SendingCollections,
  issue: number,
  line: Exclude<Entry, { is: 'sent' }>,
  by: ChangedBy,
): Promise<unknown> {
  const { owner, now } = by
  const change = (values: Partial<SendingRecord>) => sendings.update({ issue }, values)
  const result = (person: number, values: Partial<MailRecord>) =>
    mails.update(claimedBy(issue, person, by), { reason: null, dueAt: null, ...values })
  switch (line.is) {
    case 'begin': {
      const { is: _, audience, at: begunAt, segment = null, ...mail } = line
      const state = {
        phase: 'running' as const,
        reason: null,
        endedAt: null,
        fruitlessRuns: 0,
      }
      const isNew = await begun.add({
        issue,
        ...mail,
        begunAt,
        segment,
        ...state,
      })
      if (!isNew) throw new Error('The sending has a second start.')
      const open = {
        state: 'open' as const,
        tries: 0,
        reason: null,
        owner: null,
        dueAt: null,
      }
      const people = audience.map((person, position) => ({ issue, person, position, ...open }))
      for (let at = 0; at < people.length; at += atOnce)
        await mails.insert(people.slice(at, at + atOnce))
      return null
    }
    case 'void':
      await mails.remove({ issue })
      return sendings.remove({ issue })
    case 'try':
      return mails.update(
        { issue, person: line.ids },
        { state: 'trying', reason: null, dueAt: null, owner },
      )
    case 'gone':
      return result(line.id, { state: 'gone' })
    case 'untried':
      return result(line.id, { state: 'open' })
    case 'later': {
      const tries = ((await mails.get({ issue, person: line.id }))?.tries ?? 0) + 1
      const dueAt = new Date(now.getTime() + line.waitMs).toISOString()
      return result(line.id, { state: 'open', tries, dueAt })
    }
    case 'refused':
      return result(line.id, { state: 'refused', reason: line.reason })
    case 'unsure':
      return mails.update(
        { issue, person: line.id },
        { state: 'unsure', reason: line.reason, dueAt: null },
      )
    case 'run': {
      // Also ends the waits of deferred mails.
      const runs = (await sendings.get({ issue }))?.fruitlessRuns ?? 0
      await change({
        phase: 'running',
        reason: null,
        endedAt: null,
        fruitlessRuns: runs + 1,
      })
      return mails.update({ issue, state: 'open', not: { dueAt: null } }, { dueAt: null })
    }
    case 'pause':
      // Not of a sending that has ended meanwhile.
      return sendings.update({ issue, phase: 'running' }, { phase: 'paused', reason: line.reason })
    case 'retry':
      return mails.update({ issue, state: 'refused' }, { state: 'open', tries: 0, reason: null })
    case 'end':
      return change({ phase: 'ended', reason: null, endedAt: line.at })
  }
}
