import { z } from 'zod'
import { recordFilter, recordQuery, recordView } from '#domain/recorded-action.ts'
import type { CallTable } from './call.ts'

const shared = { group: 'account', who: 'owner', errors: [503] } as const

/** What administrators did, and who signed in. */
export const recordCalls = {
  'GET /api/record': {
    ...shared,
    summary:
      'Lists who signed in, changed who can sign in, and did what with people’s data, newest first, for a year.',
    note: 'Names are those of today. A network is shown as a keyed hash. Refused sign-ins from many networks are cut to a few hundred a day for each outcome; the log has all of them. A limit that refuses, and the list of subscribers in pages, are on record once in a quarter of an hour.',
    query: recordQuery,
    answer: z.array(recordView),
    answerHeaders: ['Link', 'X-Total-Count'],
  },
  'GET /api/record.csv': {
    ...shared,
    record: 'record-exported',
    summary: 'The same list as a CSV file.',
    query: recordFilter,
    answerKind: 'text/csv',
    answer: z.string(),
  },
} satisfies CallTable
