import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../../server/platform/postgres/open-database.ts'
import { checkedProxy } from '../../tests/checked-proxy.ts'
import { ask } from '../../tests/http-client.ts'
import { nextVersion } from '../../tests/next-version.ts'
import { numberedArticles } from '../../tests/numbered-articles.ts'
import { type TestPostgres, testPostgres } from '../../tests/postgres.ts'
import { eventually, startSite } from '../../tests/running-site.ts'
import { signIn } from '../../tests/signed-in-site.ts'
import { throughWorld } from '../../tests/through-fixture.ts'
import { seed } from '../bench/harness.ts'
import { createRandom } from '../bench/random.ts'
import { createJobs } from './jobs.ts'
import { testFaults } from './properties.ts'

const neverNamed = [
  '/assets/chunks/chunk-AAAAAAAA.js',
  '/assets/x.js',
  '/assets/../assets/chunk-AAAAAAAA.js',
  '/theme-AAAAAAAA.js',
]
const pages = ['/', '/article/a1', '/article/a2', '/admin/login', '/api/search?q=article']

/** The requests per second, and the most at once: a machine that is too busy makes fewer. */
const perSecond = 200
const atOnce = 20

/**
 * Upgrades two replicas one after the other to a next version, which adds to the tables, and
 * downgrades them, while people read pages with their files, use the admin, save, and listen to
 * events. No request may fail, and every replica must serve every file that a page has named,
 * always the same, and no other, after each step.
 */
export async function deployBackAndForth() {
  await using postgres = await testPostgres()
  await using next = await nextVersion({})
  const migrations = await addMigration(path.dirname(next.entry))
  await using world = await throughWorld(await postgres.newDatabase(), numberedArticles([1, 2, 3]))
  const start = (name: string, build?: string) =>
    startSite({ ...world.env(name), DRAIN_SECONDS: '3' }, world.folder, build)
  const replicas = [
    { name: 'a', ...(await start('a')) },
    { name: 'b', ...(await start('b')) },
  ]
  try {
    await using proxy = await checkedProxy(replicas)
    const allWanted = () => eventually(async () => proxy.wanted() === replicas.length)
    await allWanted()
    const traffic = await beginTraffic(proxy.url)
    const began = performance.now()
    for (const build of [next.entry, undefined])
      for (const replica of replicas) {
        await replica.stop('SIGTERM')
        Object.assign(replica, await start(replica.name, build))
        await allWanted()
        for (const { url } of replicas) await traffic.fetchFiles(url)
      }
    const seconds = Math.round((performance.now() - began) / 1000)
    const { faults, ...figures } = await traffic.end()
    faults.push(...(await testContract(postgres, migrations)))
    return {
      ...figures,
      seconds,
      perSecond: Math.round(figures.requests / seconds),
      faults,
    }
  } finally {
    for (const { stop } of replicas) await stop('SIGKILL')
  }
}

/** Adds a migration to a build, which adds to its tables. Returns the folder of the migrations. */
async function addMigration(server: string): Promise<string> {
  const folder = path.join(server, 'migrations')
  const newest = (await readdir(folder)).sort().at(-1)
  const sql = `-- oldest build: ${newest}
alter table subscribers add column later text not null default '';
alter table users add column later text;
create table later (id bigint generated always as identity primary key);
`
  await writeFile(path.join(folder, '9999-later.sql'), sql)
  return folder
}

/** Starts requests of many people at a steady rate. */
async function beginTraffic(url: string) {
  const random = createRandom(seed)
  const ada = await signIn({ url })
  const faults: Array<string> = []
  const figures = {
    requests: 0,
    failed: 0,
    saves: 0,
    streams: 0,
  }
  /** The names of files on all pages so far, with the kind and the content of each, once known. */
  const files = new Map<string, string | null>()
  const listening = new AbortController()
  const began = performance.now()
  let visits = 0

  /** Those that are not answered with 200 are faults. */
  function count(status: number, what: string): void {
    figures.requests += 1
    if (status === 200) return
    figures.failed += 1
    faults.push(`${what} was answered with ${status}`)
  }

  async function read(address: string, Cookie = ''): Promise<string> {
    const answer = await fetch(url + address, { headers: { Cookie } }).catch(() => null)
    const text = await answer?.text().catch(() => null)
    count(typeof text === 'string' ? answer!.status : 0, address)
    return text ?? ''
  }

  async function visit(): Promise<void> {
    visits += 1
    const which = random.next()
    if (which < 0.5 && files.size > 0) return void (await read(random.pick([...files.keys()])))
    const text =
      which < 0.6 ? await read('/api/subscribers', ada.cookie) : await read(random.pick(pages))
    for (const [name] of text.matchAll(/(?<=")\/assets\/[^"]+/g))
      if (!files.has(name)) files.set(name, null)
  }

  async function save(): Promise<void> {
    const title = `Save ${figures.saves++}`
    const saved = await ada.call('PATCH', '/api/articles/3', { title }).catch(() => null)
    count(saved?.status ?? 0, 'a save')
    await wait(500)
  }

  /** Listens to events until a server ends the stream, as an open admin does. */
  async function listen(): Promise<void> {
    const headers = { Cookie: ada.cookie }
    const { signal } = listening
    const stream = await fetch(`${url}/api/events`, { headers, signal }).catch(() => null)
    if (signal.aborted) return
    figures.streams += 1
    count(stream?.status ?? 0, '/api/events')
    await stream?.text().catch(() => '')
    await wait(100)
  }

  const isDue = () => visits < ((performance.now() - began) / 1_000) * perSecond
  const jobs = createJobs(Number.POSITIVE_INFINITY)
  const running = [jobs.run(atOnce, visit, isDue), jobs.run(1, save), jobs.run(1, listen)]
  return {
    /** Requests every file that was named so far from a replica, and some that never were. */
    async fetchFiles(replica: string): Promise<void> {
      for (const [name, known] of files) {
        const { status, headers, text } = await ask(replica, name)
        count(status, name)
        const hash = createHash('sha1').update(text).digest('hex')
        const now = `${headers['content-type']?.split(';')[0]}, ${headers['cache-control']}, ${hash}`
        if (now !== (known ?? now)) faults.push(`${name} was ${known}, and is ${now}`)
        files.set(name, now)
      }
      for (const name of neverNamed) {
        const { status } = await ask(replica, name)
        if (status !== 404) faults.push(`${name} was answered with ${status}`)
      }
    },
    async end() {
      jobs.end()
      listening.abort()
      await Promise.all(running)
      return { ...figures, files: files.size, faults }
    },
  }
}

/**
 * Runs the tests of the stores of this version on databases with the migrations of the next
 * version.
 */
async function testContract(postgres: TestPostgres, migrations: string): Promise<Array<string>> {
  const address = new URL(await postgres.newDatabase())
  address.pathname = '/template1'
  const template = {
    url: address.href,
    migrations: pathToFileURL(`${migrations}/`),
    failed: () => {},
  }
  await (await openDatabase(template)).close()
  address.pathname = '/postgres'
  // A start with a database that is empty or unfit is no matter of its tables.
  const tests = ['tests/contract', '--exclude=**/database-refusals.test.ts']
  return testFaults(tests, { TEST_DATABASE_URL: address.href, PROPERTY_TIMES: '4' })
}
