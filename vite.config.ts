import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import ssr from 'vite-plugin-ssr/plugin'
import { chunkOf, sharedModules } from './scripts/shared-chunks.ts'

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
  transform(code, id, options) {
    if (!options?.ssr && /zod\/v4\/core\/core\.js$/.test(id))
      return `${code}\nconfig({ jitless: true })\n`
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), ssr(), validatorsWithoutEval, sharedModules],
  worker: {
    plugins: () => [withoutDocument, validatorsWithoutEval],
    // All of them are the admin's. A thread's script belongs to the service worker in whose scope
    // its address lies, not to that of its page. One file each, so that a thread works without a
    // network.
    rolldownOptions: {
      output: { entryFileNames: 'admin-threads/[name]-[hash].js', codeSplitting: false },
    },
  },
  // It asks for itself by its own name.
  resolve: { alias: { vike: 'vite-plugin-ssr' } },
  server: { host: '127.0.0.1' },
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf }] },
      },
    },
  },
})
