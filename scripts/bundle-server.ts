import { cp } from 'node:fs/promises'
import path from 'node:path'
import { type BuildContext, context, type Plugin } from 'esbuild'

/**
 * Not bundled: native modules, lists of words beside or in their modules, the development server,
 * and the database client, which only some sites load.
 */
const external = [
  'sharp',
  '@resvg/resvg-js',
  '@node-rs/argon2',
  'word-list',
  'wink-nlp',
  'wink-eng-lite-web-model',
  '@zxcvbn-ts/*',
  'vite',
  'pg',
]

/** Bundled CommonJS modules need these globals. */
const banner = `import { createRequire as __createRequire } from 'node:module'
import { fileURLToPath as __fileURLToPath } from 'node:url'
const require = __createRequire(import.meta.url)
const __filename = __fileURLToPath(import.meta.url)
const __dirname = __fileURLToPath(new URL('.', import.meta.url))`

/** Passes the built pages to vite-plugin-ssr, so that it searches no files at start. */
function builtPages(dist: string): Plugin {
  return {
    name: 'built-pages',
    setup({ onLoad }) {
      onLoad({ filter: /server\/pages\/built-pages\.ts$/ }, () => ({
        resolveDir: dist,
        contents: `import ${JSON.stringify(path.join(dist, 'server', 'entry.mjs'))}`,
      }))
    },
  }
}

interface ServerBundle {
  root: string
  outdir: string
  /** The folder of the built pages; null for development. */
  dist: string | null
  buildId: string
}

/** Bundles the server and its worker threads into `outdir`. */
export async function bundleServer(options: ServerBundle): Promise<void> {
  const bundler = await serverBundler(options)
  try {
    await bundler.rebuild()
  } finally {
    await bundler.dispose()
  }
}

/** Creates a bundler of the server into `outdir`: `rebuild` parses only changed files. */
export async function serverBundler({
  root,
  outdir,
  dist,
  buildId,
}: ServerBundle): Promise<BuildContext> {
  await cp(path.join(root, 'server', 'pages', 'fonts'), path.join(outdir, 'fonts'), {
    recursive: true,
  })
  const migrations = path.join(root, 'server', 'platform', 'postgres', 'migrations')
  await cp(migrations, path.join(outdir, 'migrations'), { recursive: true })
  const starter = path.join('platform', 'process-starter.mjs')
  await cp(path.join(root, 'server', starter), path.join(outdir, 'parts', path.basename(starter)))
  return context({
    absWorkingDir: root,
    entryPoints: {
      index: 'server/main.ts',
      embedded: 'server/embedded.ts',
      worker: 'server/text-worker.ts',
      'sound-worker': 'server/sound-worker.ts',
      'import-process': 'server/import-process.ts',
      'search-worker': 'server/search/worker.ts',
    },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    splitting: true,
    minify: dist !== null,
    chunkNames: 'parts/[name]-[hash]',
    define: {
      __BUILD_ID__: JSON.stringify(buildId),
      'process.env.NODE_ENV': JSON.stringify(dist === null ? 'development' : 'production'),
    },
    ...(dist === null ? { packages: 'external' as const } : { external }),
    banner: { js: banner },
    plugins: dist === null ? [] : [builtPages(dist)],
    logLevel: 'warning',
    // Vite leaves bare imports of icons that have no effect.
    logOverride: { 'ignored-bare-import': 'silent' },
  })
}
