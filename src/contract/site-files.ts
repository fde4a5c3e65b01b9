import { z } from 'zod'
import { conflictAnswer, deleteAnswer, downloadAnswer } from '#domain/content-answers.ts'
import { adminDownload, deletedDownload, downloadInput, downloadPatch } from '#domain/downloads.ts'
import { restoreRequest } from '#domain/item-requests.ts'
import { specifiedPages } from '#domain/page-names.ts'
import {
  newPage,
  pageAnswer,
  pagePatch,
  settingsAnswer,
  settingsPatch,
  undoAnswer,
  undoRequest,
} from '#domain/site-files.ts'
import type { CallTable } from './call.ts'
import { itemId, pageName } from './parameters.ts'

/** What a commit may meet: other changes, or a repository that is busy or can’t be written to. */
const gitErrors = [409, 503] as const

/** The calls about downloads. */
export const downloadCalls = {
  'GET /api/downloads': {
    group: 'read',
    who: 'everybody',
    caching: 'private',
    summary: 'Lists the free downloads.',
    note: 'A subscription that names one as `custom_fields.download_id` is answered with a link to its file. Administrators also get drafts, and the revision of each.',
    answer: z.array(downloadAnswer),
    adminAnswer: z.array(adminDownload),
  },
  'POST /api/downloads': {
    group: 'files',
    who: 'administrators',
    summary: 'Adds a download: one commit with the file and its description.',
    note: 'The extension of the file decides whether it is accepted: archives, sounds, notes, PDF and files of known programs, at most 50 MB. Of an archive, the server reads the names in its directory and decompresses nothing; visitors get the file as an attachment.',
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
    summary: 'Changes a download, or replaces its file.',
    note: 'As JSON, or as multipart with the new `file`; the name stays when the extension is the same. Existing links lead to the new file.',
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
    summary: 'Deletes a download and its file. Both stay in git and can be restored.',
    params: { id: itemId },
    headers: ['If-Match', 'Idempotency-Key'],
    answer: deleteAnswer,
    conflict: conflictAnswer,
    errors: [...gitErrors, 404],
  },
  'GET /api/downloads/deleted': {
    group: 'files',
    who: 'administrators',
    summary: 'Lists the deleted downloads, last deleted first.',
    answer: z.array(deletedDownload),
  },
  'POST /api/downloads/{id}/restore': {
    group: 'files',
    who: 'administrators',
    summary: 'Restores a deleted download and its file, byte for byte, in one commit.',
    note: '`commit` is the one that deleted it. When other files have its names by now, it gets the next free ones.',
    params: { id: itemId },
    headers: ['Idempotency-Key'],
    body: restoreRequest,
    answer: adminDownload,
    answerHeaders: ['ETag'],
    errors: [...gitErrors, 404],
  },
} satisfies CallTable

/** The calls about the pages of the site's own texts and `site.yaml`, and taking a save back. */
export const siteFileCalls = {
  'GET /api/pages': {
    group: 'files',
    who: 'administrators',
    summary: 'Lists the pages of the site’s own texts.',
    note: 'First those that every site has, also without a file, then the others by name.',
    answer: z.array(
      z.strictObject({
        name: z.string(),
        url: z.string(),
        title: z.string(),
        draft: z.boolean(),
        updatedAt: z.iso.datetime().nullable(),
        revision: z.string().nullable(),
      }),
    ),
  },
  'POST /api/pages': {
    group: 'files',
    who: 'administrators',
    summary: 'Adds a page: the file `pages/NAME.md`, which is shown at `/NAME`.',
    note: 'A name may have folders. The addresses of the site’s other pages are refused.',
    headers: ['Idempotency-Key'],
    body: newPage,
    status: 201,
    answer: pageAnswer,
    answerHeaders: ['Location', 'ETag'],
    errors: gitErrors,
  },
  'GET /api/pages/{path}': {
    group: 'files',
    who: 'administrators',
    summary: 'Reads a page with its Markdown.',
    note: `${specifiedPages.map((name) => `\`${name}\``).join(', ')} without a file are empty, with the revision null.`,
    params: { path: pageName },
    answer: pageAnswer,
    answerHeaders: ['ETag'],
    errors: [404, 422],
  },
  'PATCH /api/pages/{path}': {
    group: 'files',
    who: 'administrators',
    summary: 'Changes or moves a page: one commit that touches what the change names and nothing else.',
    params: { path: pageName },
    headers: ['If-Match', 'Idempotency-Key'],
    body: pagePatch,
    answer: pageAnswer,
    answerHeaders: ['ETag'],
    conflict: conflictAnswer,
    errors: [...gitErrors, 404],
  },
  'DELETE /api/pages/{path}': {
    group: 'files',
    who: 'administrators',
    summary: 'Deletes a page. It stays in git, and `POST /api/undo` with the commit brings it back.',
    params: { path: pageName },
    headers: ['If-Match', 'Idempotency-Key'],
    answer: z.strictObject({ deleted: z.literal(true), commit: z.string().nullable() }),
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
    summary: 'Reverts a commit by a new one, as long as nobody has changed its files since.',
    headers: ['Idempotency-Key'],
    body: undoRequest,
    answer: undoAnswer,
    errors: [...gitErrors, 404],
  },
} satisfies CallTable
