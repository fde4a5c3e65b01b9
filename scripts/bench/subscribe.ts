import { readdirSync, statSync } from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import type { Benchmark, Measurements } from './bench.ts'
import { request } from './first-answer.ts'
import { importPeople, oneArticleSite } from './people-site.ts'

const sizes = [100, 100_000]

/**
 * The time of one subscription on a site with few and with many subscribers: until the response, when it is on disk,
 * sequentially and concurrently. Both sites take turns.
 */
export const subscribe: Benchmark = {
  figures: [
    {
      name: 'subscription: 100,000 people to 100',
      of: 'one, 100000',
      to: 'one, 100',
      most: 1.5,
      note: 'until it is on the disk',
    },
    {
      name: '50 subscriptions at once, the same',
      of: '50 at once, 100000',
      to: '50 at once, 100',
      most: 1.5,
      note: 'they share writes to the disk',
    },
    {
      name: 'bytes written per subscription, 100,000 to 100',
      of: 'bytes, 100000',
      to: 'bytes, 100',
      most: 1.1,
      note: 'to the journal',
    },
  ],
  async run(measurements) {
    await using small = await listOf(sizes[0]!, measurements)
    await using large = await listOf(sizes[1]!, measurements)
    for (let round = 0; round < (measurements.quick ? 4 : 30); round++)
      for (const list of [small, large]) {
        for (let turn = 0; turn < 10; turn++) await list.subscribe('one', 1)
        await list.subscribe('50 at once', 50)
      }
    for (const list of [small, large]) list.addBytes()
  },
}

async function listOf(count: number, { add, time }: Measurements) {
  const { site, ada } = await oneArticleSite({ env: { TRUST_PROXY: 'loopback' } })
  await importPeople(ada, count)
  // Compacts the journal of the import into the list, so that the rest measures subscriptions only.
  const { body } = await ada.call<Array<{ id: number }>>('GET', '/api/subscribers?limit=1')
  await ada.call('DELETE', `/api/subscribers/${body[0]?.id}`)
  const agent = new Agent({ keepAlive: true })
  let sent = 0

  async function subscribeOne(): Promise<void> {
    sent += 1
    const headers = {
      'Content-Type': 'application/json',
      // Each subscriber comes from another network.
      'X-Forwarded-For': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    }
    const body = JSON.stringify({ email: `new${sent}@example.com`, source: 'footer' })
    const { status } = await request(`${site.url}/api/subscribe`, { method: 'POST', headers, agent, body })
    if (status !== 200) throw new Error(`a subscription was answered with ${status}`)
  }

  return {
    /** Measures the time until all of the concurrent requests are answered. */
    subscribe: (series: string, many: number) =>
      time(`${series}, ${count}`, () => Promise.all(Array.from({ length: many }, subscribeOne))),
    addBytes() {
      const journal = readdirSync(site.dataDir).find((name) => /^subscribers\.\d+\.journal$/.test(name))
      add(`bytes, ${count}`, statSync(path.join(site.dataDir, journal ?? '')).size / sent)
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await site[Symbol.asyncDispose]()
    },
  }
}
