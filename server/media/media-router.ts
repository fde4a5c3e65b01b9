import { type Response, Router } from 'express'
import type { MediaLibrary } from './media-library.ts'

/** Pictures that may be asked for; their bytes must say the same. SVG is for writers, as a picture in a sandbox. */
const shownFile = /\.(?:jpe?g|png|gif|webp|svg)$/i

/** What every answer under /media carries: even a file that a browser took for a document could do nothing. Feed readers in a browser may show the pictures. */
const headers = {
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * Creates the router to mount at `/media`: pictures of `content/media`, with `?w=` in that width and the best format that the browser takes.
 * 404 for whatever is no picture file there, 415 for one that can't be shown, 400 for a width that is none.
 */
export function createMediaRouter(library: MediaLibrary): Router {
  const router = Router()

  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    response.set(headers)
    const address = mediaAddress(request.path)
    if (!address) return refuse(response, 404, 'There is no such picture.')
    const width = wantedWidth(request.query.w)
    if (width === 'invalid') return refuse(response, 400, 'The width is a whole number of pixels.')
    const found = await library.find(address, { width, accept: request.get('Accept') ?? '' })
    if (found.kind === 'missing') return refuse(response, 404, 'There is no such picture.')
    if (found.kind === 'unreadable') return refuse(response, 415, 'This picture can not be shown.')
    const { tag, type, negotiated, bytes } = found.answer
    response.set({
      ETag: `"${tag}"`,
      'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800',
    })
    if (negotiated) response.set('Vary', 'Accept')
    // Before the bytes are made: who has them needs none.
    if (hasTag(request.get('If-None-Match') ?? '', tag)) return void response.status(304).end()
    const body = await bytes()
    if (!body) return refuse(response, 415, 'This picture can not be shown.')
    response
      .type(type)
      .set('Content-Length', String(body.length))
      .end(request.method === 'HEAD' ? undefined : body)
  })

  return router
}

function refuse(response: Response, status: number, sentence: string): void {
  response.removeHeader('ETag')
  response.removeHeader('Vary')
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').end(`${sentence}\n`)
}

/** Whether a browser says that it has these bytes. It may ask so on a reload too, when Express would send them again. */
function hasTag(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === `"${tag}"`)
}

/** The decoded address of a picture file, or null for anything that could not be one. `rest` is the path below `/media`. */
function mediaAddress(rest: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(rest)
  } catch {
    return null
  }
  // No empty, hidden or parent folder, no backslash, no control character.
  const plain = /^(?:\/(?!\.)[^/\\\p{Cc}]+)+$/u.test(decoded) && decoded.length <= 500
  return plain && shownFile.test(decoded) ? `/media${decoded}` : null
}

function wantedWidth(query: unknown): number | null | 'invalid' {
  if (query === undefined) return null
  return typeof query === 'string' && /^[1-9]\d{0,5}$/.test(query) ? Number(query) : 'invalid'
}
