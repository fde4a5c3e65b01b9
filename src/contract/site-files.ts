import { z } from 'zod'
import { staticPageNames } from '#domain/content.ts'
import { conflictAnswer, downloadAnswer } from '#domain/content-answers.ts'
import { adminDownload, deletedDownload, downloadInput, downloadPatch } from '#domain/downloads.ts'
import { restoreRequest } from '#domain/item-requests.ts'
import { pageAnswer, pagePatch, settingsAnswer, settingsPatch, undoAnswer, undoRequest } from '#domain/site-files.ts'
import type { CallTable } from './call.ts'
import { itemId, pageName } from './parameters.ts'

/** What a commit may meet: other changes, or a repository that is busy or can’t be written to. */
const gitErrors = [409, 503] as const
const commit = z.string().nullable().describe('For `POST /api/undo`; null when there was nothing to commit.')

/** The calls about downloads. */
export const downloadCalls = {
  'GET /api/downloads': {
    group: 'read',
    who: 'everybody',
    summary: 'Lists the free downloads.',
    note: 'A subscription that names one as `custom_fields.download_id` is answered with a link to its file. Administrators also get drafts, and the revision of each.',
    answer: z.array(downloadAnswer),
    adminAnswer: z.array(adminDownload),
  },
  'POST /api/downloads': {
    group: 'files',
    who: 'administrators',
    summary: 'Puts a file up for download: one commit with the file and its description.',
    note: 'The ending of the file decides whether it is taken: archives, sounds, MIDI, PDF and Live’s own files, at most 50 MB. Nothing opens or runs it; visitors get it as an attachment.',
    headers: ['Idempotency-Key'],
    form: downloadInput,
    status: 201,
    answer: adminDownload,
    answerHeaders: ['Location', 'ETag'],
    errors: gitErrors,
  },
  'PATCH /api/downloads/{id}': {
    group: 'files',
    who: 'administrators',
    summary: 'Changes a download, or puts a new file in the place of the old one.',
    note: 'As JSON, or as multipart with the new `file`, which keeps its name as long as its ending is the same. Links that were handed out lead to the new file.',
    params: { id: itemId },
    headers: ['If-Match', 'Idempotency-Key'],
    form: downloadPatch,
    body: downloadPatch,
    bodyLimit: '50kb',
    answer: adminDownload,
    answerHeaders: ['ETag'],
    conflict: conflictAnswer,
    errors: [...gitErrors, 404],
  },
  'DELETE /api/downloads/{id}': {
    group: 'files',
    who: 'administrators',
    summary: 'Takes a download away, with its file. Both stay in git and can be restored.',
    params: { id: itemId },
    headers: ['If-Match', 'Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), id: z.int().positive(), commit }),
    conflict: conflictAnswer,
    errors: [...gitErrors, 404],
  },
  'GET /api/downloads/deleted': {
    group: 'files',
    who: 'administrators',
    summary: 'Lists the downloads that were removed, what went last first.',
    answer: z.array(deletedDownload),
  },
  'POST /api/downloads/{id}/restore': {
    group: 'files',
    who: 'administrators',
    summary: 'Brings a removed download back with its file, byte for byte, by one commit.',
    note: '`commit` is the one that removed it. Where other files have its names by now, it comes back under the next free one.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    body: restoreRequest,
    answer: adminDownload,
    answerHeaders: ['ETag'],
    errors: [...gitErrors, 404],
  },
} satisfies CallTable

/** The calls about the static pages and `site.yaml`, and taking a save back. */
export const siteFileCalls = {
  'GET /api/pages': {
    group: 'files',
    who: 'administrators',
    summary: 'Lists the static pages.',
    answer: z.array(
      z.strictObject({
        name: z.enum(staticPageNames),
        url: z.string(),
        title: z.string(),
        updatedAt: z.iso.datetime().nullable(),
        revision: z.string().nullable(),
      }),
    ),
  },
  'GET /api/pages/{name}': {
    group: 'files',
    who: 'administrators',
    summary: 'Reads a static page with its Markdown.',
    note: `\`name\` is ${staticPageNames.map((name) => `\`${name}\``).join(', ')}. A page without a file is empty, with the revision null.`,
    params: { name: pageName },
    answer: pageAnswer,
    answerHeaders: ['ETag'],
    errors: [404, 422],
  },
  'PATCH /api/pages/{name}': {
    group: 'files',
    who: 'administrators',
    summary: 'Changes a static page: one commit that touches what the change names and nothing else.',
    params: { name: pageName },
    headers: ['If-Match', 'Idempotency-Key'],
    body: pagePatch,
    answer: pageAnswer,
    answerHeaders: ['ETag'],
    conflict: conflictAnswer,
    errors: [...gitErrors, 404],
  },
  'GET /api/settings': {
    group: 'files',
    who: 'administrators',
    summary: 'Reads the values of `site.yaml`.',
    answer: settingsAnswer,
    answerHeaders: ['ETag'],
  },
  'PATCH /api/settings': {
    group: 'files',
    who: 'administrators',
    summary: 'Changes values of `site.yaml` in place: comments, order and unknown keys stay.',
    headers: ['If-Match', 'Idempotency-Key'],
    body: settingsPatch,
    answer: settingsAnswer,
    answerHeaders: ['ETag'],
    conflict: conflictAnswer,
    errors: gitErrors,
  },
  'POST /api/undo': {
    group: 'files',
    who: 'administrators',
    summary: 'Takes a commit back by a new one, as long as nobody has changed its files since.',
    headers: ['Idempotency-Key'],
    body: undoRequest,
    answer: undoAnswer,
    errors: [...gitErrors, 404],
  },
} satisfies CallTable
