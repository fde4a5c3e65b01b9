import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
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
import { type ThroughWorld, throughWorld } from '../../tests/through-fixture.ts'
import { createRandom } from '../bench/random.ts'
import { root } from '../sources.mjs'

const replicaNames = ['a', 'b']
const files = numberedArticles([1, 2, 3])
const neverNamed = [
  '/assets/chunks/chunk-AAAAAAAA.js',
  '/assets/x.js',
  '/assets/../assets/chunk-AAAAAAAA.js',
  '/theme-AAAAAAAA.js',
]
const pages = ['/', '/article/a1', '/article/a2', '/admin/login', '/api/search?q=article']

/** A replica is replaced by one of another version. */
interface Step {
  replica: 0 | 1
  version: 'next' | 'first'
}

/** An upgrade to a next version, which adds to the tables, and a downgrade. */
export const backAndForth: ReadonlyArray<Step> = [
  { replica: 0, version: 'next' },
  { replica: 1, version: 'next' },
  { replica: 0, version: 'first' },
  { replica: 1, version: 'first' },
]

/**
 * Replaces two replicas one after the other, while people read pages with their files, use the
 * admin, save, and listen to events. No request may fail, and every replica must serve every file
 * that a page has named, always the same, and no other, after each step. A replica that no step
 * replaces runs in this process.
 */
export async function deployBackAndForth(options: {
  steps: ReadonlyArray<Step>
  perSecond: number
  /** The most requests at once: a machine that is too busy makes fewer per second. */
  atOnce: number
  seed: number
  isContractTested: boolean
}) {
  await using postgres = await testPostgres()
  await using next = await nextVersion({})
  const migrations = await addMigration(path.dirname(next.entry))
  await using world = await throughWorld(await postgres.newDatabase(), files)
  const faults: Array<string> = []
  const slots: Array<{ url: string; stop(signal?: NodeJS.Signals): Promise<unknown> }> = []
  try {
    for (const [at, name] of replicaNames.entries())
      slots[at] = options.steps.some(({ replica }) => replica === at)
        ? await startReplica(world, name)
        : await world.replicaHere(name)
    await using proxy = await checkedProxy(
      replicaNames.map((_, at) => ({
        get url() {
          return slots[at]?.url ?? ''
        },
      })),
    )
    await eventually(async () => proxy.wanted() === slots.length)
    const traffic = await beginTraffic(proxy.url, options, faults)
    const began = performance.now()
    for (const { replica, version } of options.steps) {
      await slots[replica]?.stop('SIGTERM')
      slots[replica] = await startReplica(
        world,
        replicaNames[replica]!,
        version === 'next' ? next.entry : undefined,
      )
      await eventually(async () => proxy.wanted() === slots.length)
      for (const { url } of slots) await traffic.fetchFiles(url)
    }
    const seconds = Math.round((performance.now() - began) / 1000)
    const figures = await traffic.end()
    if (options.isContractTested) faults.push(...(await testContract(postgres, migrations)))
    return { ...figures, seconds, perSecond: Math.round(figures.requests / seconds), faults }
  } finally {
    for (const slot of slots) await slot.stop('SIGKILL')
  }
}

const startReplica = (world: ThroughWorld, name: string, build?: string) =>
  startSite({ ...world.env(name), DRAIN_SECONDS: '3' }, world.folder, build)

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

/** Counts requests; those that are not answered with 200 are faults. */
function createTally(faults: Array<string>) {
  const figures = { requests: 0, failed: 0, saves: 0, streams: 0 }
  return {
    figures,
    count(status: number, what: string): void {
      figures.requests += 1
      if (status === 200) return
      figures.failed += 1
      faults.push(`${what} was answered with ${status}`)
    },
  }
}
type Tally = ReturnType<typeof createTally>

