import { mailPreview, mailPreviewRequest, sendingAnswer, sendingRequest } from '#domain/sending.ts'
import type { CallTable } from './call.ts'
import { itemId } from './parameters.ts'

const shared = { group: 'sending', who: 'administrators', status: 200 } as const

/** Mailing an issue to the subscribers. */
export const sendingCalls = {
  'GET /api/newsletters/{id}/sending': {
    ...shared,
    summary: 'Tells how far the mail of an issue is, and what stands in its way.',
    params: { id: itemId },
    answer: sendingAnswer,
    errors: [404],
  },
  'POST /api/newsletters/{id}/sending': {
    ...shared,
    summary: 'Mails an issue: a test to oneself, or to all active subscribers, each once; pauses and resumes that.',
    note: 'It goes on behind the answer. 409 with a sentence for what stands in the way, among it that the mail of the issue is out already.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    body: sendingRequest,
    answer: sendingAnswer,
    errors: [404, 409, 503],
  },
  'POST /api/newsletters/{id}/mail-preview': {
    ...shared,
    summary: 'Shows an issue, as it is typed, as its mail; sends and writes nothing.',
    params: { id: itemId },
    body: mailPreviewRequest,
    answer: mailPreview,
    errors: [404],
  },
} satisfies CallTable
