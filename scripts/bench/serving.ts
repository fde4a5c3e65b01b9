import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { testPostgres } from '../../tests/postgres.ts'
import type { Benchmark, Figure, Measurements } from './bench.ts'
import { answersFile, type CachedPage, cachedPages, ready } from './cached-pages.ts'
import { clonedCorpus } from './corpora.ts'
import { median } from './figures.ts'
import { get } from './first-answer.ts'
import type { LoadOrder, LoadResult } from './load.ts'
import {
  freePort,
  listening,
  pinning,
  rest,
  type ServerProcess,
  startBare,
  startSite,
  startWorker,
  type Worker,
} from './processes.ts'
import { createRandom } from './random.ts'

const pageCount = 200
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

interface Scenario extends Partial<Pick<Figure, 'least'>> {
  note: string
  /** The highest processor time per request. */
  mostCpu?: number
}

const scenarios: Record<string, Scenario> = {
  'one article': { least: 0.9, note: 'the same page to every request' },
  'one article, with a database': {
    mostCpu: 1.05,
    note: 'a replica compared with the site alone, after a minute without requests',
  },
  '200 articles': {
    least: 0.8,
    note: 'in random order; the bare server sends them in turn without looking at the address',
  },
  '304': { note: 'not modified, compared with a whole page of the bare server' },
  noise: {
    note: 'the bare server compared with itself: differences smaller than its distance from 1 say nothing',
  },
}

/**
 * Requests per second for cached articles over 32 connections, compared with a bare `node:http` server that sends the
 * same bytes.
 */
export const serving: Benchmark = {
  figures: Object.entries(scenarios).flatMap(([name, { least, mostCpu, note }]) => [
    figure(name, 'requests/s', note, { least }),
    figure(name, 'p99', 'of the time to an answer'),
    figure(name, 'processor', 'time per request', { most: mostCpu }),
  ]),
  async run(measurements) {
    await using corpus = await clonedCorpus(1_000)
    const [sitePort, barePort, secondPort] = [await freePort(), await freePort(), await freePort()]
    const startOurs = (settings = {}, port = sitePort) => startSite({ ...corpus, port, cpu: 0, settings })
    const pages = await cachedPages(startOurs, chosen(corpus.articles.map(({ meta }) => `/article/${meta.slug}`)))
    const single = pages.slice(0, 1)
    await using postgres = await testPostgres()
    const database = {
      DATABASE_URL: await postgres.newDatabase(),
      // A site with people in files refuses an empty database.
      DATA_DIR: path.join(path.dirname(corpus.dataDir), 'replica'),
    }
    const ofReplica = await cachedPages(() => startOurs(database, secondPort), [single[0]!.address])
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
    const rested = async () => {
      const started = await site({}, single)
      await pause(idleMs)
      return started
    }
    const bare = async (served: ReadonlyArray<CachedPage>, port = barePort) => {
      const answers = await answersFile(corpus.dataDir, String(served.length), served)
      const started = startBare(answers, port, { cpu: 0 })
      await ready(started, served)
      return started
    }
    const side = (start: Side['start'], served: ReadonlyArray<CachedPage>): Side => ({
      start,
      requests: served.map(({ address }) => request(address)),
      status: 200,
    })
    const bareSingle = side(() => bare(single), single)
    const unchanged = single.map(({ address, answer }) => request(address, answer.etag))
    const sides: Record<string, [ours: Side, other: Side]> = {
      'one article': [side(site, single), bareSingle],
      // Both have rested when this one has.
      'one article, with a database': [
        side(() => site(database, ofReplica, secondPort), ofReplica),
        side(rested, single),
      ],
      '200 articles': [side(site, pages), side(() => bare(pages), pages)],
      '304': [{ start: site, requests: unchanged, status: 304 }, bareSingle],
      noise: [side(() => bare(single, secondPort), single), bareSingle],
    }
    await using generator = startWorker<LoadOrder, LoadResult>('load.ts', 1)
    if (!pinning) measurements.say('The processes are not pinned to processors.')
    for (const [name, both] of Object.entries(sides)) await compare(measurements, name, both, generator)
  },
}

function figure(scenario: string, of: string, note: string, bars: Pick<Figure, 'least' | 'most'> = {}): Figure {
  const name = `${scenario}: ${of}`
  return { name, of: `${name}, ours`, to: `${name}, other`, by: 'rounds', note, ...bars }
}

/**
 * Starts both several times and loads them alternately, because figures differ more between starts than between
 * rounds of one start.
 */
async function compare(
  { quick, add, values, say }: Measurements,
  name: string,
  [ours, other]: [Side, Side],
  generator: Worker<LoadOrder, LoadResult>,
): Promise<void> {
  for (let restart = 0; restart < (quick ? 1 : 5); restart++) {
    await using oursRunning = await ours.start()
    await using otherRunning = await other.start()
    const loads = {
      ours: () => load(generator, oursRunning, ours),
      other: () => load(generator, otherRunning, other),
    }
    // Warms up the compiler.
    await loads.ours()
    await loads.other()
    for (let round = 0; round < (quick ? 2 : 6); round++)
      for (const who of round % 2 === 0 ? (['other', 'ours'] as const) : (['ours', 'other'] as const)) {
        const { perSecond, p99, cpuPerAnswer } = await loads[who]()
        add(`${name}: requests/s, ${who}`, perSecond)
        add(`${name}: p99, ${who}`, p99)
        add(`${name}: processor, ${who}`, cpuPerAnswer)
        add(`${name}: busy, ${who}`, cpuPerAnswer * perSecond)
      }
  }
  // When it is low, the load generator was the limit, or other work was.
  if (median(values(`${name}: busy, other`)) < busyEnough)
    say(`${name}: the server had its processor only part of the time, so this says little.`)
}

async function load(generator: Worker<LoadOrder, LoadResult>, server: ServerProcess, { requests, status }: Side) {
  const before = server.cpuSeconds()
  const result = await generator.run({ port: server.port, requests, status, connections: 32, seconds: 1 })
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
