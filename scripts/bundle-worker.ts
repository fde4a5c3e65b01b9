import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

/** The entry of the render thread; Node 20 cannot load a worker as TypeScript. */
export const workerEntry = fileURLToPath(new URL('../server/text-worker.ts', import.meta.url))

/** The entry of the search thread. */
export const searchWorkerEntry = fileURLToPath(
  new URL('../server/search/worker.ts', import.meta.url),
)

/** The entry of the threads of `content:check`. */
export const inspectWorkerEntry = fileURLToPath(new URL('./inspect-worker.ts', import.meta.url))

/** Bundled CommonJS modules need `require`. */
const banner =
  "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)"

/** The esbuild options for server code. */
export const workerBundleOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  banner: { js: banner },
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions

/**
 * Bundles a worker thread into one file, which ends in `.js` or `.mjs`; the render thread by
 * default.
 */
export async function bundleWorker(outfile: string, entry: string = workerEntry): Promise<void> {
  await build({ ...workerBundleOptions, entryPoints: [entry], outfile, logLevel: 'warning' })
}
