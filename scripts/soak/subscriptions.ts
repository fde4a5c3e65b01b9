import { ask, post } from '../../tests/http-client.ts'
import type { Administrator } from '../../tests/signed-in-site.ts'

/** The address of one person, each in another network, from which only some may subscribe. */
function networkOf(number: number): string {
  return [10, (number >> 16) & 255, (number >> 8) & 255, number & 255].join('.')
}

/** Sends a request, and rejects for an answer that is no success. */
type Send = <Answer extends { status: number }>(send: () => Promise<Answer>) => Promise<Answer>

/** Enough bytes that the journal is compacted into the list repeatedly. */
const bulk = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => [`text${at}`, 'x'.repeat(2000)]),
)

/**
 * People subscribe, and every third unsubscribes. Every acknowledged subscriber must be on the list
 * once, with the status of their last acknowledged request.
 */
export function createSubscriptions(next: () => { url: string; ada: Administrator }, send: Send) {
  /**
   * Whether a subscriber has left after their last acknowledged request; null while a request is
   * pending, as when the server is killed.
   */
  const hasLeft = new Map<string, boolean | null>()
  let acknowledged = 0

  const people = (query = '') =>
    send(() =>
      next().ada.call<Array<{ id: number; email: string; status: string; unsubscribeUrl: string }>>(
        'GET',
        `/api/subscribers${query}`,
      ),
    )

  return {
    acknowledged: () => acknowledged,
    /** One person, from a network of their own. */
    async act(number: number): Promise<void> {
      const email = `newcomer${number}@example.org`
      const person = {
        email,
        source: 'footer',
        custom_fields: bulk,
      }
      const network = { 'X-Forwarded-For': networkOf(number) }
      await send(() => post(next().url, '/api/subscribe', person, network))
      hasLeft.set(email, false)
      acknowledged += 1
      if (number % 3 > 0) return
      hasLeft.set(email, null)
      const { body } = await people(`?q=${email}&limit=1`)
      const { pathname, search } = new URL(body[0]?.unsubscribeUrl ?? '')
      await send(() => ask(next().url, pathname + search, { method: 'POST' }))
      hasLeft.set(email, true)
      acknowledged += 1
    },
    /** What was acknowledged and is missing, and other faults. */
    async faults(): Promise<Array<string>> {
      const faults: Array<string> = []
      const { body: list } = await people()
      const found = new Map(list.map(({ email, status }) => [email, status === 'unsubscribed']))
      if (found.size < list.length) faults.push('somebody is on the list twice')
      if (new Set(list.map(({ id }) => id)).size < list.length) faults.push('two have the same id')
      for (const [email, left] of hasLeft)
        if (!found.has(email) || (left !== null && found.get(email) !== left))
          faults.push(`${email} has left: ${left}, and on the list: ${found.get(email)}`)
      return faults
    },
  }
}
