import { mailPreview, mailPreviewRequest, sendingAnswer, sendingRequest } from '#domain/sending.ts'
import type { Call } from './call.ts'

const shared = { group: 'sending', who: 'administrators', status: 200 } as const

/** Mailing an issue to the subscribers. */
export const sendingCalls: ReadonlyArray<Call> = [
  {
    ...shared,
    method: 'GET',
    path: '/api/newsletters/{id}/sending',
    summary: 'Tells how far the mail of an issue is, and what stands in its way.',
    answer: sendingAnswer,
    errors: [404],
  },
  {
    ...shared,
    method: 'POST',
    path: '/api/newsletters/{id}/sending',
    summary: 'Mails an issue: a test to oneself, or to all active subscribers, each once; pauses and resumes that.',
    note: 'It goes on behind the answer. 409 with a sentence for what stands in the way, among it that the mail of the issue is out already.',
    headers: ['Idempotency-Key'],
    body: sendingRequest,
    answer: sendingAnswer,
    errors: [404, 409, 503],
  },
  {
    ...shared,
    method: 'POST',
    path: '/api/newsletters/{id}/mail-preview',
    summary: 'Shows an issue, as it is typed, as its mail; sends and writes nothing.',
    body: mailPreviewRequest,
    answer: mailPreview,
    errors: [404],
  },
]
