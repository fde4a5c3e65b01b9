import type { Server } from 'node:http'
import type { RequestHandler } from 'express'

/** Development: Vite serves the browser's modules, styles and `public/`, and sends updates over the same port. */
export async function devAssets(server: Server): Promise<RequestHandler> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
    cacheDir: 'node_modules/.cache/vite',
  })
  return vite.middlewares as unknown as RequestHandler
}
