import type { EventEmitter } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { RequestHandler } from 'express'
import sirv from 'sirv'
import { dropVoidRange } from '../http/byte-range.ts'
import { hashedCaching, ownBrowserCaching, privateCaching } from '../http/caching.ts'
import { negotiateEncoding } from '../http/compression.ts'
import { createByteCache } from '../platform/byte-cache.ts'
import { createLimiter } from '../platform/limiter.ts'
import { createTokenBucket } from '../platform/token-bucket.ts'
import { type BuiltFile, type BuiltFiles, isHashedName } from './built-files.ts'

/** The service workers of the admin and of saved pages. */
const workers = new Set(['/admin-worker.js', '/saved-worker.js'])

/**
 * Production: serves the built browser files and their compressed versions. Files with a hash in
 * their name are immutable.
 */
export function builtAssets(folder: string): RequestHandler {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(res, path, { size }) {
      // The list of media types lacks it.
      if (path.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon')
      // The range is outside of the file, and the answer is a 416.
      if (startOf(res.req.headers.range) >= size)
        return res.setHeader('Cache-Control', privateCaching)
      // The browser checks for a new version by itself and must find it.
      if (workers.has(path)) return res.setHeader('Cache-Control', ownBrowserCaching)
      const forever = /^\/(?:assets|admin-threads|fonts)\//.test(path)
      res.setHeader('Cache-Control', forever ? hashedCaching : 'public, max-age=3600')
    },
  })
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    const { range } = req.headers
    if (range !== undefined) {
      // The tags of these files are weak.
      dropVoidRange(req, null)
      if (!isRange(req.headers.range)) delete req.headers.range
    }
    // The file may be removed by a new build: without a listener, its error would end the process.
    res.once('pipe', (file) => file.once('error', () => res.destroy()))
    serve(req, res, () => {
      // Another handler may be able to send that range.
      if (range !== undefined) req.headers.range = range
      next()
    })
  }
}

/**
 * Whether a `Range` header has an end before its start. `sirv` throws for it; any other unit or
 * syntax is ignored (RFC 9110, 14.2).
 */
function isRange(header: string | undefined): boolean {
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  return start !== '' && (end === '' || Number(start) <= Number(end))
}

/** First byte of a valid `Range` header; 0 without one. */
function startOf(header: string | undefined) {
  return Number(/\d+/.exec(header ?? '')?.[0] ?? 0)
}

/** What `scripts/dev-process.mjs` has prepared before the server of `npm run dev` was there. */
interface PreparedVite {
  serve: (...args: Parameters<RequestListener>) => void
  /** Gets the events `upgrade` of the server. */
  upgrades: EventEmitter
  close(): Promise<void>
}

declare global {
  var preparedVite: PreparedVite | undefined
}

/**
 * Development: Vite serves the browser's modules, styles and `public/`, and sends updates over the
 * same port. The server can't stop before `close`: open pages keep a web socket to Vite, which is
 * no request that ends.
 */
export function devAssets(server: Server): { serve: RequestHandler; close(): Promise<void> } {
  const vite = globalThis.preparedVite
  if (!vite)
    throw new Error('NODE_ENV=development is for `npm run dev`, which starts the server with Vite.')
  server.on('upgrade', (...args) => void vite.upgrades.emit('upgrade', ...args))
  return { serve: vite.serve as RequestHandler, close: vite.close }
}

const cacheBytes = 16 * 1024 * 1024
/** A name that was not found is not asked for again for this long, in milliseconds. */
const missingMs = 5_000
const mostMissing = 1_000
/**
 * The most files that are read at once: they are large, and queries of people must not wait for
 * them. More than `mostWaiting` waiting files are refused with 503.
 */
const mostReads = 2
const mostWaiting = 100

/**
 * Serves files of another build, which a page of a server of that build names: the last build
 * before a deploy and the next one during it. A name that can't be that of a built file leads to no
 * query, and made-up names to few. `builds` null: there are no other builds.
 */
export function earlierAssets(builds: Pick<BuiltFiles, 'get'> | null): RequestHandler {
  if (!builds) return (_req, _res, next) => next()
  const files = builds
  const cache = createByteCache<string, BuiltFile>(cacheBytes)
  const missing = new Map<string, number>()
  /** The running reads by name: browsers request the same files at once after a deploy. */
  const reads = new Map<string, Promise<BuiltFile | null>>()
  const inTurn = createLimiter({ running: mostReads, waiting: mostWaiting })
  const queries = createTokenBucket({ burst: 200, perSecond: 20 })

  async function find(name: string) {
    const cached = cache.get(name) ?? reads.get(name)
    if (cached) return cached
    const now = performance.now()
    if ((missing.get(name) ?? Number.NEGATIVE_INFINITY) > now - missingMs || queries.take('') > 0)
      return null
    const reading = inTurn(() => files.get(name)).finally(() => reads.delete(name))
    reads.set(name, reading)
    const found = await reading
    if (found) cache.set(name, found, found.bytes.length + (found.brotli?.length ?? 0))
    else {
      if (missing.size >= mostMissing) missing.clear()
      missing.set(name, now)
    }
    return found
  }

  return async (req, res, next) => {
    const name = req.path.slice(1)
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !isHashedName(name)) return next()
    const file = await find(name)
    if (!file) return next()
    const isBrotli = file.brotli !== null && negotiateEncoding(req.get('Accept-Encoding')) === 'br'
    const bytes = (isBrotli ? file.brotli : null) ?? file.bytes
    if (isBrotli) res.set('Content-Encoding', 'br')
    res
      .vary('Accept-Encoding')
      .type(name.slice(name.lastIndexOf('.')))
      .set({ 'Cache-Control': hashedCaching, 'Content-Length': String(bytes.length) })
      .end(req.method === 'HEAD' ? undefined : bytes)
  }
}
