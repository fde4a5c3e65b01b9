import { z } from 'zod'
import { contentTypes } from './content.ts'
import { contentProblem, uncommittedFile } from './content-answers.ts'
import { subscriberSummary } from './subscriber-list.ts'
import { count, instant, positiveInt } from './value-schemas.ts'

const itemPlace = z.strictObject({ type: z.enum(contentTypes), id: positiveInt })
const titled = itemPlace.extend({ title: z.string() })

/** A change of an item, read from git. */
export const activity = titled.extend({
  date: instant,
  author: z.string().describe('The name of the author of the commit.'),
  commit: z.string(),
})
export type Activity = z.infer<typeof activity>

/** What a new site needs, in order. */
export const firstSteps = [
  'name',
  'address',
  'look',
  'mail',
  'postalAddress',
  'samples',
  'text',
  'people',
] as const
export type FirstStep = (typeof firstSteps)[number]

/** The answer of `GET /api/dashboard`. */
export const dashboardAnswer = z.strictObject({
  previousLoginAt: instant
    .nullable()
    .describe('The previous sign-in of this user; null at the first one.'),
  lastEdit: activity.nullable(),
  lastCreation: activity.nullable(),
  uncommitted: z.array(uncommittedFile),
  dataProblems: z
    .array(z.string())
    .describe(
      'One sentence for each unusable part of the site’s data (accounts, subscribers, counts); pages are still shown.',
    ),
  blocker: z
    .string()
    .nullable()
    .describe('Why nothing can be saved now, in one sentence; null when it can.'),
  subscribers: count.nullable().describe('Active ones; null while the list can not be read.'),
  subscriberService: subscriberSummary.shape.service.describe(
    'The newsletter service that they are synced to, if one is set.',
  ),
  confirmationMails: subscriberSummary.shape.mail.describe(
    'Requests for confirmation; null without a mail server, and while the list can not be read.',
  ),
  firstSteps: z
    .record(z.enum(firstSteps), z.boolean())
    .nullable()
    .describe(
      'Which steps of the first hour are done; null when this user has put their list away.',
    ),
})
export type Dashboard = z.infer<typeof dashboardAnswer>

/** The most items of each list of the work. */
export const mostWork = 30

const workDraft = titled.extend({
  changedAt: instant
    .nullable()
    .describe('The last commit that changed it; null while it is unknown.'),
  changedBy: z.string().nullable().describe('The author of that commit; null while it is unknown.'),
  mine: z.boolean().describe('Whether this user made its first or its last commit.'),
})
export type WorkDraft = z.infer<typeof workDraft>

const dated = titled.extend({ publishedAt: instant })

/** The answer of `GET /api/dashboard/work`. */
export const workAnswer = z.strictObject({
  drafts: z
    .strictObject({ total: count, mine: count, items: z.array(workDraft).max(mostWork) })
    .describe('Those of this user first, then by their last change.'),
  scheduled: z
    .strictObject({ total: count, items: z.array(dated).max(mostWork) })
    .describe('The next one first.'),
  published: z.array(dated.extend({ url: z.string() })).describe('The newest ones.'),
  downloads: z
    .strictObject({
      total: count.describe('How often files were downloaded.'),
      items: z.array(z.strictObject({ id: positiveInt, title: z.string(), count })),
    })
    .describe('Those with the highest numbers first.'),
})
export type Work = z.infer<typeof workAnswer>

const issue = z.strictObject({
  id: positiveInt,
  title: z.string().nullable().describe('Null for an issue that was deleted.'),
})

/** The answer of `GET /api/dashboard/mails`. */
export const mailsAnswer = z.strictObject({
  isSetUp: z.boolean().describe('Whether issues can be mailed.'),
  scheduled: z
    .array(
      issue.extend({
        at: instant,
        problem: z.string().nullable().describe('Why it was not sent at its time.'),
      }),
    )
    .describe('The next one first.'),
  unfinished: z
    .array(
      issue.extend({
        isPaused: z.boolean(),
        reason: z.string().nullable().describe('Why it stopped by itself.'),
        total: count,
        left: count.describe('Who has not got it yet.'),
      }),
    )
    .describe('Issues that are being mailed, or whose mailing is paused.'),
})
export type Mails = z.infer<typeof mailsAnswer>

export const problemGroupings = ['kind', 'file'] as const
export type ProblemGrouping = (typeof problemGroupings)[number]

/** The most problems on a page. */
export const problemsPerPage = 10

/** The query of `GET /api/dashboard/problems`. */
export const problemQuery = z.strictObject({
  by: z.enum(problemGroupings).optional().describe('`kind` is the default.'),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Counts from 1; behind the last page stands the last one.'),
})

const listedProblem = contentProblem.extend({
  item: itemPlace.nullable().describe('The item of the file; null when the file can’t be read.'),
})

/** The answer of `GET /api/dashboard/problems`. */
export const problemsAnswer = z.strictObject({
  counts: z.strictObject({ faults: count, warnings: count }),
  page: z.int().min(1),
  pages: z.int().min(1),
  groups: z
    .array(
      z.strictObject({
        name: z
          .string()
          .describe(
            'The path of the file, or what is wrong, with … for what differs between files.',
          ),
        count: count.describe('Problems of the group on all pages.'),
        problems: z.array(listedProblem),
      }),
    )
    .describe(
      `Faults first. Together ${problemsPerPage} problems at most: a longer group goes on on the next page.`,
    ),
})
export type Problems = z.infer<typeof problemsAnswer>
