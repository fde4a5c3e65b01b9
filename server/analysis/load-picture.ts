import { AnalysisError } from '#domain/analysis.ts'
import { mediaPath } from '#domain/media.ts'

export interface PictureLoaderOptions {
  /** Canonical origin of the site. */
  siteUrl: string
  /** The bytes of a media file by its decoded address (`/media/…`), or null. */
  readMedia: (address: string) => Uint8Array | null | Promise<Uint8Array | null>
  fetchPublic: (url: string, signal: AbortSignal) => Promise<Uint8Array>
}

/**
 * Creates a function that loads a picture by its address: pictures of the site from the content,
 * without an HTTP request, others from the public internet. Rejects with `AnalysisError`.
 */
export function createPictureLoader({ siteUrl, readMedia, fetchPublic }: PictureLoaderOptions) {
  return async (address: string, signal: AbortSignal): Promise<Uint8Array> => {
    const own = ownPath(address, siteUrl)
    if (own === null) return fetchPublic(address, signal)
    const path = mediaPath(own)
    const bytes = path === null ? null : await readMedia(path)
    if (!bytes) throw new AnalysisError('address', 'There is no such picture on this site.')
    return bytes
  }
}

/** The path of an address on this site, or null for other addresses. */
function ownPath(address: string, siteUrl: string): string | null {
  const isPath = /^\/(?![/\\])/.test(address)
  if (!isPath && !URL.canParse(address)) return null
  if (isPath) return address.replace(/[?#].*$/s, '')
  const { origin, pathname } = new URL(address)
  return origin === new URL(siteUrl).origin ? pathname : null
}
