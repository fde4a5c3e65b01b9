import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { libraryName } from '#domain/words/word-language.ts'

/** The overlay asks the index of the export in place of the server. */
const searchInBrowser: Plugin = {
  name: 'search-in-browser',
  setup({ onResolve }) {
    onResolve({ filter: /\/api\/search\.ts$/ }, ({ resolveDir }) => ({
      path: path.resolve(resolveDir, '../../pages/static/static-search.ts'),
    }))
  },
}

/** Leaves the stems and stop words of other languages than the site's out of the engine. */
function onlyLanguage(tag: string): Plugin {
  const wanted = libraryName(tag)
  return {
    name: 'only-language',
    setup({ onResolve }) {
      onResolve({ filter: /^@orama\/(?:stemmers|stopwords)\// }, ({ path: module }) =>
        wanted !== null && module.endsWith(`/${wanted}`)
          ? undefined
          : { path: module, external: true },
      )
    },
  }
}

/**
 * Builds the script of exported pages and the engine of their search, for a site in a language,
 * into the folder of an export. Returns the address of the script.
 */
export async function buildBrowserFiles(
  root: string,
  folder: string,
  language: string,
): Promise<string> {
  const shared = {
    ...({
      absWorkingDir: root,
      outdir: folder,
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
    } as const),
    ...({ jsx: 'automatic', logLevel: 'warning' } as const),
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.PROD': 'true' },
  }
  const { metafile } = await build({
    ...shared,
    entryPoints: { static: 'src/pages/static/client.ts' },
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    splitting: true,
    metafile: true,
    plugins: [searchInBrowser],
  })
  await build({
    ...shared,
    entryPoints: { engine: 'server/search/static-search.ts' },
    entryNames: 'search/[name]',
    plugins: [onlyLanguage(language)],
  })
  const entry = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === 'src/pages/static/client.ts',
  )
  if (!entry) throw new Error('the script of exported pages was not built')
  return `/${path.relative(folder, path.join(root, entry[0])).replaceAll(path.sep, '/')}`
}
