import { z } from 'zod'
import { segment } from '#domain/segment.ts'
import type {
  MailRecord,
  ScheduledSending,
  SendingCollections,
  SendingRecord,
} from './sending-records.ts'

const maxTroubled = 200

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
  /** The first refused and unsure recipients, by their ids. */
  troubled: z.array(
    z.object({ id: z.int(), kind: z.enum(['refused', 'unsure']), reason: z.string() }),
  ),
  phase: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('paused'), reason: z.string().nullable() }),
    z.object({ kind: z.literal('ended'), at: z.iso.datetime() }),
  ]),
})
export type SendingSummary = z.infer<typeof sendingSummary>

/** What is still to be mailed. */
export interface Unfinished {
  /** By their time. */
  schedules: Array<ScheduledSending>
  /** By their issue. */
  sendings: Array<{
    issue: number
    isPaused: boolean
    /** Why it is paused; null: by an administrator. */
    reason: string | null
    total: number
    /** Who has not got the mail yet. */
    left: number
  }>
}

const counts = { name: 'mails', field: 'state' }

/** The sendings that have not ended. */
export async function unfinishedOf(
  sendings: SendingCollections['sendings'],
): Promise<Unfinished['sendings']> {
  const found = await sendings.tallies({ not: { phase: 'ended' } }, counts)
  return found.map(({ item: { issue, phase, reason }, counts }) => {
    const { total, left } = figuresOf(counts)
    return { issue, isPaused: phase === 'paused', reason, total, left }
  })
}

/** The progress of a sending, from its records; null when it was not started. */
export async function progressOf(
  { sendings, mails }: Pick<SendingCollections, 'sendings' | 'mails'>,
  issue: number,
): Promise<SendingSummary | null> {
  const [[found], troubled] = await Promise.all([
    sendings.tallies({ issue }, counts),
    mails.find({ issue, state: ['refused', 'unsure'] }, { most: maxTroubled }),
  ])
  if (!found) return null
  const { revision, begunAt, segment } = found.item
  return {
    revision,
    startedAt: begunAt,
    ...(segment && { segment }),
    ...figuresOf(found.counts),
    troubled: troubled.map((mail) => ({
      id: mail.person,
      kind: mail.state === 'refused' ? 'refused' : 'unsure',
      reason: mail.reason ?? '',
    })),
    phase: phaseOf(found.item),
  }
}

/** The numbers of recipients, from those of the states of their mails. */
function figuresOf(counts: Readonly<Record<string, number>>) {
  const of = (state: MailRecord['state']) => counts[state] ?? 0
  return {
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    sent: of('sent'),
    gone: of('gone'),
    refused: of('refused'),
    unsure: of('unsure'),
    left: of('open') + of('trying'),
  }
}

function phaseOf({ phase, reason, endedAt }: SendingRecord): SendingSummary['phase'] {
  if (phase === 'ended') return { kind: phase, at: endedAt ?? '' }
  return phase === 'paused' ? { kind: phase, reason } : { kind: phase }
}