/** Starts requests of many people at a steady rate. */
async function beginTraffic(
  url: string,
  { perSecond, atOnce, seed }: { perSecond: number; atOnce: number; seed: number },
  faults: Array<string>,
) {
  const random = createRandom(seed)
  const ada = await signIn({ url })
  const tally = createTally(faults)
  /** The names of files on all pages so far. */
  const names = new Set<string>()
  const underWay = new Set<Promise<unknown>>()
  const began = performance.now()
  let visits = 0
  let isOver = false

  async function visit(): Promise<void> {
    const which = random.next()
    if (which < 0.5 && names.size > 0) {
      const name = random.pick([...names])
      return tally.count((await getText(url + name)).status, name)
    }
    const address = which < 0.6 ? '/api/subscribers' : random.pick(pages)
    const { status, text } = await getText(url + address, which < 0.6 ? ada.cookie : '')
    tally.count(status, address)
    for (const [name] of text.matchAll(/(?<=")\/assets\/[^"]+/g)) names.add(name)
  }

  async function startVisits(): Promise<void> {
    const due = ((performance.now() - began) / 1_000) * perSecond
    for (; visits < due && underWay.size < atOnce; visits++) {
      const begun = visit()
      underWay.add(begun)
      void begun.then(() => underWay.delete(begun))
    }
  }

  async function save(): Promise<void> {
    const title = `Save ${tally.figures.saves++}`
    const { status } = await ada
      .call('PATCH', '/api/articles/3', { title })
      .catch(() => ({ status: 0 }))
    tally.count(status, 'a save')
  }

  async function repeat(act: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (!isOver) {
      await act()
      await wait(pauseMs)
    }
  }

  const repeated = [
    repeat(startVisits, 5),
    repeat(save, 500),
    repeat(() => listen(url, ada.cookie, tally, () => isOver), 100),
  ]
  return {
    fetchFiles: createFileCheck(names, tally, faults),
    async end() {
      isOver = true
      await Promise.all([...repeated, ...underWay])
      return { ...tally.figures, files: names.size }
    },
  }
}

/** Status 0 for a request that fails. */
async function getText(url: string, Cookie = ''): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { headers: { Cookie } })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { status: 0, text: '' }
  }
}

/** Listens to events until a server ends the stream, as an open admin does. */
async function listen(
  url: string,
  Cookie: string,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const listening = request(`${url}/api/events`, { agent: false, headers: { Cookie } })
  await new Promise<void>((resolve) => {
    const end = setInterval(() => isOver() && listening.destroy(), 50)
    let isAnswered = false
    listening.once('response', (answer) => {
      isAnswered = true
      tally.figures.streams += 1
      tally.count(answer.statusCode ?? 0, '/api/events')
      answer.resume().once('close', resolve)
    })
    listening.once('error', () => {
      if (!isOver() && !isAnswered) tally.count(0, '/api/events')
      resolve()
    })
    listening.once('close', () => clearInterval(end)).end()
  })
}

/**
 * Returns a function that requests every file that a page has named so far from a replica, and some
 * that never were.
 */
function createFileCheck(names: ReadonlySet<string>, { count }: Tally, faults: Array<string>) {
  /** The kind and the content of each file. */
  const known = new Map<string, string>()
  return async (replica: string): Promise<void> => {
    for (const name of names) {
      const { status, headers, text } = await ask(replica, name)
      count(status, name)
      const hash = createHash('sha1').update(text).digest('hex')
      const now = `${headers['content-type']?.split(';')[0]}, ${headers['cache-control']}, ${hash}`
      if (now !== (known.get(name) ?? now))
        faults.push(`${name} was ${known.get(name)}, and is ${now}`)
      known.set(name, now)
    }
    for (const name of neverNamed) {
      const { status } = await ask(replica, name)
      if (status !== 404) faults.push(`${name} was answered with ${status}`)
    }
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
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'tests/contract']
  const { status } = spawnSync(
    process.execPath,
    [...vitest, '--exclude=**/database-refusals.test.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: address.href, PROPERTY_TIMES: '4' },
    },
  )
  return status === 0
    ? []
    : ['the contract does not hold on the tables of the next version, see above']
}
