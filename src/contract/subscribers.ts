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

const shared = { group: 'subscribers', who: 'editor' } as const

/** The mailing list as administrators see it. */
export const subscriberCalls = {
  'GET /api/subscribers': {
    ...shared,
    summary: 'Lists the people of the mailing list, last added first.',
    query: subscriberQuery,
    answer: z.array(subscriberView),
    answerHeaders: ['Link', 'X-Total-Count'],
    errors: [503],
  },
  'GET /api/subscribers.csv': {
    ...shared,
    record: 'subscribers-exported',
    summary: 'The same list as a CSV file.',
    note: 'Text that a spreadsheet would execute as a formula has an apostrophe before it. The import reads this file.',
    query: subscriberQuery.pick({ q: true, status: true }).loose(),
    answerKind: 'text/csv',
    answer: z.string(),
    errors: [503],
  },
  'GET /api/subscribers/summary': {
    ...shared,
    summary:
      'Returns the counts of the list, and the state of the newsletter service and the mail server.',
    answer: subscriberSummary,
    errors: [503],
  },
  'POST /api/subscribers': {
    ...shared,
    record: 'subscriber-added',
    summary:
      'Adds a person; with a mail server they get a mail to confirm. 409 for a person who is in the list, has unsubscribed or was deleted.',
    headers: ['Idempotency-Key'],
    body: subscriberAddition,
    bodyLimit: '10kb',
    status: 201,
    answer: subscriberView,
    errors: [409, 503],
  },
  'POST /api/subscribers/import': {
    ...shared,
    record: 'subscribers-imported',
    summary: 'Imports a CSV file of up to 10 MB and 100,000 rows, with a column `email`.',
    note: 'Sent as a form with a `file`, or the file alone with `Content-Type: text/csv`. Columns `subscribedAt` and `source` count as well, and every column that says who may be written to, by the names of Ghost, Mailchimp, Substack, Buttondown, listmonk, beehiiv and of our own export: who has left there comes in as unsubscribed, and who never agreed does not. A column that may speak of consent and is not known is a question: without its answer nothing is written (422). People who are there, have left or were deleted here are skipped. Nobody is asked to confirm but those whose status says that they have not yet. UTF-8, UTF-16 and Windows-1252 are read.',
    query: importQuery,
    headers: ['Idempotency-Key'],
    form: importFields,
    answer: importReport,
    errors: [503],
  },
  'DELETE /api/subscribers/{id}': {
    ...shared,
    record: 'subscriber-deleted',
    summary:
      'Deletes a person. Only a keyed hash of the address remains, so that no import adds them again.',
    note: `A newsletter service that knows the person is asked to remove them. Until it answers, the address is stored for this purpose, for ${departureDays} days at most; \`departures\` of the summary shows it.`,
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: subscriberDeletion,
    errors: [404, 503],
  },
  'DELETE /api/subscribers/departures/{id}': {
    ...shared,
    record: 'departure-ended',
    summary:
      'Removes the record of a deleted person after an administrator has removed them at the newsletter service.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    answer: departureDeletion,
    errors: [404, 503],
  },
} satisfies CallTable
