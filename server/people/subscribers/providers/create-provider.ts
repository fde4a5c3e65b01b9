import { createButtondown } from './buttondown.ts'
import { createListmonk } from './listmonk.ts'
import type { Provider } from './provider.ts'
import { createWebhook } from './webhook.ts'

/** The settings for `NEWSLETTER_PROVIDER`. */
export type ProviderSettings =
  | { kind: 'buttondown'; url: string; apiKey: string; tag: string | null }
  | { kind: 'listmonk'; url: string; apiKey: string; lists: ReadonlyArray<number> }
  | { kind: 'webhook'; url: string; apiKey: string }

/**
 * Creates the provider for the settings. A new provider is a further case here and in
 * `server/env.ts`.
 */
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
