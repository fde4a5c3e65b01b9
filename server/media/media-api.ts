import type { Response, Router } from 'express'
import { mediaCalls } from '#contract/media.ts'
import { AnalysisError } from '#domain/analysis.ts'
import { type PictureUse, pictureMaxBytes } from '#domain/media.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { isSoundPath, soundMaxBytes } from '#domain/sound.ts'
import { HttpError } from '../http/http-error.ts'
import { type CallGate, Conflict, mountCalls } from '../http/mount-calls.ts'
import { linkNext } from '../http/request-parts.ts'
import { uploadBody } from '../http/upload-body.ts'
import type { MediaCatalogue, PictureChange } from './media-catalogue.ts'
import { pictureList } from './media-list.ts'

const upload = {
  // `take` refuses a picture above its own limit.
  fileMaxBytes: soundMaxBytes,
  hopelessBytes: 10 * pictureMaxBytes,
  fields: 4,
  jsonLimit: '10kb',
  tooLarge: `This file is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken for a picture, and ${soundMaxBytes / 1024 / 1024} MB for a sound.`,
  oneFile: 'Please send one picture, in the field "file".',
}

const fetchStatus: Readonly<Partial<Record<AnalysisError['kind'], number>>> = {
  'too-large': 413,
  address: 422,
}

/**
 * Calls that upload, copy, list, delete and restore pictures and sounds (rulings, section 6).
 * `fetchPublic` resolves with the bytes of a public URL and rejects with AnalysisError.
 */
export function mediaApi(
  catalogue: MediaCatalogue,
  fetchPublic: (url: string, signal: AbortSignal) => Promise<Uint8Array>,
  gate: CallGate,
): Router {
  return mountCalls(mediaCalls, gate, {
    async 'GET /api/media'({ query, res }) {
      const { items, total, next } = pictureList(await catalogue.list(query.kind), query)
      linkNext(res, next)
      res.set('X-Total-Count', String(total))
      return Promise.all(items.map((item) => catalogue.describe(item)))
    },
    'GET /api/media/deleted': () => catalogue.deleted(),
    'POST /api/media': {
      receive: uploadBody(upload),
      async answer({ body, file, once, res }) {
        const picture = await once(async (by) => {
          if ('url' in body)
            return catalogue.add(
              { bytes: await fetched(body.url, res), name: nameIn(body.url) },
              by,
            )
          if (!file) throw new HttpError(400, upload.oneFile)
          return catalogue.add(file, by)
        })
        res.location(picture.url)
        return { ...picture, ...(body.alt && { alt: body.alt }) }
      },
    },
    async 'POST /api/media/restore'({ body: { path, commit }, once }) {
      refuse(await once((by) => catalogue.restore(path, commit, by)))
      return { restored: true, path }
    },
    async 'DELETE /api/media/{path}'({ params: { path }, once }) {
      const result = await once((by) => catalogue.remove(path, by))
      if (result.kind === 'used')
        return new Conflict({
          message: usedSentence(path, result.usedBy),
          usedBy: [...result.usedBy],
        })
      refuse(result)
      return {
        deleted: true,
        path,
        commit: result.kind === 'done' ? (result.commit ?? null) : null,
      }
    },
  })

  /** Fetches a picture from another site; stops when the client disconnects. */
  async function fetched(url: string, res: Response) {
    const gone = new AbortController()
    res.on('close', () => gone.abort())
    return fetchPublic(url, gone.signal).catch((error: unknown) => {
      throw asHttpError(error)
    })
  }
}

function refuse(result: PictureChange) {
  if (result.kind === 'missing') throw new HttpError(404, 'There is no such picture.')
  if (result.kind === 'taken') throw new HttpError(409, 'Another file has this name now.')
}

/** A sentence that names up to three items that use the file. */
function usedSentence(path: string, usedBy: ReadonlyArray<PictureUse>): string {
  const named = usedBy.slice(0, 3).map(({ title }) => `“${title}”`)
  const more = usedBy.length - named.length
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])]
  const list = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0]
  return `This ${isSoundPath(path) ? 'sound' : 'picture'} is used in ${list}. Take it out there first.`
}

/** The file name in a URL: its last segment. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  return percentDecoded(last) ?? last
}

function asHttpError(error: unknown): unknown {
  if (!(error instanceof AnalysisError)) return error
  return new HttpError(fetchStatus[error.kind] ?? 502, error.message, { cause: error })
}
