import type { Config } from 'vite-plugin-ssr/types'

/**
 * Every page is rendered on the server only; interactive parts are islands (docs/decisions). Pages
 * in a folder that sets `inBrowser` are rendered in the browser only; the folder's own `meta` would
 * not work, because this one has precedence.
 */
export default {
  meta: {
    Page: { env: 'server-only' },
    Layout: { env: 'server-only' },
    // What an admin screen asks the server for while the session is checked.
    firstCalls: { env: 'client-only' },
    inBrowser: {
      env: 'config-only',
      effect: ({ configValue }: { configValue: unknown }) =>
        configValue === true ? { meta: { Page: { env: 'client-only' } } } : undefined,
    },
  },
} satisfies Config & { meta: Record<string, unknown> }
