import type { RunningSite } from '../../tests/running-site.ts'
import type { Administrator } from '../../tests/signed-in-site.ts'

/** What several clients do at once, each again and again. */
export interface Work {
  /** The number of acknowledged requests. */
  acknowledged(): number
  /** Rejects for a request that fails. */
  act(client: number, round: number, count: number): Promise<void>
  /** What was acknowledged and is missing, and other faults. */
  faults(): Promise<Array<string>>
}

/** Enough bytes that the journal is compacted into the list repeatedly. */
const bulk = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => [`text${at}`, 'x'.repeat(2000)]),
)

/**
 * Each client subscribes one address after the other and unsubscribes every third. Every
 * acknowledged subscriber must be on the list once, with the status of their last acknowledged
 * request.
 */
export function subscriptionsOn(site: RunningSite, ada: Administrator): Work {
  /**
   * Whether a subscriber is active after their last acknowledged request; null while a request was
   * pending when the server was killed.
   */
  const stands = new Map<string, boolean | null>()
  let acknowledged = 0

  async function subscribe(email: string, network: string): Promise<void> {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': network }
    const body = JSON.stringify({ email, source: 'footer', custom_fields: bulk })
    const answer = await fetch(`${site.url}/api/subscribe`, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(`a subscription was answered with ${answer.status}`)
    await answer.arrayBuffer()
  }

  async function subscribeAndLeave(name: string, network: string, count: number): Promise<void> {
    const email = `${name}-${count}@example.org`
    await subscribe(email, `${network}.${count % 250}`)
    stands.set(email, true)
    acknowledged += 1
    if (count % 3 > 0) return
    stands.set(email, null)
    const [person] = await people(`?q=${email}&limit=1`)
    const leave = new URL(person?.unsubscribeUrl ?? '')
    const left = await fetch(`${site.url}${leave.pathname}${leave.search}`, { method: 'POST' })
    if (left.status !== 200) throw new Error(`leaving was answered with ${left.status}`)
    stands.set(email, false)
    acknowledged += 1
  }

  async function people(query = '') {
    const { body } = await ada.call<
      Array<{ id: number; email: string; active: boolean; unsubscribeUrl: string }>
    >('GET', `/api/subscribers${query}`)
    return body
  }

  return {
    acknowledged: () => acknowledged,
    act: (client, round, count) =>
      subscribeAndLeave(`r${round}-c${client}`, `10.${round % 250}.${client}`, count),
    async faults() {
      const faults: Array<string> = []
      const list = await people()
      const found = new Map(list.map(({ email, active }) => [email, active]))
      if (found.size < list.length) faults.push('somebody is on the list twice')
      if (new Set(list.map(({ id }) => id)).size < list.length) faults.push('two have the same id')
      for (const [email, active] of stands)
        if (!found.has(email) || (active !== null && found.get(email) !== active))
          faults.push(`${email} should be ${active}, and is ${found.get(email)}`)
      return faults
    },
  }
}
