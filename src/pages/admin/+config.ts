import type { Config } from 'vite-plugin-ssr/types'

/**
 * Admin screens are one React application in the browser: the server sends the frame, and
 * `+onRenderClient` renders the screen into it.
 */
export default {
  inBrowser: true,
  clientRouting: true,
  hydrationCanBeAborted: true,
} satisfies Config & { inBrowser: boolean }
