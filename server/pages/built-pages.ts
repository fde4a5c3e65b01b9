/**
 * The built pages. In production `scripts/build.ts` puts a module in this one's place that hands vite-plugin-ssr the bundled pages and
 * manifests; in development the plugin finds the pages itself. Must be imported before `vite-plugin-ssr/server`.
 */
export {}
