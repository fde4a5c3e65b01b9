import { ask as askDatabase, testPostgres } from '../../tests/postgres.ts'
import { siteOfOneProcess } from '../../tests/running-site.ts'
import type { Benchmark } from './bench.ts'
import { oneArticleSite } from './people-site.ts'
import { memoryOf } from './processes.ts'

/** The requests that are measured: `at` is a place among all people, another in each round. */
const lists: Record<string, (at: number) => string> = {
  'newest page': () => '',
  'page in the middle': (at) => `&cursor=${at}`,
  'page of those who left': () => '&status=unsubscribed',
}
const searches: Record<string, (at: number) => string> = {
  'search for one person': (at) => `&q=reader${at}@`,
  'search for a part that a tenth has': () => '&q=7@example',
  'search for a part that nobody has': () => '&q=nobody-has-this',
  'search for two letters': () => '&q=re',
}

/** The mailing list of a replica with half a million people in PostgreSQL: its pages, searches and erasures, and the memory of the process. */
export const people: Benchmark = {
  figures: [
    {
      name: 'a page of the list of people',
      of: Object.keys(lists),
      unit: 'ms',
      most: 50,
      note: 'median of the slowest kind, 500,000 people in PostgreSQL',
    },
    { name: 'a search among them', of: Object.keys(searches), unit: 'ms', most: 200, note: 'the same' },
    { name: 'erasing one of them', of: 'erasure', unit: 'ms', most: 100, note: 'median' },
    {
      name: 'memory of the replica',
      of: 'MB at the peak',
      unit: 'MB',
      most: 350,
      note: 'the most, the list as a CSV file included',
    },
  ],
  async run({ quick, add, time }) {
    const count = quick ? 20_000 : 500_000
    const rounds = quick ? 5 : 30
    await using postgres = await testPostgres()
    const databaseUrl = await postgres.newDatabase()
    const { site: started, ada } = await oneArticleSite({ env: { DATABASE_URL: databaseUrl } }, siteOfOneProcess)
    await using site = started
    await fill(databaseUrl, count)

    /** Measures a call in every round. The first request of each kind loads code, so it is not measured. */
    async function measureCall(series: string, method: string, path: (at: number) => string): Promise<void> {
      for (let round = 0; round <= rounds; round++) {
        const address = path(Math.floor((count / (rounds + 1)) * (round + 0.5)))
        const { status } = await time(round === 0 ? 'first requests' : series, () => ada.call(method, address))
        if (status !== 200) throw new Error(`${method} ${address} was answered with ${status}`)
      }
    }
    for (const [series, query] of Object.entries({ ...lists, ...searches }))
      await measureCall(series, 'GET', (at) => `/api/subscribers?limit=100${query(at)}`)
    await measureCall('erasure', 'DELETE', (at) => `/api/subscribers/${at + 1}`)
    await measureCall('counts of the dashboard', 'GET', () => '/api/subscribers/summary')
    add('MB of the CSV file', (await download(`${site.url}/api/subscribers.csv`, ada.cookie)) / 1e6)
    add('MB at the peak', memoryOf(site.pid).peak)
  },
}

/** Adds people with plain SQL, because importing so many over http takes minutes. */
async function fill(databaseUrl: string, people: number): Promise<void> {
  await askDatabase(
    databaseUrl,
    `insert into subscribers (id, email, email_key, search, subscribed_at, status, source, utm, custom_fields,
       consent_at, consent_page, consent_wording, confirmed_at, unsubscribed_at, confirmation_sent, confirmation_due)
     select nextval('subscriber_ids'), email, email, email || chr(10) || 'footer', at,
       case when one % 20 = 0 then 'unsubscribed' when one % 33 = 0 then 'unconfirmed' else 'active' end, 'footer',
       '{"utm_source": "spring", "utm_campaign": "newsletter"}', '{"page_url": "https://notes.example.org/article/a"}',
       at, 'https://notes.example.org/article/a', 'Yes, send me the newsletter. I can unsubscribe at any time.', at,
       case when one % 20 = 0 then at end, 1, false
     from generate_series(1, ${people}) as one,
       lateral (select 'reader' || one || '@example.org' as email, now() - interval '1 day' + one * interval '100 ms' as at) as two`,
  )
  // As PostgreSQL does by itself a minute after so many new rows.
  await askDatabase(databaseUrl, 'vacuum analyze subscribers')
}

/** Reads an answer without storing it; resolves with its bytes. */
async function download(url: string, Cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: { Cookie } })
  if (answer.status !== 200 || !answer.body) throw new Error('no CSV file')
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  return bytes
}
