import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { RequestHandler } from 'express'
import { setCaching } from './caching.ts'
import { type Encoding, negotiateEncoding } from './compression.ts'

interface Document {
  generation: number
  text: Buffer
  brotli: Buffer | null
  gzip: Buffer | null
  hash: string
}

/**
 * Serves documents that depend on the content alone (feeds, sitemap). Each is built once per generation of the content and cached with its strong ETag and its
 * compressed forms. `make` gets the requested path and returns null when there is no such document.
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
      const body = bodyIn(document, encoding)
      res.set('Content-Length', String(body.length)).end(body)
    }
}

function bodyIn(document: Document, encoding: Encoding): Buffer {
  if (encoding === 'br') {
    document.brotli ??= brotliCompressSync(document.text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return document.brotli
  }
  if (encoding === 'identity') return document.text
  document.gzip ??= gzipSync(document.text)
  return document.gzip
}
