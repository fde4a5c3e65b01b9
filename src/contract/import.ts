import { z } from 'zod'
import { readerComment } from '#domain/import/report.ts'
import {
  exportMaxBytes,
  exportPartBytes,
  importDecisions,
  importList,
  importListQuery,
  importOrder,
  importPart,
  importStart,
  importState,
} from '#domain/import/state.ts'
import type { CallTable } from './call.ts'

const shared = { group: 'imports', who: 'owner' } as const
const keyed = {
  ...shared,
  headers: ['Idempotency-Key'],
  bodyLimit: '10kb',
  answer: importState,
} as const
const mb = 1024 * 1024

/**
 * Importing the export of another system: it is sent in parts, read in a dry run, and committed
 * after that was confirmed.
 */
export const importCalls = {
  'GET /api/import': {
    ...shared,
    summary: 'Returns the state of the import. There is one at a time.',
    answer: importState,
  },
  'GET /api/import/list': {
    ...shared,
    summary:
      'Lists what a dry run found: the texts, what can not be carried over, the missing pictures. Empty without a dry run.',
    query: importListQuery,
    answer: importList,
  },
  'GET /api/import/comments': {
    ...shared,
    record: 'comments-exported',
    summary: 'Returns the comments of readers in the export, as a file. 404 without any.',
    answerKind: 'application/json',
    answer: z.array(readerComment),
    errors: [404],
  },
  'POST /api/import': {
    ...keyed,
    summary: 'Begins an import. 409 while another one is under way.',
    note: `The export has at most ${exportMaxBytes / 1024 / mb} GB, and follows in parts.`,
    body: importStart,
    status: 201,
    errors: [409, 413],
  },
  'POST /api/import/parts': {
    ...keyed,
    summary: 'Adds a part of the export. After the last one, the dry run begins.',
    note: `Sent as a form with a \`file\` of at most ${exportPartBytes / mb} MB. A part that the server has already is skipped.`,
    form: importPart,
    errors: [409],
  },
  'PATCH /api/import': {
    ...keyed,
    summary:
      'Changes what types, categories and fields become, takes old addresses, and makes the dry run again.',
    note: 'The decisions are stored in `import-map.yaml` in the data folder, for later imports.',
    body: importDecisions,
    bodyLimit: '13mb',
    errors: [409],
  },
  'POST /api/import/confirm': {
    ...keyed,
    record: 'texts-imported',
    summary: 'Imports what the dry run has prepared: one commit.',
    body: importOrder,
    errors: [409, 503],
  },
  'POST /api/import/undo': {
    ...keyed,
    record: 'import-undone',
    summary:
      'Takes the last import back: one commit. 409 when one of its files has been changed since.',
    body: importOrder,
    errors: [409, 503],
  },
  'POST /api/import/cancel': {
    ...keyed,
    summary:
      'Cancels the import that is under way, or forgets the last one. Nothing that was committed changes.',
    body: importOrder,
    answer: z.strictObject({ kind: z.literal('none') }),
    errors: [409],
  },
} satisfies CallTable
