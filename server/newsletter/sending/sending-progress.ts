import { z } from 'zod'
import { segment } from '#domain/segment.ts'
import { type MailRecord, mailStates, type SendingCollections } from './sending-records.ts'

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

/** The progress of a sending, from its records; null when it was not started. */
export async function progressOf(
  { sendings, mails }: Pick<SendingCollections, 'sendings' | 'mails'>,
  issue: number,
): Promise<SendingSummary | null> {
  const sending = await sendings.get({ issue })
  if (!sending) return null
  const states = await mails.frequencies('state', { issue }, mailStates.length)
  const counts = new Map(states.map(({ value, count }) => [value, count]))
  const troubled = await mails.find({ issue, state: ['refused', 'unsure'] }, { most: maxTroubled })
  const of = (state: MailRecord['state']) => counts.get(state) ?? 0
  const { phase, reason, endedAt, revision, begunAt, segment } = sending
  return {
    revision,
    startedAt: begunAt,
    ...(segment && { segment }),
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    sent: of('sent'),
    gone: of('gone'),
    refused: of('refused'),
    unsure: of('unsure'),
    left: of('open') + of('trying'),
    troubled: troubled.map((mail) => ({
      id: mail.person,
      kind: mail.state === 'refused' ? 'refused' : 'unsure',
      reason: mail.reason ?? '',
    })),
    phase:
      phase === 'ended'
        ? { kind: phase, at: endedAt ?? '' }
        : phase === 'paused'
          ? { kind: phase, reason }
          : { kind: phase },
  }
}
