import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { ask as askDatabase, testPostgres } from '../../tests/postgres.ts'
import { articleFile, siteOfOneProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'
import { median, quantile } from './figures.ts'
import { siteEntry } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/** The size of a page of the list, as the admin requests it. */
const pageSize = 100

/** The mailing list of a replica with half a million people in PostgreSQL: its pages, searches and erasures, and the memory of the process. */
export async function runPeople({ quick }: BenchOptions): Promise<Array<Row>> {
  siteEntry()
  const people = quick ? 20_000 : 500_000
  const rounds = quick ? 5 : 30
  await using postgres = await testPostgres()
  const databaseUrl = await postgres.newDatabase()
  await using site = await siteOfOneProcess({
    files: { 'articles/a.md': articleFile({ id: '1', title: 'A' }) },
    env: { ...admin, DATABASE_URL: databaseUrl },
  })
  const ada = await signIn(site)
  await fill(databaseUrl, people)
  const memory = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${site.pid}/status`, 'latin1'))?.[1]) / 1024
  const inTurn = (round: number) => Math.floor((people / (rounds + 1)) * (round + 0.5))

  // The first request of each kind loads code, so it is not measured.
  const times = async (call: (round: number) => Promise<number>) => {
    await call(0)
    const found: Array<number> = []
    for (let round = 1; round <= rounds; round++) found.push(await call(round))
    return found
  }
  const list = (query: string) => timed(ada, 'GET', `/api/subscribers?limit=${pageSize}${query}`)
  const pages = {
    newest: await times(() => list('')),
    'in the middle': await times((round) => list(`&cursor=${inTurn(round)}`)),
    'of those who left': await times(() => list('&status=unsubscribed')),
  }
  const searches = {
    'for one person': await times((round) => list(`&q=reader${inTurn(round)}@`)),
    'for a part that a tenth has': await times(() => list('&q=7@example')),
    'for a part that nobody has': await times(() => list('&q=nobody-has-this')),
    'for two letters': await times(() => list('&q=re')),
  }
  const erasures = await times((round) => timed(ada, 'DELETE', `/api/subscribers/${inTurn(round) + 1}`))
  const summaries = await times(() => timed(ada, 'GET', '/api/subscribers/summary'))
  const csvBytes = await download(site.url, '/api/subscribers.csv', ada.cookie)

  const slowest = (kinds: Record<string, Array<number>>) => Math.max(...Object.values(kinds).map(median))
  const details = (kinds: Record<string, Array<number>>) =>
    Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, all]) => [
        [`ms ${kind}`, median(all)],
        [`p95 ${kind}`, quantile(all, 0.95)],
      ]),
    )
  return [
    {
      name: 'a page of the list of people',
      ratio: slowest(pages),
      unit: 'ms',
      bar: atMost(50),
      note: `median of the slowest kind, ${people} people in PostgreSQL`,
      details: details(pages),
    },
    {
      name: 'a search among them',
      ratio: slowest(searches),
      unit: 'ms',
      bar: atMost(200),
      note: 'the same',
      details: details(searches),
    },
    {
      name: 'erasing one of them',
      ratio: median(erasures),
      unit: 'ms',
      bar: atMost(100),
      note: 'median',
      details: details({ erasing: erasures, 'of the counts of the dashboard': summaries }),
    },
    {
      name: 'memory of the replica',
      ratio: memory('VmHWM'),
      unit: 'MB',
      bar: atMost(350),
      note: 'the most, the list as a CSV file included',
      details: { 'MB at the end': memory('VmRSS'), 'MB of the CSV file': csvBytes / 1e6 },
    },
  ]
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

/** The milliseconds of one call. */
async function timed(ada: Administrator, method: string, path: string): Promise<number> {
  const start = performance.now()
  const { status } = await ada.call(method, path)
  if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}`)
  return performance.now() - start
}

/** Reads an answer without storing it; resolves with its bytes. */
function download(url: string, path: string, Cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers: { Cookie } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error('no CSV file'))))
      answer.once('error', reject)
    })
      .once('error', reject)
      .end()
  })
}

await runWhenStarted(import.meta.url, runPeople)
