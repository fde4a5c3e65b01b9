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
import type { KeyedWrite } from '../../http/idempotency.ts'
import { ifMatch } from '../../http/if-match.ts'
import { doneOnce } from '../../http/once-middleware.ts'
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

interface Saver {
  author: Author
  write: KeyedWrite | null
}

/** What administrators put up for download; `server/content` makes it. */
interface Downloads {
  list(): Array<AdminDownload>
  one(id: number): AdminDownload | null
  create(fields: DownloadPatch, file: SentFile, by: Saver): Promise<DownloadSave>
  update(
    id: number,
    patch: DownloadPatch,
    file: SentFile | null,
    from: Saver & { revision: string | undefined; fileRevision: string | undefined },
  ): Promise<DownloadSave>
  remove(id: number, from: Saver & { revision: string | undefined }): Promise<DownloadSave>
  deleted(): Promise<Array<DeletedDownload>>
  restore(id: number, to: Saver & { commit: string }): Promise<DownloadSave>
}

/** Adding, changing, replacing, removing and restoring downloads. The list falls through to the public one for visitors; writes are mounted behind the session check. */
export function downloadsApi(
  parts: AdminParts & {
    requireSession: RequestHandler
    once: RequestHandler
    who: (req: Request) => Promise<SignedIn | null>
    downloads: Downloads
  },
): Router {
  const { who, once, requireSession, downloads, author } = parts
  const form = uploadBody(upload)
  const router = Router()

  router.get('/downloads', async (req, res, next) => {
    res.vary('Cookie')
    if (!(await who(req))) return next()
    res.set('Cache-Control', 'private, no-store').json(downloads.list())
  })

  router.get('/downloads/deleted', requireSession, async (_req, res) => {
    res.json(await downloads.deleted())
  })

  router.post('/downloads/:id/restore', parts.body, async (req, res) => {
    const to = { ...parseBody(restoreRequest, req.body), author: author(res) }
    const id = readId(String(req.params.id))
    const result = await doneOnce(res, (write) => downloads.restore(id, { ...to, write }))
    if (isSaved(res, result)) send(res, result)
  })

  router.post('/downloads', form, once, async (req, res) => {
    const file = fileIn(req)
    if (!file) throw new HttpError(400, oneFile)
    const fields = fieldsOf(parseBody(downloadInput, bodyOf(req)))
    const result = await doneOnce(res, (write) => downloads.create(fields, file, { author: author(res), write }))
    if (!isSaved(res, result)) return
    send(res.status(201).location('/api/downloads'), result)
  })

  router.patch('/downloads/:id', form, once, async (req, res) => {
    const { revision, fileRevision, ...fields } = parseBody(downloadPatch, bodyOf(req))
    const from = { revision: ifMatch(req) ?? revision, fileRevision, author: author(res) }
    const id = readId(String(req.params.id))
    const result = await doneOnce(res, (write) =>
      downloads.update(id, fieldsOf(fields), fileIn(req), { ...from, write }),
    )
    if (isSaved(res, result)) send(res, result)
  })

  router.delete('/downloads/:id', once, async (req, res) => {
    const id = readId(String(req.params.id))
    const result = await doneOnce(res, (write) =>
      downloads.remove(id, { revision: ifMatch(req), author: author(res), write }),
    )
    if (isSaved(res, result)) res.json({ deleted: true, id, commit: result.commit })
  })

  function send(res: Response, { id, commit }: { id: number; commit: string | null }): void {
    const download = downloads.one(id)
    if (!download) throw new HttpError(404, 'There is no such download.')
    res.set('ETag', `"${download.revision}"`).json({ ...download, commit })
  }

  return router
}

function fileIn({ file }: Request): SentFile | null {
  return file ? { name: file.originalname, bytes: file.buffer } : null
}

/** A form sends texts alone. */
function fieldsOf<Fields extends { draft?: boolean | 'true' | 'false' | undefined }>({ draft, ...fields }: Fields) {
  return { ...fields, ...(draft !== undefined && { draft: draft === true || draft === 'true' }) } as DownloadPatch
}

/** Fields of a form have no prototype, which a schema would not take for an object. */
function bodyOf(req: Request): unknown {
  return req.is('multipart/form-data') ? { ...req.body } : req.body
}
