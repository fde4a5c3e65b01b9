/**
 * The built pages. In production `scripts/build.ts` replaces this module by one that passes the
 * bundled pages and manifests to vite-plugin-ssr; in development the plugin finds the pages itself.
 * Must be imported before `vite-plugin-ssr/server`.
 */
export {}
