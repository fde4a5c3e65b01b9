import { z } from 'zod'
import { departureDays } from './departure.ts'
import { isEmail } from './email.ts'
import { pageLimit } from './list-query.ts'
import { subscriber } from './subscriber.ts'
import { count, instant, positiveInt } from './value-schemas.ts'

/**
 * The filters of the list. `unsynced`: people whose current state the newsletter service does not
 * know.
 */
export const subscriberFilters = [
  'all',
  'active',
  'unconfirmed',
  'unsubscribed',
  'unsynced',
] as const
export type SubscriberFilter = (typeof subscriberFilters)[number]

/** The query of `GET /api/subscribers`. */
export const subscriberQuery = z.strictObject({
  q: z.string().max(300).optional().describe('Part of the address or of the source.'),
  status: z.enum(subscriberFilters).optional(),
  limit: pageLimit.optional().describe('Cuts the list into pages.'),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .optional()
    .describe('Where the page begins; from the `Link` header.'),
})
export type SubscriberQuery = z.infer<typeof subscriberQuery>

/** A subscriber for administrators. */
export const subscriberView = subscriber
  .omit({ confirmation: true, told: true })
  .extend({
    active: z.boolean().describe('Gets the newsletter.'),
    synced: z
      .boolean()
      .nullable()
      .describe('Whether the newsletter service knows; null without a service.'),
    unsure: z
      .boolean()
      .describe(
        'Whether the request for confirmation may not have arrived: the mail server broke off while it took it.',
      ),
    unsubscribeUrl: z
      .string()
      .describe(
        'The address at which this person unsubscribes with one click, without signing in.',
      ),
  })
  .strict()
export type SubscriberView = z.infer<typeof subscriberView>

const problem = z
  .strictObject({ message: z.string(), since: instant, nextTry: instant })
  .nullable()
  .describe('What does not work just now.')

/** A person who was deleted here, but is still known to a newsletter service. */
export const departureView = z.strictObject({
  id: positiveInt,
  email: z
    .string()
    .nullable()
    .describe(
      `Stored only to remove the person at the service, for ${departureDays} days at most; null after that.`,
    ),
  service: z.string().describe('The newsletter service that has to remove them.'),
  at: instant.describe('When they were deleted.'),
  until: instant.describe('When the address is deleted at the latest.'),
  tried: z
    .boolean()
    .describe(
      'Whether it is tried by itself; otherwise somebody has to remove them there by hand.',
    ),
})
export type DepartureView = z.infer<typeof departureView>

/** The answer of `GET /api/subscribers/summary`. */
export const subscriberSummary = z.strictObject({
  counts: z.strictObject({
    all: count,
    active: count,
    unconfirmed: count,
    unsubscribed: count,
    unsynced: count,
  }),
  service: z
    .strictObject({
      name: z.string(),
      waiting: count.describe('People whose state the service does not have yet.'),
      refused: count.describe('Those among them whom it refused.'),
      problem,
    })
    .nullable()
    .describe('The newsletter service; null when none is set.'),
  mail: z
    .strictObject({
      waiting: count.describe('Requests for confirmation that are to be sent.'),
      problem,
    })
    .nullable()
    .describe('Null when no mail server is set: new subscribers need not confirm.'),
  departures: z
    .array(departureView)
    .describe('Deleted people whom the newsletter service still has to remove.'),
})
export type SubscriberSummary = z.infer<typeof subscriberSummary>

/** The body of `POST /api/subscribers`. */
export const subscriberAddition = z.strictObject({
  email: z.string().trim().normalize('NFC').refine(isEmail, 'Please enter a valid email address.'),
})

export const subscriberDeletion = z.strictObject({
  deleted: z.literal(true),
  id: positiveInt,
  synced: z
    .boolean()
    .optional()
    .describe(
      'False when the newsletter service did not answer yet. The site tries again; the summary lists these people.',
    ),
})

/** The answer of `DELETE /api/subscribers/departures/{id}`. */
export const departureDeletion = z.strictObject({
  deleted: z.literal(true),
  id: positiveInt,
})

/** The highest number of failed rows in a report. */
export const reportedRows = 500

/** The possible answers to a question about an imported list that only a person can answer. */
export const importMeanings = ['active', 'unsubscribed', 'leaveOut'] as const
export type ImportMeaning = (typeof importMeanings)[number]

/**
 * The meaning of a value in a column of an imported list. The value `*` stands for all values of
 * the column that are not understood.
 */
export const importAnswer = z.strictObject({
  column: z.string().max(200),
  value: z.string().max(200),
  means: z.enum(importMeanings),
})
export type ImportAnswer = z.infer<typeof importAnswer>

/** The answers that are sent with the file. */
export const importAnswers = z.array(importAnswer).max(500)

/** The query of `POST /api/subscribers/import`. */
export const importQuery = z.strictObject({
  preview: z.enum(['true', 'false']).optional().describe('With `true` nothing is written.'),
})

/** The fields that are sent with the file of a list. */
export const importFields = z.strictObject({
  answers: z
    .string()
    .optional()
    .describe('JSON: an array of `{column, value, means}`, one for each question.'),
})

const importQuestion = z.strictObject({
  column: z.string(),
  value: z.string().describe('`*`: every value of the column that is not understood.'),
  count: positiveInt.describe('The number of rows that depend on the answer.'),
  note: z.string().optional(),
  means: z.enum(importMeanings).nullable().describe('What was answered.'),
})
export type ImportQuestion = z.infer<typeof importQuestion>

const importReading = z.strictObject({
  column: z.string(),
  value: z.string(),
  count: positiveInt,
  means: z.enum([...importMeanings, 'unconfirmed']),
})

/** The answer of `POST /api/subscribers/import`; with `preview`, the expected result. */
export const importReport = z.strictObject({
  preview: z.boolean().describe('True when this is a preview and nothing was written.'),
  rows: count,
  added: count.describe('The number of people who are added: the sum of the next three.'),
  active: count,
  unconfirmed: count,
  unsubscribed: count,
  left: count.describe(
    'People of this list whom the import unsubscribes, because the file says that they unsubscribed elsewhere.',
  ),
  skipped: count,
  undecided: count.describe(
    'The number of rows that wait for the answer to a question; 0 after an import.',
  ),
  reasons: z.array(z.strictObject({ reason: z.string(), count: positiveInt })),
  lines: z
    .array(z.strictObject({ line: positiveInt, email: z.string(), reason: z.string() }))
    .max(reportedRows)
    .describe(`The first ${reportedRows} rows that were skipped.`),
  questions: z
    .array(importQuestion)
    .describe('Values of columns that may be about consent and that a person has to interpret.'),
  readings: z
    .array(importReading)
    .describe('Values of columns about consent, and how the import interprets them.'),
  ignoredColumns: z.array(z.string()),
})
export type ImportReport = z.infer<typeof importReport>
