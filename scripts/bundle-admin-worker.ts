import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

/** At the root, so that its scope can be `/admin`. */
const workerName = 'admin-worker.js'

/**
 * The files that the admin needs to start: built files, whose names contain a hash, and others with a hash of their
 * content.
 */
const needed =
  /^(?:assets\/.+\.(?:js|css)|admin-threads\/.+\.js|fonts\/.+\.woff2|fallback\/.+\.svg|theme\.js|favicon\.(?:svg|ico))$/

/**
 * Bundles the service worker of the admin into the folder of the built browser files, with the list of files that it
 * caches.
 */
export async function bundleAdminWorker(root: string, client: string): Promise<void> {
  const names = (await readdir(client, { recursive: true })).map((name) => name.replaceAll(path.sep, '/'))
  const files = names.filter((name) => needed.test(name)).sort()
  const precache = await Promise.all(
    files.map(async (name) => ({
      url: `/${name}`,
      revision: /^(?:assets|admin-threads)\//.test(name) ? null : await hashOf(path.join(client, name)),
    })),
  )
  await build({
    absWorkingDir: root,
    entryPoints: ['src/admin/offline/worker/service-worker.ts'],
    outfile: path.join(client, workerName),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { __PRECACHE__: JSON.stringify(precache), 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha1')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16)
}
