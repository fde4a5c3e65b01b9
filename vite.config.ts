import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import ssr from 'vite-plugin-ssr/plugin'
import { sharedChunks } from './scripts/shared-chunks.ts'

/**
 * Development only. Tailwind marks the stylesheet's module as an asset once a browser has loaded
 * it, and vite-plugin-ssr then stops at `assert(mod.type === 'js')` on the next page; it may see
 * every module as script, since it only collects style sheets from there.
 */
const stylesheetModules: Plugin = {
  name: 'stylesheet-modules-for-ssr',
  apply: 'serve',
  configureServer(server) {
    const graph = server.moduleGraph
    const original = graph.getModuleById.bind(graph)
    graph.getModuleById = (id) => {
      const module = original(id)
      if (!module || module.type === 'js') return module
      return new Proxy(module, {
        get: (target, key) => (key === 'type' ? 'js' : Reflect.get(target, key, target)),
      })
    }
  },
}

/**
 * Development only: a page that runs on the server alone is not in the browser's module graph, so
 * an edit must reload the page.
 */
const reloadServerPages: Plugin = {
  name: 'reload-server-pages',
  apply: 'serve',
  hotUpdate(options) {
    if (this.environment.name === 'ssr' && options.modules.length > 0)
      options.server.environments.client.hot.send({ type: 'full-reload' })
  },
}

/** Its variant for browsers needs a document: workers read Markdown, too, and have none. */
export const withoutDocument: Plugin = {
  name: 'without-document',
  enforce: 'pre',
  resolveId: (id) =>
    id === 'decode-named-character-reference' ? fileURLToPath(import.meta.resolve(id)) : undefined,
}

/**
 * Its validators try at first whether they may write code, which the policy of every page forbids
 * and browsers report.
 */
export const validatorsWithoutEval: Plugin = {
  name: 'validators-without-eval',
  transform(code, id, { ssr } = {}) {
    if (!ssr && /zod\/v4\/core\/core\.js$/.test(id)) return `${code}\nconfig({ jitless: true })\n`
  },
}

let shared: ReadonlyMap<string, string> | null = null

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    ssr(),
    stylesheetModules,
    reloadServerPages,
    validatorsWithoutEval,
  ],
  worker: {
    plugins: () => [withoutDocument, validatorsWithoutEval],
    // All of them are the admin's. A thread's script belongs to the service worker in whose scope
    // its address lies, not to that of its page. One file each, so that a thread works without a
    // network.
    rollupOptions: {
      output: { entryFileNames: 'admin-threads/[name]-[hash].js', inlineDynamicImports: true },
    },
  },
  server: { host: '127.0.0.1' },
  build: {
    assetsInlineLimit: 0,
    rollupOptions: {
      // Of files that import each other, one runs before what it needs.
      onwarn(warning, handle) {
        if (warning.code === 'CIRCULAR_CHUNK') throw new Error(warning.message)
        handle(warning)
      },
      output: {
        // A larger one would join parts of the admin with files that they import.
        experimentalMinChunkSize: 500,
        manualChunks(id, graph) {
          // Else what a touch loads, which is small, would become a part of the script of every
          // page.
          if (/\/site\/touched-text\.client\.ts$/.test(id)) return 'touched-text'
          // Islands and parts of texts load it, and neither the code of the other.
          if (/\/src\/(?:ui\/site-data|domain\/site\/(?:text-of|texts\/en-parts))\.ts$/.test(id))
            return 'site-data'
          if (
            /\/src\/(?:renderer\/hydrate-island|ui\/(?:button|dialog|early-press|form-texts|icons|island-data|show-toast)|domain\/(?:email|file-size|percent-decoded|count-words)|api\/(?:call|refusal))\.tsx?$/.test(
              id,
            )
          )
            return 'island'
          shared ??= sharedChunks(graph)
          return shared.get(id)
        },
        // Without it, what a module of the admin imports would be taken from the files of public
        // pages.
        onlyExplicitManualChunks: true,
      },
    },
  },
})
