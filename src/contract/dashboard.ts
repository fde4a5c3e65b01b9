import { z } from 'zod'
import {
  dashboardAnswer,
  mailsAnswer,
  problemQuery,
  problemsAnswer,
  workAnswer,
} from '#domain/dashboard.ts'
import { growthAnswer, growthRanges } from '#domain/growth.ts'
import type { CallTable } from './call.ts'

const shared = { group: 'site', who: 'writer' } as const

/**
 * The admin's first screen. Each part of it is a call, so that one that fails does not hide the
 * others.
 */
export const dashboardCalls = {
  'GET /api/dashboard': {
    ...shared,
    summary:
      'Returns the state of the site: the user’s previous login, the last changes, uncommitted files, the number of subscribers.',
    answer: dashboardAnswer,
  },
  'DELETE /api/dashboard/first-steps': {
    ...shared,
    summary: 'Puts the list of the first steps away, for this user.',
    headers: ['Idempotency-Key'],
    answer: z.strictObject({ ok: z.literal(true) }),
  },
  'GET /api/dashboard/work': {
    ...shared,
    summary:
      'Returns the drafts, what is scheduled, what was published last, and the numbers of downloads.',
    answer: workAnswer,
  },
  'GET /api/dashboard/growth': {
    ...shared,
    who: 'editor',
    summary: 'Returns how many subscribers joined and left by day or month.',
    note: 'Counted from the dates of the people who are on the list, and of those who unsubscribed. Deleted people are not counted at any time, and a person who came back counts since the first time.',
    query: z.strictObject({
      range: z
        .enum(growthRanges)
        .optional()
        .describe('The last 30 days by day, or (default) the last 12 months.'),
    }),
    answer: growthAnswer,
    errors: [503],
  },
  'GET /api/dashboard/mails': {
    ...shared,
    who: 'editor',
    summary:
      'Returns the issues that are scheduled to be mailed, and those whose mailing has not ended.',
    answer: mailsAnswer,
    errors: [503],
  },
  'GET /api/dashboard/problems': {
    ...shared,
    summary: 'Returns the faults and warnings of content files in groups, a page at a time.',
    query: problemQuery,
    answer: problemsAnswer,
  },
} satisfies CallTable
