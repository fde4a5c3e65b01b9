import { cachingHeaders } from '../http/caching.ts'
import type { Encoding } from '../http/compression.ts'
import { allowingFrames, type Header } from '../http/security-headers.ts'
import type { CachedPage } from './cached-page.ts'

/** A page in an encoding, with the headers of its answers. They are prepared, because they are sent for every request. */
export interface PreparedAnswer {
  body: Buffer
  visitor: PreparedHeaders
  /** For requests with a session cookie. */
  session: PreparedHeaders
}

/** Names and values in turn. */
interface PreparedHeaders {
  whole: Array<string>
  notModified: Array<string>
}

/** Prepares the answers of a page in an encoding; `body` are its bytes, `always` the headers of every response. */
export function prepareAnswer(
  { type, hash, quality, frames }: CachedPage,
  encoding: Encoding,
  body: Buffer,
  always: ReadonlyArray<Header>,
): PreparedAnswer {
  const etag = `"${hash}-${encoding}${encoding === 'br' ? quality : ''}"`
  const shared = ['ETag', etag, 'Vary', 'Accept-Encoding', ...allowingFrames(always, frames).flat()]
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const headers = ['Content-Type', type, 'Content-Length', String(body.length), ...coding, ...shared]
  const prepared = (hasSession: boolean): PreparedHeaders => {
    const caching = cachingHeaders(hasSession, 'shared').flat()
    return { whole: [...headers, ...caching], notModified: [...shared, ...caching] }
  }
  return { body, visitor: prepared(false), session: prepared(true) }
}

/** Whether `If-None-Match` names any encoding of the same text (RFC 9110, 13.1.2). */
export function matches(header: string, hash: string): boolean {
  return header.includes(`"${hash}-`) || header.trim() === '*'
}
