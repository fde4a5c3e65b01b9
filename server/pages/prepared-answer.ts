import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { cachingHeaders } from '../http/caching.ts'
import { compressGzip, type Encoding, negotiateEncoding } from '../http/compression.ts'
import { allowingFrames, type Header } from '../http/security-headers.ts'
import { carriesSession } from '../http/signed-in.ts'
import type { CachedPage } from './cached-page.ts'

/**
 * A page in an encoding, with the headers of its answers. They are prepared, because they are sent
 * for every request.
 */
interface PreparedAnswer {
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

/** A page in memory. */
export interface PageEntry extends CachedPage {
  /**
   * Generation of the content at which the page was last known to be valid; -1 when not checked in
   * this process.
   */
  generation: number
  gzip: Buffer | null
  answers: Partial<Record<Encoding, PreparedAnswer>>
  touched: boolean
}

/**
 * Prepares the answers of a page in an encoding; `body` are its bytes, `always` the headers of
 * every response.
 */
function prepareAnswer(
  { type, hash, quality, frames }: CachedPage,
  encoding: Encoding,
  body: Buffer,
  always: ReadonlyArray<Header>,
): PreparedAnswer {
  const etag = `"${hash}-${encoding}${encoding === 'br' ? quality : ''}"`
  const shared = ['ETag', etag, 'Vary', 'Accept-Encoding', ...allowingFrames(always, frames).flat()]
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const headers = [
    'Content-Type',
    type,
    'Content-Length',
    String(body.length),
    ...coding,
    ...shared,
  ]
  const prepared = (hasSession: boolean): PreparedHeaders => {
    const caching = cachingHeaders(hasSession, 'shared').flat()
    return { whole: [...headers, ...caching], notModified: [...shared, ...caching] }
  }
  return { body, visitor: prepared(false), session: prepared(true) }
}

/**
 * Sends a page, or 304 when the browser has it. `zipped` is called with a gzip version that was
 * made for the answer.
 */
export function sendPage(
  entry: PageEntry,
  headers: ReadonlyArray<Header>,
  req: IncomingMessage,
  res: ServerResponse,
  zipped: (bytes: Buffer) => void,
): void {
  entry.touched = true
  const encoding = negotiateEncoding(req.headers['accept-encoding'])
  const ready = answerIn(entry, encoding, headers)
  if (!ready) {
    void compressGzip(brotliDecompressSync(entry.brotli)).then(
      (bytes) => {
        zipped(bytes)
        sendPage(entry, headers, req, res, zipped)
      },
      (error: unknown) => res.destroy(error as Error),
    )
    return
  }
  const prepared = carriesSession(req.headers.cookie) ? ready.session : ready.visitor
  const asked = req.headers['if-none-match']
  if (asked !== undefined && matches(asked, entry.hash)) {
    res.writeHead(304, prepared.notModified)
    res.end()
    return
  }
  res.writeHead(200, prepared.whole)
  if (req.method === 'HEAD') res.end()
  else res.end(ready.body)
}

function answerIn(
  entry: PageEntry,
  encoding: Encoding,
  headers: ReadonlyArray<Header>,
): PreparedAnswer | null {
  const ready = entry.answers[encoding]
  if (ready) return ready
  const body = bodyIn(entry, encoding)
  if (!body) return null
  const made = prepareAnswer(entry, encoding, body, headers)
  // Uncompressed pages are rarely requested and not worth the memory.
  if (encoding !== 'identity') entry.answers[encoding] = made
  return made
}

/** The page in an encoding; null for a gzip version that does not exist yet. */
function bodyIn(entry: PageEntry, encoding: Encoding): Buffer | null {
  if (encoding === 'br') return entry.brotli
  return encoding === 'gzip' ? entry.gzip : brotliDecompressSync(entry.brotli)
}

/** Whether `If-None-Match` names any encoding of the same text (RFC 9110, 13.1.2). */
function matches(header: string, hash: string) {
  return header.includes(`"${hash}-`) || header.trim() === '*'
}
