import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type BuildOptions, build } from 'esbuild'

/**
 * The files that the admin needs to start: built files, whose names contain a hash, and others with
 * a hash of their content.
 */
const needed =
  /^(?:assets\/.+\.(?:js|css)|admin-threads\/.+\.js|fonts\/.+\.woff2|fallback\/.+\.svg|theme\.js|favicon\.(?:svg|ico))$/

/**
 * Bundles the service worker of the admin into the folder of the built browser files, with the list
 * of files that it caches.
 */
export async function bundleAdminWorker(root: string, client: string): Promise<void> {
  const names = (await readdir(client, { recursive: true })).map((name) =>
    name.replaceAll(path.sep, '/'),
  )
  const files = names.filter((name) => needed.test(name)).sort()
  const precache = await Promise.all(
    files.map(async (name) => ({
      url: `/${name}`,
      revision: /^(?:assets|admin-threads)\//.test(name)
        ? null
        : await hashOf(path.join(client, name)),
    })),
  )
  await bundle(root, client, {
    entryPoints: ['src/admin/documents/worker/service-worker.ts'],
    // At the root, so that its scope can be `/admin`.
    outfile: 'admin-worker.js',
    define: { __PRECACHE__: JSON.stringify(precache), 'process.env.NODE_ENV': '"production"' },
  })
}

/**
 * Bundles the service worker for saved pages into the folder of the built browser files. It
 * contains the build id, because browsers treat a worker with other bytes as a new version.
 */
export async function bundleSavedWorker(
  root: string,
  client: string,
  buildId: string,
): Promise<void> {
  await bundle(root, client, {
    entryPoints: ['src/site/saved/offline/saved-worker.ts'],
    // At the root, because saved pages can have any path.
    outfile: 'saved-worker.js',
    banner: { js: `/* ${buildId} */` },
  })
}

async function bundle(root: string, client: string, options: BuildOptions & { outfile: string }) {
  await build({
    ...options,
    outfile: path.join(client, options.outfile),
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha1')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16)
}
