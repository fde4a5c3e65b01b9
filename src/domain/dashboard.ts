import { z } from 'zod'
import { contentTypes } from './content.ts'
import { contentProblem, uncommittedFile } from './content-answers.ts'
import { subscriberSummary } from './subscriber-list.ts'

const itemPlace = z.strictObject({ type: z.enum(contentTypes), id: z.int().positive() })

/** A change of an item, read from git. */
export const activity = itemPlace.extend({
  title: z.string(),
  date: z.iso.datetime(),
  author: z.string().describe('The name of the author of the commit.'),
  commit: z.string(),
})
export type Activity = z.infer<typeof activity>

/** The answer of `GET /api/dashboard`. */
export const dashboardAnswer = z.strictObject({
  previousLoginAt: z.iso.datetime().nullable().describe('The previous sign-in of this user; null at the first one.'),
  lastEdit: activity.nullable(),
  lastCreation: activity.nullable(),
  problems: z
    .array(
      contentProblem.extend({
        item: itemPlace.nullable().describe('The item of the file; null when the file can’t be read.'),
      }),
    )
    .describe('The first faults and the first warnings.'),
  problemCounts: z
    .strictObject({ faults: z.int().min(0), warnings: z.int().min(0) })
    .describe('The numbers of all faults and of all warnings.'),
  uncommitted: z.array(uncommittedFile),
  dataProblems: z
    .array(z.string())
    .describe(
      'One sentence for each unusable part of the site’s data (accounts, subscribers, counts); pages are still shown.',
    ),
  blocker: z.string().nullable().describe('Why nothing can be saved now, in one sentence; null when it can.'),
  subscribers: z.int().min(0).nullable().describe('Active ones; null while the list can not be read.'),
  subscriberService: subscriberSummary.shape.service.describe(
    'The newsletter service that they are synced to, if one is set.',
  ),
})
export type Dashboard = z.infer<typeof dashboardAnswer>
