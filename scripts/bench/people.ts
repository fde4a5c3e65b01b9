import { numberedArticles } from '../../tests/numbered-articles.ts'
import { ask as askDatabase, testPostgres } from '../../tests/postgres.ts'
import { type SiteOptions, siteOfOneProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { add, type Benchmark, quick, time } from './harness.ts'
import { answered, memoryOf } from './servers.ts'

/** The built site with one article and an administrator, and further files and settings. */
export async function oneArticleSite({ files, env }: SiteOptions = {}) {
  const site = await siteOfOneProcess({
    files: { ...numberedArticles([1]), ...files },
    env: { ...admin, ...env },
  })
  return Object.assign(site, { ada: await signIn(site) })
}

/** The requests that are measured: `at` is a place among all people, another in each round. */
type Queries = Record<string, (at: number) => string>

const lists: Queries = {
  'newest page': () => '',
  'page in the middle': (at) => `&cursor=${at}`,
  'page of those who left': () => '&status=unsubscribed',
}
const searches: Queries = {
  'search for one person': (at) => `&q=reader${at}@`,
  'search for a part that a tenth has': () => '&q=7@example',
  'search for a part that nobody has': () => '&q=nobody-has-this',
  'search for two letters': () => '&q=re',
}

/**
 * The mailing list of a replica with half a million people in PostgreSQL: its pages, searches and
 * erasures, and the memory of the process.
 */
export const people: Benchmark = {
  figures: [
    [
      'a page of the list of people',
      Object.keys(lists).join(' | '),
      '≤ 50 ms',
      'median of the slowest kind, 500,000 people in PostgreSQL',
    ],
    ['a search among them', Object.keys(searches).join(' | '), '≤ 200 ms', 'the same'],
    ['erasing one of them', 'erasure', '≤ 100 ms', 'median'],
    [
      'memory of the replica',
      'MB at the peak',
      '≤ 350 MB',
      'the most, the list as a CSV file included',
    ],
  ],
  async run() {
    const count = quick ? 20_000 : 500_000
    const rounds = quick ? 5 : 30
    await using postgres = await testPostgres()
    const databaseUrl = await postgres.newDatabase()
    await using site = await oneArticleSite({ env: { DATABASE_URL: databaseUrl } })
    await fill(databaseUrl, count)

    /**
     * Measures a call in every round. The first request of each kind loads code, so it is not
     * measured.
     */
    async function measureCall(
      series: string,
      method: string,
      path: (at: number) => string,
    ): Promise<void> {
      for (let round = 0; round <= rounds; round++) {
        const address = path(Math.floor((count / (rounds + 1)) * (round + 0.5)))
        await time(round === 0 ? 'first requests' : series, () =>
          answered(site.ada.call(method, address)),
        )
      }
    }
    for (const [series, query] of Object.entries({ ...lists, ...searches }))
      await measureCall(series, 'GET', (at) => `/api/subscribers?limit=100${query(at)}`)
    await measureCall('erasure', 'DELETE', (at) => `/api/subscribers/${at + 1}`)
    await measureCall('counts of the dashboard', 'GET', () => '/api/subscribers/summary')
    const list = await fetch(`${site.url}/api/subscribers.csv`, {
      headers: { Cookie: site.ada.cookie },
    })
    add('MB of the CSV file', (await list.arrayBuffer()).byteLength / 1e6)
    add('MB at the peak', memoryOf(site).peak)
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
