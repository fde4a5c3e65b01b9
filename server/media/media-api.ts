import { type RequestHandler, type Response, Router } from 'express'
import { AnalysisError } from '#domain/analysis.ts'
import {
  type DeletedPicture,
  type ListedPicture,
  type Picture,
  type PictureUse,
  pictureCopy,
  pictureMaxBytes,
  pictureRestore,
  pictureUpload,
} from '#domain/media.ts'
import type { Author } from '../http/admin-parts.ts'
import { HttpError } from '../http/http-error.ts'
import { doneOnce } from '../http/idempotency.ts'
import { jsonBody } from '../http/json-body.ts'
import { parseBody } from '../http/parse-body.ts'
import { uploadBody } from '../http/upload-body.ts'
import { applyMediaQuery } from './media-list.ts'

const upload = {
  fileMaxBytes: pictureMaxBytes,
  hopelessBytes: 10 * pictureMaxBytes,
  fields: 4,
  jsonLimit: '10kb',
  tooLarge: `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`,
  oneFile: 'Please send one picture, in the field "file".',
}

interface Shelved {
  path: string
  addedAt: string | null
  usedBy: ReadonlyArray<PictureUse>
}

type ShelfResult =
  | { kind: 'done' }
  | { kind: 'missing' }
  | { kind: 'taken' }
  | { kind: 'used'; usedBy: ReadonlyArray<PictureUse> }

/** Where the pictures are; `server/media` makes it. */
interface Shelf<Item extends Shelved> {
  add(upload: { bytes: Uint8Array; name: string }, author: Author): Promise<Picture>
  list(): Promise<Array<Item>>
  describe(item: Item): Promise<ListedPicture>
  remove(path: string, author: Author): Promise<ShelfResult>
  deleted(): Promise<Array<DeletedPicture>>
  restore(path: string, commit: string, author: Author): Promise<ShelfResult>
}

export interface MediaApiParts<Item extends Shelved> {
  shelf: Shelf<Item>
  /** The bytes behind a public address. Rejects with AnalysisError. */
  fetchPublic: (url: string, signal: AbortSignal) => Promise<Uint8Array>
  requireSession: RequestHandler
  once: RequestHandler
  author: (res: Response) => Author
}

const fetchStatus: Readonly<Partial<Record<AnalysisError['kind'], number>>> = { 'too-large': 413, address: 422 }

/** Upload, copy, list, delete and restore of pictures (rulings, section 6). Writes are mounted behind the session check. */
export function mediaApi<Item extends Shelved>(parts: MediaApiParts<Item>): Router {
  const { shelf, requireSession, once, author } = parts
  const router = Router()

  router.get('/media', requireSession, async (req, res) => {
    const { items, total, next } = applyMediaQuery(await shelf.list(), req.query)
    if (next !== null) res.links({ next: `${req.baseUrl}${req.path}?${next}` })
    res.set('X-Total-Count', String(total))
    res.json(await Promise.all(items.map((item) => shelf.describe(item))))
  })

  router.get('/media/deleted', requireSession, async (_req, res) => {
    res.json(await shelf.deleted())
  })

  router.post('/media', uploadBody(upload), once, async (req, res) => {
    const { alt, picture } = req.is('json') ? await copied(req.body, res) : await uploaded(req.file, req.body, res)
    res
      .status(201)
      .location(picture.url)
      .json({ ...picture, ...(alt && { alt }) })
  })

  router.post('/media/restore', jsonBody('10kb'), once, async (req, res) => {
    const { path, commit } = parseBody(pictureRestore, req.body)
    const result = await doneOnce(res, () => shelf.restore(path, commit, author(res)))
    refuse(result)
    res.json({ restored: true, path })
  })

  router.delete('/media/*path', once, async (req, res) => {
    const path = ([] as Array<string>).concat(req.params.path ?? []).join('/')
    const result = await doneOnce(res, () => shelf.remove(path, author(res)))
    if (result.kind === 'used') {
      const { usedBy } = result
      res.status(409).json({ message: usedSentence(usedBy), usedBy })
      return
    }
    refuse(result)
    res.json({ deleted: true, path })
  })

  async function uploaded(file: Express.Multer.File | undefined, body: unknown, res: Response) {
    if (!file) throw new HttpError(400, 'Please send one picture, in the field "file".')
    const { alt } = parseBody(pictureUpload, { ...(body as object) })
    const picture = await doneOnce(res, () => shelf.add({ bytes: file.buffer, name: file.originalname }, author(res)))
    return { alt, picture }
  }

  /** A picture of somewhere else, fetched as long as the client is there to wait for it. */
  async function copied(body: unknown, res: Response) {
    const { url, alt } = parseBody(pictureCopy, body)
    const gone = new AbortController()
    res.on('close', () => gone.abort())
    const picture = await doneOnce(res, async () => {
      const bytes = await parts.fetchPublic(url, gone.signal).catch((error: unknown) => {
        throw asHttpError(error)
      })
      return shelf.add({ bytes, name: nameIn(url) }, author(res))
    })
    return { alt, picture }
  }

  return router
}

function refuse(result: ShelfResult): void {
  if (result.kind === 'missing') throw new HttpError(404, 'There is no such picture.')
  if (result.kind === 'taken') throw new HttpError(409, 'Another file has this name now.')
}

/** Names up to three of the items. */
function usedSentence(usedBy: ReadonlyArray<PictureUse>): string {
  const named = usedBy.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = usedBy.length - named.length
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])]
  const list = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0]
  return `This picture is used in ${list}. Take it out there first.`
}

/** The last part of an address, which is what a person would call the file. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function asHttpError(error: unknown): unknown {
  if (!(error instanceof AnalysisError)) return error
  return new HttpError(fetchStatus[error.kind] ?? 502, error.message, { cause: error })
}
