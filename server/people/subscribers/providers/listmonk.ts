import { z } from 'zod'
import { callJsonService, type Provider, refused, type ServiceAnswer } from './provider.ts'

const name = 'listmonk'

const found = z.object({
  data: z.object({ results: z.array(z.object({ id: z.int(), email: z.string() })) }),
})

/**
 * listmonk, API version 4 or newer. Subscriptions are created as confirmed, so that listmonk does
 * not ask again. `apiKey` is `USER:TOKEN`.
 */
export function createListmonk(options: {
  url: string
  apiKey: string
  lists: ReadonlyArray<number>
}): Provider {
  const { apiKey, lists } = options
  const subscribers = `${options.url.replace(/\/+$/, '')}/api/subscribers`
  const headers = { 'Content-Type': 'application/json', Authorization: `token ${apiKey}` }

  function call(
    method: string,
    url: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    return callJsonService(
      name,
      { method, url, headers, ...(body && { body: JSON.stringify(body) }) },
      signal,
    )
  }

  /** listmonk's id of an address, or null. */
  async function idOf(email: string, signal: AbortSignal) {
    const query = new URLSearchParams({ search: email, per_page: '100' })
    const { status, json } = await call('GET', `${subscribers}?${query}`, null, signal)
    if (status >= 300) throw refused(name, status)
    const parsed = found.safeParse(json)
    const results = parsed.success ? parsed.data.data.results : []
    return results.find((one) => one.email.toLowerCase() === email.toLowerCase())?.id ?? null
  }

  async function changeLists(id: number, change: object, signal: AbortSignal) {
    const body = { ids: [id], target_list_ids: lists, ...change }
    const { status } = await call('PUT', `${subscribers}/lists`, body, signal)
    if (status >= 300) throw refused(name, status)
  }

  return {
    name,
    key: `listmonk ${options.url} ${lists.join(',')}`,
    async subscribe({ email, source, customFields }, signal) {
      const body = {
        email,
        name: '',
        status: 'enabled',
        lists,
        preconfirm_subscriptions: true,
        attribs: { source, ...customFields },
      }
      const { status } = await call('POST', subscribers, body, signal)
      if (status < 300) return
      const id = status === 409 ? await idOf(email, signal) : null
      if (id === null) throw refused(name, status)
      await changeLists(id, { action: 'add', status: 'confirmed' }, signal)
    },
    async unsubscribe({ email }, signal) {
      const id = await idOf(email, signal)
      if (id !== null) await changeLists(id, { action: 'unsubscribe' }, signal)
    },
  }
}
