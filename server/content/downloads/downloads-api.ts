import { type Request, type RequestHandler, type Response, Router } from 'express'
import {
  type AdminDownload,
  type DeletedDownload,
  type DownloadPatch,
  downloadInput,
  downloadMaxBytes,
  downloadPatch,
} from '#domain/downloads.ts'
import { restoreRequest } from '#domain/item-requests.ts'
import type { AdminParts, Author } from '../../http/admin-parts.ts'
import { HttpError } from '../../http/http-error.ts'
import { doneOnce } from '../../http/idempotency.ts'
import { ifMatch } from '../../http/if-match.ts'
import { parseBody } from '../../http/parse-body.ts'
import { readId } from '../../http/read-id.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { uploadBody } from '../../http/upload-body.ts'
import { isSaved, type SiteSave } from '../api/site-files-api.ts'

const oneFile = 'Please send one file, in the field "file".'
const upload = {
  fileMaxBytes: downloadMaxBytes,
  hopelessBytes: 2 * downloadMaxBytes,
  fields: 12,
  jsonLimit: '50kb',
  tooLarge: `A file for download has at most ${downloadMaxBytes / 1024 / 1024} MB.`,
  oneFile,
}

interface SentFile {
  name: string
  bytes: Buffer
}

type DownloadSave = { kind: 'saved'; id: number; commit: string | null } | Exclude<SiteSave, { kind: 'saved' }>

/** What administrators put up for download; `server/content` makes it. */
interface Downloads {
  list(): Array<AdminDownload>
  one(id: number): AdminDownload | null
  create(fields: DownloadPatch, file: SentFile, author: Author): Promise<DownloadSave>
  update(
    id: number,
    patch: DownloadPatch,
    file: SentFile | null,
    from: { revision: string | undefined; fileRevision: string | undefined; author: Author },
  ): Promise<DownloadSave>
  remove(id: number, from: { revision: string | undefined; author: Author }): Promise<DownloadSave>
  deleted(): Promise<Array<DeletedDownload>>
  restore(id: number, to: { commit: string; author: Author }): Promise<DownloadSave>
}

/** The list of downloads for everybody; adding, changing, replacing, removing and restoring them for administrators. */
export function downloadsApi(
  downloads: Downloads,
  published: { list(): ReadonlyArray<Download>; count(id: number): number },
  gate: CallGate,
): Router {
  return mountCalls(downloadCalls, gate, {
    'GET /api/downloads'({ person, res }) {
      if (person) return downloads.list()
      // Five minutes (specification, sections 7 and 9), in the visitor's own browser: administrators get another list here.
      res.set('Cache-Control', 'private, max-age=300')
      return published.list().map((download) => publicDownload(download, published.count(download.id)))
    },
    'GET /api/downloads/deleted': () => downloads.deleted(),
    async 'POST /api/downloads/{id}/restore'({ params: { id }, body: { commit }, author, once, res }) {
      return answer(res, await once(() => downloads.restore(id, { commit, author })))
    },
    'POST /api/downloads': {
      receive: form,
      async answer({ body, file, author, once, res }) {
        if (!file) throw new HttpError(400, oneFile)
        const result = await once(() => downloads.create(fieldsOf(body), file, author))
        res.location('/api/downloads')
        return answer(res, result)
      },
    },
    'PATCH /api/downloads/{id}': {
      receive: form,
      async answer({ params: { id }, body, file, revision, author, once, res }) {
        const { revision: _, fileRevision, ...fields } = body
        const from = { revision, fileRevision, author }
        return answer(res, await once(() => downloads.update(id, fieldsOf(fields), file, from)))
      },
    },
    async 'DELETE /api/downloads/{id}'({ params: { id }, revision, author, once }) {
      const result = await once(() => downloads.remove(id, { revision, author }))
      return savedOr(result, ({ commit }) => ({ deleted: true, id, commit }))
    },
  })

  function answer(res: Response, result: DownloadSave) {
    return savedOr(result, ({ id, commit }) => {
      const download = downloads.one(id)
      if (!download) throw new HttpError(404, noDownload)
      res.set('ETag', `"${download.revision}"`)
      return { ...download, commit }
    })
  }
}

/** What a save that went well is answered with, or the versions of one that met another. Throws HttpError 404. */
function savedOr<Answer>(
  result: DownloadSave,
  answer: (saved: Extract<DownloadSave, { kind: 'saved' }>) => Answer,
): Answer | Conflict<ConflictAnswer> {
  if (result.kind === 'missing') throw new HttpError(404, noDownload)
  return result.kind === 'conflict' ? conflictOf(result) : answer(result)
}

const noDownload = 'There is no such download.'

/** A form sends texts alone. */
function fieldsOf<Fields extends { draft?: boolean | 'true' | 'false' | undefined }>({ draft, ...fields }: Fields) {
  return { ...fields, ...(draft !== undefined && { draft: draft === true || draft === 'true' }) } as DownloadPatch
}
