import { segment } from '#domain/segment.ts'
import {
  audienceAnswer,
  mailPreview,
  mailPreviewRequest,
  sendingAnswer,
  sendingRequest,
} from '#domain/sending.ts'
import type { CallTable } from './call.ts'
import { itemId } from './parameters.ts'

const shared = { group: 'sending', who: 'editor', status: 200 } as const

/** Mailing an issue to the subscribers. */
export const sendingCalls = {
  'GET /api/newsletters/{id}/sending': {
    ...shared,
    summary: 'Returns the progress of the mail of an issue, and the reasons that prevent it.',
    params: { id: itemId },
    answer: sendingAnswer,
    errors: [404],
  },
  'POST /api/newsletters/{id}/sending': {
    ...shared,
    record: 'issue-mailing',
    summary:
      'Mails an issue: a test to the user, or to all active subscribers, each once; pauses and resumes the sending.',
    note: 'The sending continues after the answer. 409 with the reason when it is not possible, for example because the issue was mailed before.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    body: sendingRequest,
    answer: sendingAnswer,
    errors: [404, 409, 503],
  },
  'POST /api/newsletters/{id}/audience': {
    ...shared,
    summary: 'Counts the active subscribers of a segment; sends and writes nothing.',
    params: { id: itemId },
    body: segment,
    answer: audienceAnswer,
    errors: [404],
  },
  'POST /api/newsletters/{id}/mail-preview': {
    ...shared,
    summary: 'Renders an unsaved issue as a mail; sends and writes nothing.',
    params: { id: itemId },
    body: mailPreviewRequest,
    answer: mailPreview,
    errors: [404],
  },
} satisfies CallTable
