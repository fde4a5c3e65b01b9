import type { Response, Router } from 'express'
import { mediaCalls } from '#contract/media.ts'
import { AnalysisError } from '#domain/analysis.ts'
import {
  type DeletedPicture,
  type ListedPicture,
  type Picture,
  type PictureUse,
  pictureMaxBytes,
} from '#domain/media.ts'
import { HttpError } from '../http/http-error.ts'
import type { KeyedWrite } from '../http/idempotency.ts'
import { type Author, type CallGate, Conflict, mountCalls } from '../http/mount-calls.ts'
import { uploadBody } from '../http/upload-body.ts'
import { pictureList } from './media-list.ts'

const upload = {
  fileMaxBytes: pictureMaxBytes,
  hopelessBytes: 10 * pictureMaxBytes,
  fields: 4,
  jsonLimit: '10kb',
  tooLarge: `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`,
  oneFile: 'Please send one picture, in the field "file".',
}

interface Catalogued {
  path: string
  addedAt: string | null
  usedBy: ReadonlyArray<PictureUse>
}

type PictureChange =
  | { kind: 'done' }
  | { kind: 'missing' }
  | { kind: 'taken' }
  | { kind: 'used'; usedBy: ReadonlyArray<PictureUse> }

interface Saver {
  author: Author
  write: KeyedWrite | null
}

/** The pictures of the content folder; `media-catalogue.ts` makes it. */
interface Catalogue<Item extends Catalogued> {
  add(upload: { bytes: Uint8Array; name: string }, by: Saver): Promise<Picture>
  list(): Promise<Array<Item>>
  describe(item: Item): Promise<ListedPicture>
  remove(path: string, by: Saver): Promise<PictureChange>
  deleted(): Promise<Array<DeletedPicture>>
  restore(path: string, commit: string, by: Saver): Promise<PictureChange>
}

const fetchStatus: Readonly<Partial<Record<AnalysisError['kind'], number>>> = { 'too-large': 413, address: 422 }

/**
 * Upload, copy, list, delete and restore of pictures (rulings, section 6). `fetchPublic` gives the bytes behind a public address and rejects with
 * AnalysisError.
 */
export function mediaApi<Item extends Catalogued>(
  catalogue: Catalogue<Item>,
  fetchPublic: (url: string, signal: AbortSignal) => Promise<Uint8Array>,
  gate: CallGate,
): Router {
  return mountCalls(mediaCalls, gate, {
    async 'GET /api/media'({ query, req, res }) {
      const { items, total, next } = pictureList(await catalogue.list(), query)
      if (next !== null) res.links({ next: `${req.baseUrl}${req.path}?${next}` })
      res.set('X-Total-Count', String(total))
      return Promise.all(items.map((item) => catalogue.describe(item)))
    },
    'GET /api/media/deleted': () => catalogue.deleted(),
    'POST /api/media': {
      receive: uploadBody(upload),
      async answer({ body, file, author, once, res }) {
        const picture = await once(async (write) => {
          const by = { author, write }
          if ('url' in body) return catalogue.add({ bytes: await fetched(body.url, res), name: nameIn(body.url) }, by)
          if (!file) throw new HttpError(400, upload.oneFile)
          return catalogue.add(file, by)
        })
        res.location(picture.url)
        return { ...picture, ...(body.alt && { alt: body.alt }) }
      },
    },
    async 'POST /api/media/restore'({ body: { path, commit }, author, once }) {
      refuse(await once((write) => catalogue.restore(path, commit, { author, write })))
      return { restored: true, path }
    },
    async 'DELETE /api/media/{path}'({ params: { path }, author, once }) {
      const result = await once((write) => catalogue.remove(path, { author, write }))
      if (result.kind === 'used')
        return new Conflict({ message: usedSentence(result.usedBy), usedBy: [...result.usedBy] })
      refuse(result)
      return { deleted: true, path }
    },
  })

  /** A picture of somewhere else, fetched as long as the client is there to wait for it. */
  async function fetched(url: string, res: Response): Promise<Uint8Array> {
    const gone = new AbortController()
    res.on('close', () => gone.abort())
    return fetchPublic(url, gone.signal).catch((error: unknown) => {
      throw asHttpError(error)
    })
  }
}

function refuse(result: PictureChange): void {
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
