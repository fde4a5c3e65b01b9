import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Response } from 'express'
import { negotiateEncoding } from './negotiate-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Below this, one network packet holds the answer anyway. */
const worthwhileBytes = 1400

/** Answers a value that may be long, such as a list, as JSON in a coding that the client takes. The ETag is weak: one for all codings (RFC 9110, 8.8.3). */
export async function sendCompressed(res: Response, value: unknown): Promise<void> {
  const { req } = res
  const text = Buffer.from(JSON.stringify(value))
  res.vary('Accept-Encoding').set({
    'Content-Type': 'application/json; charset=utf-8',
    ETag: `W/"${createHash('sha1').update(text).digest('base64url')}"`,
  })
  if (req.fresh) return void res.status(304).end()
  const encoding = text.length < worthwhileBytes ? 'identity' : negotiateEncoding(req.headers['accept-encoding'])
  if (encoding === 'identity') return void res.set('Content-Length', String(text.length)).end(text)
  const body = await (encoding === 'br' ? compressBrotli(text, brotliParams(text.length)) : compressGzip(text))
  res.set({ 'Content-Encoding': encoding, 'Content-Length': String(body.length) }).end(body)
}

/** Quick rather than small: such an answer is made for one request. */
function brotliParams(size: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  }
}
