import { EventEmitter, once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLogger, createServer } from 'vite'

// `node scripts/dev-process.mjs FILE`: a server of `npm run dev`. It creates Vite and loads the
// pages, which take most of a start, and runs the bundled server once `dev.ts` has sent a message:
// the process for the next edit is prepared while the present one runs.

let isWanted = false
const wanted = once(process, 'message').then(() => {
  isWanted = true
})
// The server stops gracefully for this signal; before, it ends the process.
const end = () => process.kill(process.pid, 'SIGTERM')
process.once('disconnect', end)
if (!process.connected) end()

// Two processes see each edit of a page, and one tells of it.
const logger = createLogger()
const { info } = logger
logger.info = (...message) => {
  if (isWanted) info(...message)
}
const upgrades = new EventEmitter()
const vite = await createServer({
  server: {
    middlewareMode: true,
    ws: { server: /** @type {import('node:http').Server} */ (upgrades) },
  },
  appType: 'custom',
  customLogger: logger,
  cacheDir: 'node_modules/.cache/vite',
})
globalThis.preparedVite = { serve: vite.middlewares, upgrades, close: () => vite.close() }
await import('vite-plugin-ssr/server')
// Vite keeps them until a file of theirs changes.
for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (isWanted) break
  // A page that can't be loaded is no reason to stop: its request will show the error.
  if (/\+(?:Page|onBeforeRender|onRenderHtml)\.tsx?$/.test(file))
    await vite.ssrLoadModule(`/src/${file}`).catch(() => {})
}
await wanted
await import(pathToFileURL(path.resolve(process.argv[2] ?? '')).href)
