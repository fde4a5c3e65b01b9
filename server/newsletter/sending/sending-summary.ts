import { z } from 'zod'
import { everybody, segment } from '#domain/segment.ts'
import type { SendingState } from '#domain/sending.ts'
import type { ScheduledSending } from './scheduled-sending.ts'
import type { SendingRecord } from './sending-record.ts'

export const maxTroubled = 200

export const troubledRecipient = z.object({
  id: z.int(),
  kind: z.enum(['refused', 'unsure']),
  reason: z.string(),
})

/** Figures of a sending, without the state of each recipient. */
export const sendingSummary = z.object({
  revision: z.string(),
  startedAt: z.iso.datetime(),
  segment: segment.optional(),
  total: z.int(),
  sent: z.int(),
  gone: z.int(),
  refused: z.int(),
  unsure: z.int(),
  left: z.int(),
  /** The first refused and unsure recipients, by id. */
  troubled: z.array(troubledRecipient),
  phase: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('paused'), reason: z.string().nullable() }),
    z.object({ kind: z.literal('ended'), at: z.iso.datetime() }),
  ]),
})
export type SendingSummary = z.infer<typeof sendingSummary>

/** Counts the states in a record. */
export function summaryOf({ begin, people, phase }: SendingRecord): SendingSummary {
  const counts = { sent: 0, gone: 0, refused: 0, unsure: 0, open: 0, trying: 0 }
  const troubled: SendingSummary['troubled'] = []
  for (const [id, standing] of people) {
    counts[standing.kind] += 1
    if (
      (standing.kind === 'refused' || standing.kind === 'unsure') &&
      troubled.length < maxTroubled
    )
      troubled.push({ id, ...standing })
  }
  const { open, trying, ...rest } = counts
  const { revision, at: startedAt, segment } = begin
  return {
    revision,
    startedAt,
    ...(segment && { segment }),
    total: people.size,
    ...rest,
    left: open + trying,
    troubled,
    phase,
  }
}

/** A sending that has not ended. */
export interface UnfinishedSending {
  issue: number
  phase: Exclude<SendingRecord['phase'], { kind: 'ended' }>
  total: number
  /** Who has not got the mail yet. */
  left: number
}

/**
 * What is still to be mailed: the schedules by their time, and the sendings that have not ended by
 * their issue.
 */
export interface Unfinished {
  schedules: Array<ScheduledSending>
  sendings: Array<UnfinishedSending>
}

/** What is still to be mailed, from all schedules and from the records of sendings. */
export function unfinishedOf(
  schedules: ReadonlyArray<ScheduledSending>,
  records: ReadonlyArray<{ issue: number; record: SendingRecord }>,
): Unfinished {
  const sendings = records.flatMap(({ issue, record }) => {
    const { phase, total, left } = summaryOf(record)
    return phase.kind === 'ended' ? [] : [{ issue, phase, total, left }]
  })
  return {
    schedules: schedules.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
    sendings: sendings.sort((one, other) => one.issue - other.issue),
  }
}

export const notSetUp = 'Mail is not set up.'
export const unreadable =
  'The record of who got this mail can’t be read; the server’s log names the file. Restore it from a backup: without it, nothing is sent.'

/** The reason why a sending waits, and the end of the wait. */
export interface Wait {
  reason: string
  until: Date
}

/**
 * Converts a summary to the answer for the client. `revision` is the current one of the issue;
 * without `send` mail is not configured.
 */
export async function shownSending(
  issue: number,
  summary: SendingSummary,
  revision: string,
  wait: Wait | null,
  {
    recipients,
    send,
  }: {
    recipients: {
      emailOf(id: number): Promise<string | null>
      leftBy(issue: number): Promise<number>
    }
    send: unknown
  },
): Promise<SendingState> {
  const { revision: then, phase, troubled, segment = everybody, ...counts } = summary
  const people = troubled.map(async ({ id, kind, reason }) => ({
    email: await recipients.emailOf(id),
    kind,
    reason,
  }))
  const unsubscribed = await recipients.leftBy(issue)
  const progress = {
    ...counts,
    segment,
    unsubscribed,
    changedSince: then !== revision,
    troubled: await Promise.all(people),
  }
  if (phase.kind === 'ended') return { kind: 'sent', ...progress, finishedAt: phase.at }
  if (phase.kind === 'paused') return { kind: 'paused', ...progress, reason: phase.reason }
  if (!send) return { kind: 'paused', ...progress, reason: notSetUp }
  if (wait)
    return { kind: 'waiting', ...progress, reason: wait.reason, until: wait.until.toISOString() }
  return { kind: 'sending', ...progress }
}

/** The state of a mail that was not started. */
export function shownSchedule(one: ScheduledSending | null): SendingState {
  if (!one) return { kind: 'unsent' }
  const { at, segment, problem } = one
  return problem === null
    ? { kind: 'scheduled', at, segment }
    : { kind: 'held', at, segment, reason: problem }
}
