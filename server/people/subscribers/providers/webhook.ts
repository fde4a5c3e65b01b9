import { createHmac } from 'node:crypto'
import { callService, type Leaver, type Provider, refused } from './provider.ts'

const name = 'The webhook'

/**
 * A server of the operator: POST for a subscriber, DELETE with the same body for one who leaves, or
 * with the address alone for an erased one; all requests are signed (rulings, section 6). When the
 * server does not support DELETE, that is not an error.
 */
export function createWebhook({ url, apiKey }: { url: string; apiKey: string }): Provider {
  function call(
    method: string,
    { email, subscribedAt, source, customFields }: Leaver,
    signal: AbortSignal,
  ) {
    const body = JSON.stringify({ email, subscribedAt, source, customFields })
    const signature = createHmac('sha256', apiKey).update(body).digest('hex')
    const headers = { 'Content-Type': 'application/json', 'X-Signature-256': `sha256=${signature}` }
    return callService(name, { method, url, headers, body }, signal)
  }

  return {
    name,
    key: `webhook ${url}`,
    async subscribe(person, signal) {
      const { status } = await call('POST', person, signal)
      if (status >= 300) throw refused(name, status)
    },
    async unsubscribe(person, signal) {
      const { status } = await call('DELETE', person, signal)
      if (status >= 300 && ![404, 405, 410].includes(status)) throw refused(name, status)
    },
  }
}
