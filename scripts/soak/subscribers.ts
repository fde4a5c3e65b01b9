import { setTimeout } from 'node:timers/promises'
import { articleFile, siteProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'

const clients = 4
/** Enough bytes that the journal is compacted into the list repeatedly. */
const bulk = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`text${at}`, 'x'.repeat(2000)]))

/**
 * Kills the whole server with SIGKILL while several clients subscribe, unsubscribe and return through HTTP, in
 * several rounds, and starts it again. Every acknowledged subscriber must be on the list once, with the status of
 * their last acknowledged request.
 */
export async function killServerDuringSubscriptions({ rounds }: { rounds: number }) {
  await using site = await siteProcess({
    files: { 'articles/a.md': articleFile({ id: '1', title: 'A' }) },
    env: { ...admin, TRUST_PROXY: 'loopback' },
  })
  const faults: Array<string> = []
  /**
   * Whether a subscriber is active after their last acknowledged request; null while a request was pending when the
   * server was killed.
   */
  const stands = new Map<string, boolean | null>()
  const ada = await signIn(site)
  let acknowledged = 0

  async function subscribe(email: string, network: string): Promise<void> {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': network }
    const body = JSON.stringify({ email, source: 'footer', custom_fields: bulk })
    const answer = await fetch(`${site.url}/api/subscribe`, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(`a subscription was answered with ${answer.status}`)
    await answer.arrayBuffer()
  }

  /** Subscribes one address after the other and unsubscribes every third. */
  async function client(name: string, network: string, isOver: () => boolean): Promise<void> {
    for (let count = 0; !isOver(); count++) {
      const email = `${name}-${count}@example.org`
      try {
        await subscribe(email, `${network}.${count % 250}`)
        stands.set(email, true)
        acknowledged += 1
        if (count % 3 > 0) continue
        stands.set(email, null)
        const [person] = await people(`?q=${email}&limit=1`)
        const leave = new URL(person?.unsubscribeUrl ?? '')
        const left = await fetch(`${site.url}${leave.pathname}${leave.search}`, { method: 'POST' })
        if (left.status !== 200) throw new Error(`leaving was answered with ${left.status}`)
        stands.set(email, false)
        acknowledged += 1
      } catch (error) {
        if (!isOver()) throw error
      }
    }
  }

  async function people(query = '') {
    const { body } = await ada.call<Array<{ id: number; email: string; active: boolean; unsubscribeUrl: string }>>(
      'GET',
      `/api/subscribers${query}`,
    )
    return body
  }

  for (let round = 0; round < rounds; round++) {
    let killed = false
    const before = acknowledged
    const work = Array.from({ length: clients }, (_, at) =>
      client(`r${round}-c${at}`, `10.${round % 250}.${at}`, () => killed),
    )
    // The server loads with its first responses; from then on it may be killed at any moment.
    while (acknowledged === before) await Promise.race([setTimeout(5), Promise.all(work)])
    await setTimeout(Math.random() * 150)
    killed = true
    await site.restart({}, 'SIGKILL')
    await Promise.all(work)
    const list = await people()
    const found = new Map(list.map(({ email, active }) => [email, active]))
    if (found.size < list.length) faults.push(`round ${round}: somebody is on the list twice`)
    if (new Set(list.map(({ id }) => id)).size < list.length) faults.push(`round ${round}: two have the same id`)
    for (const [email, active] of stands)
      if (!found.has(email) || (active !== null && found.get(email) !== active))
        faults.push(`round ${round}: ${email} should be ${active}, and is ${found.get(email)}`)
  }
  return { acknowledged, faults }
}
