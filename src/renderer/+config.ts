import type { Config } from 'vite-plugin-ssr/types'

/** Every page is rendered on the server alone; what a visitor touches are islands (docs/decisions). Admin screens say otherwise in their folder. */
export default {
  meta: {
    Page: { env: 'server-only' },
    Layout: { env: 'server-only' },
  },
} satisfies Config & { meta: Record<string, unknown> }
