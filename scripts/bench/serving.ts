import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { testPostgres } from '../../tests/postgres.ts'
import { answersFile, type CachedPage, cachedPages, ready } from './cached-pages.ts'
import { clonedCorpus } from './corpora.ts'
import { median, span } from './figures.ts'
import { get } from './first-answer.ts'
import { type LoadGenerator, startLoadGenerator } from './load-generator.ts'
import { freePort, listening, pinning, rest, type ServerProcess, siteEntry, startBare, startSite } from './processes.ts'
import { createRandom } from './random.ts'
import { atLeast, atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

const articleCount = 1_000
const pageCount = 200
const connections = 32
/**
 * So long without requests, V8 collects garbage in every site. Afterwards Node's own code takes a fifth more time per request, which `gc()`
 * shows; the start of a replica leaves more garbage, so that it is collected earlier.
 */
const idleMs = 60_000
/** Under full load a server uses this share of its processor; less means that the machine was busy. */
const busyEnough = 0.8

/** A server under load. */
interface Side {
  start(): Promise<ServerProcess>
  requests: ReadonlyArray<string>
  status: 200 | 304
}

interface Scenario {
  name: string
  ours: Side
  bare: Side
  /** Of the requests per second. */
  bar: Row['bar']
  /** Of the processor time per request. */
  cpuBar?: Row['bar']
  note: string
}

/** Our figures divided by the bare server's, in one round. */
interface Round {
  rate: number
  p99: number
  cpu: number
  /**
   * The share of time in which the bare server's processor was busy; when it is low, the load generator was the
   * limit.
   */
  busy: number
}

/**
 * Requests per second for cached articles over 32 connections, compared with a bare `node:http` server that sends the
 * same bytes.
 */
export async function runServing({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = siteEntry()
  await using corpus = await clonedCorpus(articleCount)
  const [sitePort, barePort, secondPort] = [await freePort(), await freePort(), await freePort()]
  const startOurs = (settings = {}, port = sitePort) => startSite({ entry, ...corpus, port, cpu: 0, settings })
  const pages = await cachedPages(startOurs, chosen(corpus.articles.map(({ meta }) => `/article/${meta.slug}`)))
  const single = pages.slice(0, 1)
  await using postgres = await testPostgres()
  const database = {
    DATABASE_URL: await postgres.newDatabase(),
    // A site with people in files refuses an empty database.
    DATA_DIR: path.join(path.dirname(corpus.dataDir), 'replica'),
  }
  const replica = await cachedPages(
    () => startOurs(database, secondPort),
    single.map(({ address }) => address),
  )
  const site = async (settings = {}, served = pages, port = sitePort) => {
    const started = startOurs(settings, port)
    await listening(started.port)
    // Answered when the content is loaded; from then on cached pages are validated.
    await get(`${started.url}/api/health`)
    await ready(started, served)
    // The snapshot of the content is written five seconds after a start.
    await rest(started, 6_000)
    return started
  }
  const idle = async (started: ServerProcess) => {
    await setTimeout(idleMs)
    return started
  }
  const bare = async (served: ReadonlyArray<CachedPage>, port: number) => {
    const answers = await answersFile(corpus.dataDir, String(served.length), served)
    const started = startBare({ answers, port, cpu: 0 })
    await ready(started, served)
    return started
  }
  const whole = (served: ReadonlyArray<CachedPage>) =>
    ({ requests: served.map(({ address }) => request(address)), status: 200 }) as const
  const bareSingle = { start: () => bare(single, barePort), ...whole(single) }
  const scenarios: Array<Scenario> = [
    {
      name: 'one article',
      ours: { start: site, ...whole(single) },
      bare: bareSingle,
      bar: atLeast(0.9),
      note: 'the same page to every request',
    },
    {
      name: 'one article, with a database',
      ours: { start: () => site(database, replica, secondPort), ...whole(replica) },
      // Both have rested when this one has.
      bare: { start: async () => idle(await site({}, single)), ...whole(single) },
      bar: null,
      cpuBar: atMost(1.05),
      note: 'a replica compared with the site alone, after a minute without requests',
    },
    {
      name: `${pageCount} articles`,
      ours: { start: site, ...whole(pages) },
      bare: { start: () => bare(pages, barePort), ...whole(pages) },
      bar: atLeast(0.8),
      note: 'in random order; the bare server sends them in turn without looking at the address',
    },
    {
      name: '304',
      ours: { start: site, requests: single.map((page) => request(page.address, page.answer.etag)), status: 304 },
      bare: bareSingle,
      bar: null,
      note: 'not modified, compared with a whole page of the bare server',
    },
    {
      name: 'noise',
      ours: { ...bareSingle, start: () => bare(single, secondPort) },
      bare: bareSingle,
      bar: null,
      note: 'the bare server compared with itself: differences smaller than its distance from 1 say nothing',
    },
  ]
  await using generator = startLoadGenerator()
  const rows: Array<Row> = []
  for (const scenario of scenarios) rows.push(...(await compare(scenario, generator, quick)))
  return rows
}

/**
 * Starts both several times and loads them alternately, because figures differ more between starts than between
 * rounds of one start.
 */
async function compare(scenario: Scenario, generator: LoadGenerator, quick: boolean): Promise<Array<Row>> {
  const { name, ours, bare, bar, cpuBar = null, note } = scenario
  const restarts = quick ? 1 : 5
  const rounds = quick ? 2 : 6
  const perRestart: Array<Array<Round>> = []
  for (let restart = 0; restart < restarts; restart++) {
    await using oursRunning = await ours.start()
    await using bareRunning = await bare.start()
    const loadOurs = () => load(generator, oursRunning, ours)
    const loadBare = () => load(generator, bareRunning, bare)
    // Warms up the compiler.
    await loadOurs()
    await loadBare()
    const results: Array<Round> = []
    for (let round = 0; round < rounds; round++) {
      const bareFirst = round % 2 === 0 ? await loadBare() : null
      const our = await loadOurs()
      const their = bareFirst ?? (await loadBare())
      results.push({
        rate: our.perSecond / their.perSecond,
        p99: our.p99 / their.p99,
        cpu: our.cpuPerAnswer / their.cpuPerAnswer,
        busy: their.cpuPerAnswer * their.perSecond,
      })
    }
    perRestart.push(results)
  }
  const all = perRestart.flat()
  const figure = (of: keyof Round) => median(all.map((round) => round[of]))
  const spread = (of: keyof Round) => span(perRestart.map((rounds) => median(rounds.map((round) => round[of]))))
  const details = (of: keyof Round) => ({
    restarts,
    rounds: all.length,
    'medians of the restarts': spread(of),
    'bare server busy': figure('busy'),
  })
  const starved =
    figure('busy') < busyEnough ? '; the server had its processor only part of the time, so this says little' : ''
  const shared = `${note}${pinning ? '' : '; processes not pinned'}${starved}`
  return [
    { name: `${name}: requests/s`, ratio: figure('rate'), bar, note: shared, details: details('rate') },
    {
      name: `${name}: p99`,
      ratio: figure('p99'),
      bar: null,
      note: 'of the time to an answer',
      details: details('p99'),
    },
    {
      name: `${name}: processor`,
      ratio: figure('cpu'),
      bar: cpuBar,
      note: 'time per request',
      details: details('cpu'),
    },
  ]
}

async function load(generator: LoadGenerator, server: ServerProcess, { requests, status }: Side) {
  const before = server.cpuSeconds()
  const result = await generator.run({ port: server.port, requests, status, connections, seconds: 1 })
  return { ...result, cpuPerAnswer: (server.cpuSeconds() - before) / result.answers }
}

function request(address: string, etag?: string): string {
  const known = etag === undefined ? '' : `If-None-Match: ${etag}\r\n`
  return `GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, deflate, br\r\n${known}\r\n`
}

function chosen(addresses: Array<string>): Array<string> {
  const random = createRandom(7)
  return Array.from({ length: pageCount }, () => addresses.splice(random.between(0, addresses.length - 1), 1)).flat()
}

await runWhenStarted(import.meta.url, runServing)
