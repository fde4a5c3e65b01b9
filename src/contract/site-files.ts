import { z } from 'zod'
import { deleteAnswer, downloadAnswer, historyEntry } from '#domain/content-answers.ts'
import { adminDownload, deletedDownload, downloadInput, downloadPatch } from '#domain/downloads.ts'
import { restoreRequest } from '#domain/item-requests.ts'
import { specifiedPages } from '#domain/page-names.ts'
import { sampleSurvey, samplesRemoved } from '#domain/samples.ts'
import {
  newPage,
  pageAnswer,
  pagePatch,
  pageVersion,
  settingsAnswer,
  settingsPatch,
  undoAnswer,
  undoRequest,
} from '#domain/site-files.ts'
import { newSnippet, snippet, snippetSaved } from '#domain/snippets.ts'
import { instant } from '../domain/value-schemas.ts'
import type { CallTable } from './call.ts'
import { gitErrors, versioned } from './commits.ts'
import { commitName, itemId, pageName, versionQuery } from './parameters.ts'

const files = { group: 'files', who: 'editor' } as const

/** The calls about downloads. */
export const downloadCalls = {
  'GET /api/downloads': {
    group: 'read',
    who: 'everybody',
    caching: 'private',
    summary: 'Lists the free downloads.',
    note: 'A subscription that names one as `custom_fields.download_id` is answered with a link to its file. Signed-in users also get drafts, and the revision of each.',
    answer: z.array(downloadAnswer),
    adminAnswer: z.array(adminDownload),
  },
  'POST /api/downloads': {
    ...files,
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
    ...files,
    summary: 'Changes a download, or replaces its file.',
    note: 'As JSON, or as multipart with the new `file`; the name stays when the extension is the same. Existing links lead to the new file.',
    params: { id: itemId },
    ...versioned,
    form: downloadPatch,
    body: downloadPatch,
    bodyLimit: '50kb',
    answer: adminDownload,
    answerHeaders: ['ETag'],
  },
  'DELETE /api/downloads/{id}': {
    ...files,
    summary: 'Deletes a download and its file. Both stay in git and can be restored.',
    params: { id: itemId },
    ...versioned,
    answer: deleteAnswer,
  },
  'GET /api/downloads/deleted': {
    ...files,
    summary: 'Lists the deleted downloads, last deleted first.',
    answer: z.array(deletedDownload),
  },
  'POST /api/downloads/{id}/restore': {
    ...files,
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
    ...files,
    summary: 'Lists the pages of the site’s own texts.',
    note: 'First those that every site has, also without a file, then the others by name.',
    answer: z.array(
      z.strictObject({
        name: z.string(),
        url: z.string(),
        title: z.string(),
        draft: z.boolean(),
        updatedAt: instant.nullable(),
        revision: z.string().nullable(),
      }),
    ),
  },
  'POST /api/pages': {
    ...files,
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
    ...files,
    summary: 'Reads a page with its Markdown.',
    note: `${specifiedPages.map((name) => `\`${name}\``).join(', ')} without a file are empty, with the revision null.`,
    params: { path: pageName },
    answer: pageAnswer,
    answerHeaders: ['ETag'],
    errors: [404, 422],
  },
  'PATCH /api/pages/{path}': {
    ...files,
    summary:
      'Changes or moves a page: one commit that touches what the change names and nothing else.',
    params: { path: pageName },
    ...versioned,
    body: pagePatch,
    answer: pageAnswer,
    answerHeaders: ['ETag'],
  },
  'DELETE /api/pages/{path}': {
    ...files,
    summary:
      'Deletes a page. It stays in git, and `POST /api/undo` with the commit brings it back.',
    params: { path: pageName },
    ...versioned,
    answer: z.strictObject({ deleted: z.literal(true), commit: z.string().nullable() }),
  },
  'GET /api/page-history/{path}': {
    ...files,
    summary: 'Lists the commits that changed a page, newest first; also for a deleted one.',
    params: { path: pageName },
    answer: z.array(historyEntry),
    errors: [404],
  },
  'GET /api/page-versions/{commit}/{path}': {
    ...files,
    summary:
      'Reads a page in the version of a commit, and the changes of that commit, or those from what is there now to it.',
    params: { commit: commitName, path: pageName },
    query: versionQuery,
    answer: pageVersion,
    errors: [404],
  },
  'POST /api/page-versions/{commit}/{path}': {
    ...files,
    summary: 'Restores a page as it was after a commit, or before it when the commit deleted it.',
    note: 'Its address and its redirects stay. When the page has that version already, there is no commit.',
    params: { commit: commitName, path: pageName },
    headers: ['Idempotency-Key'],
    answer: pageAnswer,
    answerHeaders: ['ETag'],
    errors: [...gitErrors, 404],
  },
  'GET /api/settings': {
    ...files,
    who: 'writer',
    summary: 'Reads the values of `site.yaml`.',
    answer: settingsAnswer,
    answerHeaders: ['ETag'],
  },
  'PATCH /api/settings': {
    ...files,
    who: 'owner',
    summary: 'Changes values of `site.yaml` in place: comments, order and unknown keys stay.',
    ...versioned,
    body: settingsPatch,
    answer: settingsAnswer,
    answerHeaders: ['ETag'],
    errors: gitErrors,
  },
  'GET /api/samples': {
    ...files,
    summary: 'Says which samples of the product the site has, and what leads to them.',
    note: 'A sample is an article, news item, newsletter, download, picture or sound that came with the product, byte for byte. Pages and settings are none.',
    answer: sampleSurvey,
    answerHeaders: ['ETag'],
  },
  'POST /api/samples/remove': {
    ...files,
    who: 'owner',
    summary: 'Removes all samples that nobody has changed, with what only they use: one commit.',
    note: 'With the revision of `GET /api/samples`, it removes what that has shown or nothing (409). `POST /api/undo` with the commit brings all of them back.',
    headers: ['If-Match', 'Idempotency-Key'],
    answer: samplesRemoved,
    errors: gitErrors,
  },
  'POST /api/undo': {
    ...files,
    who: 'writer',
    summary: 'Reverts a commit by a new one, as long as nobody has changed its files since.',
    headers: ['Idempotency-Key'],
    body: undoRequest,
    answer: undoAnswer,
    errors: [...gitErrors, 404],
  },
} satisfies CallTable

/** The calls about texts that writers insert in others. */
export const snippetCalls = {
  'GET /api/snippets': {
    ...files,
    who: 'writer',
    summary: 'Lists the snippets, the files in `snippets/`, by their titles.',
    answer: z.array(snippet),
  },
  'POST /api/snippets': {
    ...files,
    who: 'writer',
    summary: 'Stores a text as a snippet: one commit.',
    note: 'It replaces the snippet of the same title. Texts in which that was inserted stay as they are.',
    headers: ['Idempotency-Key'],
    body: newSnippet,
    answer: snippetSaved,
    errors: gitErrors,
  },
} satisfies CallTable
