import { z } from 'zod'
import { departureDays } from '#domain/departure.ts'
import {
  departureDeletion,
  importFields,
  importQuery,
  importReport,
  subscriberAddition,
  subscriberDeletion,
  subscriberQuery,
  subscriberSummary,
  subscriberView,
} from '#domain/subscriber-list.ts'
import type { CallTable } from './call.ts'
import { itemId } from './parameters.ts'

const shared = { group: 'subscribers', who: 'administrators' } as const

/** The mailing list as administrators see it. */
export const subscriberCalls = {
  'GET /api/subscribers': {
    ...shared,
    summary: 'Lists the people of the mailing list; who came last is first.',
    query: subscriberQuery,
    answer: z.array(subscriberView),
    answerHeaders: ['Link', 'X-Total-Count'],
    errors: [503],
  },
  'GET /api/subscribers.csv': {
    ...shared,
    summary: 'The same list as a CSV file.',
    note: 'What a spreadsheet would take for a formula has an apostrophe before it. The import takes this file back.',
    query: subscriberQuery.pick({ q: true, status: true }).loose(),
    answerKind: 'text/csv',
    answer: z.string(),
    errors: [503],
  },
  'GET /api/subscribers/summary': {
    ...shared,
    summary: 'Counts the list and tells how the newsletter service and the mail server do.',
    answer: subscriberSummary,
    errors: [503],
  },
  'POST /api/subscribers': {
    ...shared,
    summary:
      'Adds a person; with a mail server they are asked to confirm. 409 for one who is there, has left or was deleted.',
    headers: ['Idempotency-Key'],
    body: subscriberAddition,
    bodyLimit: '10kb',
    status: 201,
    answer: subscriberView,
    errors: [409, 503],
  },
  'POST /api/subscribers/import': {
    ...shared,
    summary: 'Takes a CSV file in: up to 10 MB and 100,000 rows, with a column `email`.',
    note: 'Sent as a form with a `file`, or the file alone with `Content-Type: text/csv`. Columns `subscribedAt` and `source` count as well, and every column that says who may be written to, by the names of Ghost, Mailchimp, Substack, Buttondown, listmonk, beehiiv and of our own export: who has left there comes in as unsubscribed, and who never agreed does not. A column that may speak of consent and is not known is a question: without its answer nothing is written (422). People who are there, have left or were deleted here are skipped. Nobody is asked to confirm but those whose status says that they have not yet. UTF-8, UTF-16 and Windows-1252 are read.',
    query: importQuery,
    headers: ['Idempotency-Key'],
    form: importFields,
    answer: importReport,
    errors: [503],
  },
  'DELETE /api/subscribers/{id}': {
    ...shared,
    summary: 'Deletes a person. Only a keyed hash of the address stays, so that no import brings them back.',
    note: `A newsletter service that knows the person is told. While it can’t be, the address is kept for that, for ${departureDays} days at most; \`departures\` of the summary shows it.`,
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: subscriberDeletion,
    errors: [404, 503],
  },
  'DELETE /api/subscribers/departures/{id}': {
    ...shared,
    summary: 'Forgets a deleted person whom an administrator has removed at the newsletter service by hand.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: departureDeletion,
    errors: [404, 503],
  },
} satisfies CallTable
