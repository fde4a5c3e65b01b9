import type { Config } from 'vite-plugin-ssr/types'

/**
 * Every page is rendered on the server only; interactive parts are islands (docs/decisions). Pages
 * in a folder that sets `inBrowser` are rendered in the browser only; the folder's own `meta` would
 * not work, because this one has precedence.
 */
export default {
  meta: {
    Page: { env: { server: true } },
    Layout: { env: { server: true } },
    // What an admin screen asks the server for while the session is checked.
    firstCalls: { env: { client: true } },
    inBrowser: {
      env: { config: true },
      effect: ({ configValue }: { configValue: unknown }) =>
        configValue === true ? { meta: { Page: { env: { client: true } } } } : undefined,
    },
  },
} satisfies Config
