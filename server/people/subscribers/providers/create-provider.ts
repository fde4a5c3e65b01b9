import { createButtondown } from './buttondown.ts'
import { createListmonk } from './listmonk.ts'
import type { Provider } from './provider.ts'
import { createWebhook } from './webhook.ts'

/** `NEWSLETTER_PROVIDER` with its settings. */
export type ProviderSettings =
  | { kind: 'buttondown'; url: string; apiKey: string; tag: string | null }
  | { kind: 'listmonk'; url: string; apiKey: string; lists: ReadonlyArray<number> }
  | { kind: 'webhook'; url: string; apiKey: string }

/** The service of the settings. A new one is one more case here and in the environment. */
export function createProvider(settings: ProviderSettings): Provider {
  switch (settings.kind) {
    case 'buttondown':
      return createButtondown(settings)
    case 'listmonk':
      return createListmonk(settings)
    case 'webhook':
      return createWebhook(settings)
  }
}
