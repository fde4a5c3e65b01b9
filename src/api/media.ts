import type { DeletedPicture, ListedPicture, Picture, PictureUse } from '#domain/media.ts'
import { adminRead, adminRequest, adminSendForm, adminWrite, newIdempotencyKey } from './admin-request.ts'
import { nextCursor } from './next-cursor.ts'
import { refusalOf } from './request.ts'

/** Query keys: the path first, so that everything about pictures can be refreshed by it. */
export const mediaKeys = {
  all: ['/api/media'] as const,
  list: (query: MediaQuery = {}) => ['/api/media', query] as const,
  deleted: ['/api/media', 'deleted'] as const,
}

export interface MediaQuery {
  /** Words of the name, or of the titles of what uses the picture. */
  q?: string
  /** With a limit the list comes in pages. */
  limit?: number
  cursor?: string
}

export interface MediaPage {
  pictures: Array<ListedPicture>
  /** How many match in all. */
  total: number
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

export interface UploadOptions {
  alt?: string
  /** Told the part of the file that is sent, from 0 to 1; after that the server stores it. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
  /** Sending the same file again with the same key stores it once. */
  key?: string
  /** Whose upload it is: anybody else who is signed in by now is asked to sign in as them. */
  user?: number
}

/**
 * `POST /api/media`: stores a picture in one commit. Throws `RequestError`: 413 too large, 415 or 422 no picture that the site takes, 409 when nothing
 * can be written now; the signal's reason when it is cancelled.
 */
export async function uploadPicture(file: File, options: UploadOptions = {}): Promise<Picture> {
  const { alt, onProgress, signal, key = newIdempotencyKey(), user } = options
  const form = new FormData()
  if (alt) form.append('alt', alt)
  form.append('file', file, file.name)
  const response = await adminSendForm('/api/media', form, {
    headers: { 'Idempotency-Key': key, ...(user !== undefined && { 'X-Session-User': String(user) }) },
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  })
  return (await response.json()) as Picture
}

/** `POST /api/media` with an address: the server fetches a public picture and stores it. Throws `RequestError`, 422 and 502 among others. */
export const copyPicture = (url: string, options: Omit<UploadOptions, 'onProgress'> = {}) =>
  adminWrite<Picture>('POST', '/api/media', {
    payload: { url, ...(options.alt && { alt: options.alt }) },
    headers: { 'Idempotency-Key': options.key ?? newIdempotencyKey() },
    ...(options.signal && { signal: options.signal }),
  })

/** `GET /api/media`: what was added last comes first, each with what uses it. */
export async function listPictures(query: MediaQuery = {}, signal?: AbortSignal): Promise<MediaPage> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const response = await adminRequest(given.length > 0 ? `/api/media?${parameters}` : '/api/media', {
    ...(signal && { signal }),
  })
  const answer: unknown = await response.json()
  const pictures = Array.isArray(answer) ? (answer as Array<ListedPicture>) : []
  return {
    pictures,
    total: Number(response.headers.get('X-Total-Count') ?? pictures.length),
    next: nextCursor(response),
  }
}

/** What is known of one picture by its address, such as what uses it; null when there is none. */
export async function findPicture(url: string, signal?: AbortSignal): Promise<ListedPicture | null> {
  const { pictures } = await listPictures({ q: mediaPath(url).slice(0, 200) }, signal)
  return pictures.find((one) => one.url === url) ?? null
}

/** `DELETE /api/media/{path}` by the address of the picture. Throws `RequestError`: 409 while it is used, see `usesIn`. */
export const removePicture = (url: string, attempt = { key: newIdempotencyKey() }) =>
  adminWrite<{ deleted: true; path: string }>('DELETE', `/api${url}`, { headers: { 'Idempotency-Key': attempt.key } })

/** What uses a picture, as the refusal of its deletion says it; empty for every other error. */
export function usesIn(error: unknown): Array<PictureUse> {
  const { usedBy } = (refusalOf(error)?.body ?? {}) as { usedBy?: unknown }
  return Array.isArray(usedBy) ? usedBy : []
}

/** `GET /api/media/deleted`: what went last comes first. */
export const readDeletedPictures = () => adminRead<Array<DeletedPicture>>('/api/media/deleted')

/** `POST /api/media/restore`: brings a deleted picture back, byte for byte. Throws `RequestError`: 404, and 409 when another has its name now. */
export const restorePicture = (deleted: { path: string; commit: string }, attempt = { key: newIdempotencyKey() }) =>
  adminWrite<{ restored: true; path: string }>('POST', '/api/media/restore', {
    payload: { path: deleted.path, commit: deleted.commit },
    headers: { 'Idempotency-Key': attempt.key },
  })

/** The path below `media/` that an address stands for. */
export function mediaPath(url: string): string {
  return decodeURIComponent(url.replace(/^\/media\//, ''))
}
