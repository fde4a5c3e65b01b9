import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Response } from 'express'
export type Encoding = 'br' | 'gzip' | 'identity'

const remembered = new Map<string, Encoding>()
const rememberedLimit = 200

/**
 * The content coding for an `Accept-Encoding` header: brotli, else gzip, else none (RFC 9110,
 * 12.5.3).
 */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const accepted = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
        const quality = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, quality ? Number(quality.slice(2)) : 1] as const
      }),
  )
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  const chosen = takes('br') ? 'br' : takes('gzip') || takes('x-gzip') ? 'gzip' : 'identity'
  if (remembered.size < rememberedLimit) remembered.set(header, chosen)
  return chosen
}

export const compressBrotli = promisify(brotliCompress)
export const compressGzip = promisify(gzip)

/** A shorter answer fits into one network packet, so compression saves nothing. */
const worthwhileBytes = 1400

/**
 * Sends a long value, such as a list, as compressed JSON. The weak ETag is the same for all codings
 * (RFC 9110, 8.8.3).
 */
export async function sendCompressed(res: Response, value: unknown): Promise<void> {
  const { req } = res
  const text = Buffer.from(JSON.stringify(value))
  res.vary('Accept-Encoding').set({
    'Content-Type': 'application/json; charset=utf-8',
    ETag: `W/"${createHash('sha1').update(text).digest('base64url')}"`,
  })
  if (req.fresh) return void res.status(304).end()
  const encoding =
    text.length < worthwhileBytes ? 'identity' : negotiateEncoding(req.headers['accept-encoding'])
  if (encoding === 'identity') return void res.set('Content-Length', String(text.length)).end(text)
  const body = await (encoding === 'br'
    ? compressBrotli(text, brotliParams(text.length))
    : compressGzip(text))
  res.set({ 'Content-Encoding': encoding, 'Content-Length': String(body.length) }).end(body)
}

/** Favours speed over size: the compressed answer is used once. */
function brotliParams(size: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  }
}
