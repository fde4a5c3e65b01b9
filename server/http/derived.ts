import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { RequestHandler } from 'express'
import { type Encoding, negotiateEncoding } from './negotiate-encoding.ts'

interface Document {
  generation: number
  text: Buffer
  brotli: Buffer | null
  gzip: Buffer | null
  hash: string
}

/**
 * Answers with a text that is made from the content alone (feeds, sitemap): made once per state of the content, kept with its strong ETag,
 * compressed once. `make` gets the path asked for and answers null when there is no such document.
 */
export function createDerived(generation: () => number, limit = 200) {
  const kept = new Map<string, Document>()

  return (type: string, make: (path: string) => Promise<string | null>): RequestHandler =>
    async (req, res, next) => {
      const now = generation()
      let document = kept.get(req.path)
      if (document?.generation !== now) {
        const made = await make(req.path)
        if (made === null) return next()
        const text = Buffer.from(made)
        const hash = createHash('sha1').update(text).digest('base64url')
        document = { generation: now, text, brotli: null, gzip: null, hash }
        kept.delete(req.path)
        kept.set(req.path, document)
        const oldest = kept.keys().next().value
        if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
      }
      const encoding = negotiateEncoding(req.headers['accept-encoding'])
      res.set({
        'Content-Type': type,
        'Cache-Control': 'public, max-age=0, must-revalidate',
        Vary: 'Accept-Encoding',
        ETag: `"${document.hash}-${encoding}"`,
      })
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
