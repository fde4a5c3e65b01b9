import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { setPrivate } from './caching.ts'

/**
 * Removes a `Range` header that has no effect: of another method than GET (RFC 9110, 14.2), or with
 * an `If-Range` that is not exactly the strong tag of the answer (13.1.5). `etag` null: the answer
 * has no strong tag. Without `Last-Modified` no date is valid either.
 */
export function dropVoidRange(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  etag: string | null,
) {
  const condition = headers['if-range']
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) delete headers.range
}

/**
 * Sends bytes whose headers are set, or the single range of them that the request names: 206, 416
 * for one outside, everything for several.
 */
export function sendBytes(req: Request, res: Response, bytes: Uint8Array): void {
  dropVoidRange(req, res.get('ETag') ?? null)
  res.set('Accept-Ranges', 'bytes')
  const ranges = /^bytes=/i.test(req.get('Range') ?? '')
    ? req.range(bytes.length, { combine: true })
    : undefined
  if (ranges === -1) {
    setPrivate(res)
    res.removeHeader('ETag')
    return void res.status(416).set('Content-Range', `bytes */${bytes.length}`).end()
  }
  const [range, ...others] = Array.isArray(ranges) ? ranges : []
  const part = range && others.length === 0 ? bytes.subarray(range.start, range.end + 1) : bytes
  if (range && part !== bytes)
    res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes.length}`)
  res.set('Content-Length', String(part.length)).end(req.method === 'HEAD' ? undefined : part)
}
