import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { type ListeningServer, listening } from './listening-server.ts'

/** The files below a folder and their bytes, by path. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  return new Map(
    await Promise.all(
      names.sort().map(async (name) => [name, await readFile(path.join(folder, name))] as const),
    ),
  )
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/**
 * Serves a folder as any host of files does: an `index.html` for a folder, the `404.html` for what
 * is missing. `policy` is the security policy of each answer.
 */
export async function serveFiles(folder: string, policy?: string): Promise<ListeningServer> {
  const read = (name: string) => readFile(path.join(folder, name)).catch(() => null)
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://files')
    const name = decodeURIComponent(pathname)
    const file = await read(name)
    const page = file === null ? await read(path.join(name, 'index.html')) : null
    const found = file ?? page
    const type = file === null ? '.html' : path.extname(name)
    res.writeHead(found === null ? 404 : 200, {
      'Content-Type': types[type] ?? 'application/octet-stream',
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    })
    res.end(found ?? (await read('404.html')))
  })
  return listening(server)
}
