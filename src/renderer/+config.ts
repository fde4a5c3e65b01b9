import type { Config } from 'vite-plugin-ssr/types'

/**
 * Every page is rendered on the server alone; what a visitor touches are islands (docs/decisions). A folder that sets `inBrowser` has pages that are
 * rendered in the browser alone: a folder's own `meta` would not do, since the one here outweighs it.
 */
export default {
  meta: {
    Page: { env: 'server-only' },
    Layout: { env: 'server-only' },
    inBrowser: {
      env: 'config-only',
      effect: ({ configValue }: { configValue: unknown }) =>
        configValue === true ? { meta: { Page: { env: 'client-only' } } } : undefined,
    },
  },
} satisfies Config & { meta: Record<string, unknown> }
