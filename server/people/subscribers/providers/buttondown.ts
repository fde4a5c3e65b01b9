import { callJsonService, type Provider, refused } from './provider.ts'

const name = 'Buttondown'

/**
 * Buttondown, API version 1. Subscribers are created as `regular`, so that Buttondown does not ask
 * them to confirm again.
 */
export function createButtondown(options: {
  url: string
  apiKey: string
  tag: string | null
}): Provider {
  const { apiKey, tag } = options
  const subscribers = `${options.url.replace(/\/+$/, '')}/v1/subscribers`
  const headers = { 'Content-Type': 'application/json', Authorization: `Token ${apiKey}` }
  const change = (email: string, type: string, signal: AbortSignal) =>
    callJsonService(
      name,
      {
        method: 'PATCH',
        url: `${subscribers}/${encodeURIComponent(email)}`,
        headers,
        body: JSON.stringify({ type, ...(type === 'regular' && tag !== null && { tags: [tag] }) }),
      },
      signal,
    )

  return {
    name,
    key: `buttondown ${options.url}`,
    async subscribe({ email, source, utm, consent }, signal) {
      const body = JSON.stringify({
        email_address: email,
        type: 'regular',
        metadata: { source },
        ...(tag !== null && { tags: [tag] }),
        ...(consent.page !== null && { referrer_url: consent.page }),
        ...Object.fromEntries(Object.entries(utm).map(([key, value]) => [`utm_${key}`, value])),
      })
      const { status, json } = await callJsonService(
        name,
        { method: 'POST', url: subscribers, headers, body },
        signal,
      )
      if (status < 300) return
      const { code } = (json ?? {}) as { code?: unknown }
      if (status !== 409 && code !== 'email_already_exists') throw refused(name, status)
      const again = await change(email, 'regular', signal)
      if (again.status >= 300) throw refused(name, again.status)
    },
    async unsubscribe({ email }, signal) {
      const { status } = await change(email, 'unsubscribed', signal)
      if (status >= 300 && status !== 404) throw refused(name, status)
    },
  }
}
