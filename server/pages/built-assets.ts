import type { RequestHandler } from 'express'
import sirv from 'sirv'

/** The service workers of the admin and of saved pages. */
const workers = new Set(['/admin-worker.js', '/saved-worker.js'])

/** Production: the built browser files with their compressed twins. What carries a hash in its name never changes. */
export function builtAssets(folder: string): RequestHandler {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(res, path) {
      // Not in the list that names the types of files.
      if (path.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon')
      // The browser looks for a new version by itself, and must find it.
      if (workers.has(path)) return res.setHeader('Cache-Control', 'no-cache')
      const forever = /^\/(?:assets|admin-threads|fonts)\//.test(path)
      res.setHeader('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  return (req, res, next) => {
    const reading = req.method === 'GET' || req.method === 'HEAD'
    if (!reading || isBundlersRecord(req.path)) return next()
    if (!isRange(req.headers.range)) delete req.headers.range
    // A file that a new build took away: without a listener its error would end the process.
    res.once('pipe', (file) => file.once('error', () => res.destroy()))
    serve(req, res, next)
  }
}

/** Whether a `Range` is one of bytes whose end is behind its start; any other is as good as none (RFC 9110, 14.2), and `sirv` would throw at it. */
function isRange(header: string | undefined): boolean {
  const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  return start !== '' && (end === '' || Number(start) <= Number(end))
}

/** The bundler's own record lies among the files, with its compressed twins. `sirv` decodes an address before it looks for the file. */
function isBundlersRecord(path: string): boolean {
  try {
    return decodeURI(path).startsWith('/vite-plugin-ssr.json')
  } catch {
    return false
  }
}
