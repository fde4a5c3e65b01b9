import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

/** The worker thread that renders Markdown; Node 20 can't load it as TypeScript. */
export const workerEntry = fileURLToPath(new URL('../server/text-worker.ts', import.meta.url))

/** The worker thread that holds the search index. */
export const searchWorkerEntry = fileURLToPath(new URL('../server/search/worker.ts', import.meta.url))

/** The worker thread that `content:check` gives files to. */
export const inspectWorkerEntry = fileURLToPath(new URL('./inspect-worker.ts', import.meta.url))

/** Bundled CommonJS modules look for it. */
const banner = "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)"

/** How server code is bundled. */
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

/** Bundles a worker thread, the render worker unless told, into one file, which ends in `.js` or `.mjs`. */
export async function bundleWorker(outfile: string, entry: string = workerEntry): Promise<void> {
  await build({ ...workerBundleOptions, entryPoints: [entry], outfile, logLevel: 'warning' })
}
