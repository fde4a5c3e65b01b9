import type { RequestHandler } from 'express'
import sirv from 'sirv'

/** The service workers of the admin and of saved pages. */
const workers = new Set(['/admin-worker.js', '/saved-worker.js'])

/**
 * Production: serves the built browser files and their compressed versions. Files with a hash in their name are
 * immutable.
 */
export function builtAssets(folder: string): RequestHandler {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(res, path) {
      // The list of media types lacks it.
      if (path.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon')
      // The browser checks for a new version by itself and must find it.
      if (workers.has(path)) return res.setHeader('Cache-Control', 'no-cache')
      const forever = /^\/(?:assets|admin-threads|fonts)\//.test(path)
      res.setHeader('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  return (req, res, next) => {
    const reading = req.method === 'GET' || req.method === 'HEAD'
    if (!reading || isBundlersRecord(req.path)) return next()
    if (!isRange(req.headers.range)) delete req.headers.range
    // The file may be removed by a new build: without a listener, its error would end the process.
    res.once('pipe', (file) => file.once('error', () => res.destroy()))
    serve(req, res, next)
  }
}

/**
 * Whether a `Range` header has an end before its start. `sirv` throws for it; any other unit or syntax is ignored
 * (RFC 9110, 14.2).
 */
function isRange(header: string | undefined): boolean {
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  return start !== '' && (end === '' || Number(start) <= Number(end))
}

/**
 * Whether a path is the bundler's manifest or a compressed version of it. `sirv` decodes an address before it looks
 * for the file.
 */
function isBundlersRecord(path: string): boolean {
  try {
    return decodeURI(path).startsWith('/vite-plugin-ssr.json')
  } catch {
    return false
  }
}
