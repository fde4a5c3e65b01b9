import path from 'node:path'
import { build } from 'esbuild'

/** Lies at the root, since it answers for saved pages wherever they are. */
const workerName = 'saved-worker.js'

/**
 * Bundles the service worker that keeps saved pages into the folder of the built browser files. The name of the build is in it: browsers take a worker with
 * other bytes as a new version.
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
