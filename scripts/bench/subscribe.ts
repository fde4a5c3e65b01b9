import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { articleFile, type SiteWithProcess, siteProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { median, quantile } from './figures.ts'
import { siteEntry } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

const smallList = 100
const largeList = 100_000

/**
 * The time of one subscription on a site with few and with many subscribers: until the response, when it is on disk,
 * sequentially and concurrently. Both sites take turns.
 */
export async function runSubscribe({ quick }: BenchOptions): Promise<Array<Row>> {
  siteEntry()
  await using small = await siteWithPeople(smallList)
  await using large = await siteWithPeople(largeList)
  const sites = [small, large] as const
  const single: [Array<number>, Array<number>] = [[], []]
  const together: [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < (quick ? 4 : 30); round++)
    for (const [at, site] of sites.entries()) {
      for (let turn = 0; turn < 10; turn++) single[at as 0 | 1].push(await site.subscribe(1))
      together[at as 0 | 1].push(await site.subscribe(50))
    }
  const row = (name: string, [few, many]: [Array<number>, Array<number>], note: string): Row => ({
    name,
    ratio: median(many) / median(few),
    bar: atMost(1.5),
    note,
    details: {
      'ms with 100': median(few),
      'ms with 100,000': median(many),
      'p99 ms with 100': quantile(few, 0.99),
      'p99 ms with 100,000': quantile(many, 0.99),
    },
  })
  return [
    row('subscription: 100,000 people to 100', single, 'until it is on the disk'),
    row('50 subscriptions at once, the same', together, 'they share writes to the disk'),
    {
      name: 'bytes written per subscription, 100,000 to 100',
      ratio: large.bytesOfOne() / small.bytesOfOne(),
      bar: atMost(1.1),
      note: 'to the journal',
      details: { 'bytes with 100': small.bytesOfOne(), 'bytes with 100,000': large.bytesOfOne() },
    },
  ]
}

async function siteWithPeople(count: number) {
  const site: SiteWithProcess = await siteProcess({
    files: { 'articles/a.md': articleFile({ id: '1', title: 'A' }) },
    env: { ...admin, TRUST_PROXY: 'loopback' },
  })
  const ada = await signIn(site)
  const rows = Array.from({ length: count }, (_, at) => `reader${at}@example.org`)
  const { status } = await ada.call('POST', '/api/subscribers/import', ['email', ...rows].join('\n'), {
    'Content-Type': 'text/csv',
  })
  if (status !== 200) throw new Error(`the import was answered with ${status}`)
  // Compacts the journal of the import into the list, so that the rest measures subscriptions only.
  const { body } = await ada.call<Array<{ id: number }>>('GET', '/api/subscribers?limit=1')
  await ada.call('DELETE', `/api/subscribers/${body[0]?.id}`)
  const agent = new Agent({ keepAlive: true })
  let sent = 0

  function subscribeOne(): Promise<void> {
    sent += 1
    const { hostname, port } = new URL(site.url)
    const headers = {
      'Content-Type': 'application/json',
      // Each subscriber comes from another network.
      'X-Forwarded-For': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    }
    const body = JSON.stringify({ email: `new${sent}@example.com`, source: 'footer' })
    return new Promise((resolve, reject) => {
      request({ hostname, port, path: '/api/subscribe', method: 'POST', headers, agent }, (res) => {
        res.resume()
        res.on('end', () =>
          res.statusCode === 200 ? resolve() : reject(new Error(`a subscription was answered with ${res.statusCode}`)),
        )
      })
        .on('error', reject)
        .end(body)
    })
  }

  return {
    /** Milliseconds until all of the concurrent requests are answered. */
    async subscribe(many: number): Promise<number> {
      const start = performance.now()
      await Promise.all(Array.from({ length: many }, subscribeOne))
      return performance.now() - start
    },
    bytesOfOne() {
      const journals = readdirSync(site.dataDir).filter((name) => /^subscribers\.\d+\.journal$/.test(name))
      return statSync(path.join(site.dataDir, journals[0] ?? '')).size / sent
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await site[Symbol.asyncDispose]()
    },
  }
}

await runWhenStarted(import.meta.url, runSubscribe)
