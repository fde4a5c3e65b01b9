import path from 'node:path'
import { build } from 'esbuild'

/** At the root, because saved pages can have any path. */
const workerName = 'saved-worker.js'

/**
 * Bundles the service worker for saved pages into the folder of the built browser files. It contains the build id,
 * because browsers treat a worker with other bytes as a new version.
 */
export async function bundleSavedWorker(root: string, client: string, buildId: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/site/saved/offline/saved-worker.ts'],
    outfile: path.join(client, workerName),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    banner: { js: `/* ${buildId} */` },
    logLevel: 'warning',
  })
}
