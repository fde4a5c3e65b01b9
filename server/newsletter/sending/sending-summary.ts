import { z } from 'zod'
import type { SendingRecord } from './sending-record.ts'

const mostTroubled = 200

/** What there is to tell about a sending without its whole record. */
export const sendingSummary = z.object({
  revision: z.string(),
  startedAt: z.iso.datetime(),
  total: z.int(),
  sent: z.int(),
  gone: z.int(),
  refused: z.int(),
  unsure: z.int(),
  left: z.int(),
  /** The first of the refused and the unsure, by their ids. */
  troubled: z.array(z.object({ id: z.int(), kind: z.enum(['refused', 'unsure']), reason: z.string() })),
  phase: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running') }),
    z.object({ kind: z.literal('paused'), reason: z.string().nullable() }),
    z.object({ kind: z.literal('ended'), at: z.iso.datetime() }),
  ]),
})
export type SendingSummary = z.infer<typeof sendingSummary>

/** Counts a record. */
export function summaryOf({ begin, people, phase }: SendingRecord): SendingSummary {
  const counts = { sent: 0, gone: 0, refused: 0, unsure: 0, open: 0, trying: 0 }
  const troubled: SendingSummary['troubled'] = []
  for (const [id, standing] of people) {
    counts[standing.kind] += 1
    if ((standing.kind === 'refused' || standing.kind === 'unsure') && troubled.length < mostTroubled)
      troubled.push({ id, ...standing })
  }
  const { open, trying, ...rest } = counts
  const { revision, at: startedAt } = begin
  return { revision, startedAt, total: people.size, ...rest, left: open + trying, troubled, phase }
}
