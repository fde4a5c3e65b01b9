import { type Request, type Response, Router } from 'express'
import { lookup } from 'mrmime'
import { besideAddress, besideOf, besidePath } from '#domain/beside.ts'
import { type ContentType, contentTypes } from '#domain/content.ts'
import { downloadFile, mediaPath, pictureFile } from '#domain/media.ts'
import { isSoundPath } from '#domain/sound.ts'
import { sendBytes } from '../http/byte-range.ts'
import { setCaching, setPrivate } from '../http/caching.ts'
import type { FoundMedia, MediaAnswer } from './media-answer.ts'
import type { MediaFiles, MediaLibrary } from './media-library.ts'
import type { SoundLibrary } from './sounds/sound-library.ts'

/**
 * Headers of every response under /media. The sandbox makes a file harmless that a browser opens as
 * a document; feed readers on other origins may load media.
 */
const headers = {
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** What the router asks about files beside texts. */
interface FilesBeside {
  isShown(path: string): Promise<boolean>
  /** Whether the draft that the token of a link shows has the file. */
  isShared(token: string, path: string): Promise<boolean>
  who(request: Request): Promise<unknown>
  itemFolder(type: ContentType, id: number): string | null
}

/**
 * Creates the router for `/media`: pictures and sounds of `content/media`. For a picture `?w=`
 * selects the width, and `Accept` the format; for a sound `?waveform` asks for a picture of it.
 * PDF, MIDI and text files are sent as downloads. Answers 404 when there is no such file, 415 when
 * it can't be served, 400 for an invalid width.
 */
export function createMediaRouter(
  library: MediaLibrary,
  sounds: SoundLibrary,
  files: MediaFiles,
  beside?: FilesBeside,
): Router {
  const router = Router()

  if (beside) router.get('/beside', (request, response) => leadToFile(request, response, beside))

  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    response.set(headers)
    const address = mediaAddress(request.path)
    if (!address) return refuse(response, 404, 'There is no such picture.')
    const own = besideOf(address)
    const seen = own === null ? 'public' : await visibilityOf(request, own, beside)
    if (seen === 'hidden') return refuse(response, 404, 'There is no such picture.')
    const kind = downloadFile.test(address) ? 'file' : isSoundPath(address) ? 'sound' : 'picture'
    const { missing, broken } = sentences[kind]
    const width = wantedWidth(request.query.w)
    if (kind === 'picture' && width === 'invalid')
      return refuse(response, 400, 'The width is a whole number of pixels.')
    const found = await {
      file: () => linkedFile(files, address),
      sound: () => sounds.find(address, request.query.waveform !== undefined),
      picture: () =>
        library.find(address, {
          width: width === 'invalid' ? null : width,
          accept: request.get('Accept') ?? '',
        }),
    }[kind]()
    // Opened as a document, the sound is played by a page of the browser with these headers.
    if (kind === 'sound')
      response.set(
        'Content-Security-Policy',
        "sandbox; default-src 'none'; media-src 'self'; frame-ancestors 'none'",
      )
    if (found === 'missing') return refuse(response, 404, missing)
    if (found === 'unreadable') return refuse(response, 415, broken)
    if (kind === 'file') response.attachment(address.split('/').at(-1))
    return answer(request, response, found, broken, seen)
  })

  return router
}

const sentences = {
  picture: { missing: 'There is no such picture.', broken: 'This picture can not be shown.' },
  sound: { missing: 'There is no such sound.', broken: 'This sound can not be played.' },
  file: { missing: 'There is no such file.', broken: 'This file can not be sent.' },
}

/** A file that a text links, sent as it is. */
async function linkedFile(files: MediaFiles, address: string): Promise<FoundMedia> {
  const blob = files.blobAt(address.slice(1))
  if (blob === null) return 'missing'
  const type = lookup(address) ?? 'application/octet-stream'
  return { tag: `${blob}-file`, type, negotiated: false, bytes: () => files.read(blob) }
}

/**
 * Sends a file, a range of it or a 304; `broken` is the sentence for a file without bytes that can
 * be served.
 */
async function answer(
  request: Request,
  response: Response,
  { tag, type, negotiated, bytes }: MediaAnswer,
  broken: string,
  seen: 'public' | 'private',
) {
  response.set('ETag', `"${tag}"`)
  setCaching(request, response, seen === 'public' ? 'file' : 'private')
  if (negotiated) response.set('Vary', 'Accept')
  // Before encoding, because a 304 needs no bytes.
  if (hasTag(request.get('If-None-Match') ?? '', tag)) return void response.status(304).end()
  const body = await bytes()
  if (!body) return refuse(response, 415, broken)
  sendBytes(request, response.type(type), body)
}

/**
 * A file beside a text is public when a published text shows it. Administrators also see the files
 * of drafts. A link to a draft also gives access to the files of that draft (`?draft=TOKEN`).
 */
async function visibilityOf(
  request: Request,
  path: string,
  beside?: FilesBeside,
): Promise<'public' | 'private' | 'hidden'> {
  if (!beside) return 'hidden'
  if (await beside.isShown(path)) return 'public'
  const { draft } = request.query
  const isShared = typeof draft === 'string' && (await beside.isShared(draft, path))
  return isShared || (await isAdministrator(request, beside)) ? 'private' : 'hidden'
}

/** When the session can't be checked, the request counts as a visitor's. */
async function isAdministrator(request: Request, { who }: FilesBeside): Promise<boolean> {
  return (await who(request).catch(() => null)) !== null
}

/**
 * Leads an editor to a file that a text names relative to itself:
 * `?type=articles&id=1&file=images/a.png`.
 */
async function leadToFile(request: Request, response: Response, beside: FilesBeside) {
  const { type, id, file } = request.query
  if (!(await isAdministrator(request, beside)))
    return refuse(response, 404, 'There is no such picture.')
  const known = contentTypes.find((one) => one === type)
  const folder =
    known && typeof id === 'string' && /^\d{1,15}$/.test(id)
      ? beside.itemFolder(known, Number(id))
      : null
  const path =
    folder === null || folder === undefined || typeof file !== 'string'
      ? null
      : besidePath(file, folder)
  if (path === null) return refuse(response, 404, 'There is no such picture.')
  setPrivate(response)
  response.redirect(302, besideAddress(path))
}

function refuse(response: Response, status: number, sentence: string) {
  response.removeHeader('ETag')
  response.removeHeader('Vary')
  setPrivate(response)
  response.status(status).type('text/plain').end(`${sentence}\n`)
}

/**
 * Whether `If-None-Match` names this tag. Express's own check ignores it on a reload
 * (`Cache-Control: no-cache`).
 */
function hasTag(ifNoneMatch: string, tag: string): boolean {
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === `"${tag}"`)
  )
}

/**
 * The decoded address of a picture, a sound or a download, or null when the path is not a valid
 * one. `rest` is the path below `/media`.
 */
function mediaAddress(rest: string): string | null {
  const address = mediaPath(`/media${rest}`)
  const isServed =
    address !== null &&
    (isSoundPath(address) || pictureFile.test(address) || downloadFile.test(address))
  return isServed ? address : null
}

function wantedWidth(query: unknown): number | null | 'invalid' {
  if (query === undefined) return null
  return typeof query === 'string' && /^[1-9]\d{0,5}$/.test(query) ? Number(query) : 'invalid'
}
