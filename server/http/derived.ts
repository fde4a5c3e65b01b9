import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestHandler } from 'express'
import { setCaching } from './caching.ts'
import { type Encoding, negotiateEncoding } from './compression.ts'

// In a thread: a part of a large sitemap has megabytes.
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

interface Document {
  generation: number
  text: Buffer
  brotli: Promise<Buffer> | null
  gzip: Promise<Buffer> | null
  hash: string
}

/**
 * Serves documents that depend on the content alone (feeds, sitemap). Each is built once per
 * generation of the content and cached with its strong ETag and its compressed forms. `make` gets
 * the requested path and returns null when there is no such document.
 */
export function createDerived(generation: () => number, limit = 200) {
  const cache = new Map<string, Document>()

  return (type: string, make: (path: string) => Promise<string | null>): RequestHandler =>
    async (req, res, next) => {
      const now = generation()
      let document = cache.get(req.path)
      if (document?.generation !== now) {
        const made = await make(req.path)
        if (made === null) return next()
        const text = Buffer.from(made)
        const hash = createHash('sha1').update(text).digest('base64url')
        document = { generation: now, text, brotli: null, gzip: null, hash }
        cache.delete(req.path)
        cache.set(req.path, document)
        const oldest = cache.keys().next().value
        if (cache.size > limit && oldest !== undefined) cache.delete(oldest)
      }
      const encoding = negotiateEncoding(req.headers['accept-encoding'])
      res.set({
        'Content-Type': type,
        Vary: 'Accept-Encoding',
        ETag: `"${document.hash}-${encoding}"`,
      })
      setCaching(req, res, 'shared')
      if (req.fresh) return void res.status(304).end()
      if (encoding !== 'identity') res.set('Content-Encoding', encoding)
      const body = await bodyIn(document, encoding)
      res.set('Content-Length', String(body.length)).end(body)
    }
}

async function bodyIn(document: Document, encoding: Encoding): Promise<Buffer> {
  const { text } = document
  if (encoding === 'identity') return text
  if (encoding === 'gzip') {
    document.gzip ??= compressGzip(text)
    return document.gzip
  }
  document.brotli ??= compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return document.brotli
}
