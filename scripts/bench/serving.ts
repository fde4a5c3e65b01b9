import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { testPostgres } from '../../tests/postgres.ts'
import { answersFile, type CachedPage, cachedPages, readyWith } from './cached-pages.ts'
import { clonedCorpus } from './corpora.ts'
import { add, type Benchmark, type Figure, median, quick, say, valuesOf } from './harness.ts'
import type { LoadOrder } from './load.ts'
import { createRandom } from './random.ts'
import {
  freePort,
  pinning,
  ready,
  rest,
  type ServerProcess,
  startBare,
  startLoader,
  startSite,
} from './servers.ts'

const pageCount = 200
/**
 * So long without requests, V8 collects garbage in every site. Afterwards Node's own code takes a
 * fifth more time per request, which `gc()` shows; the start of a replica leaves more garbage, so
 * that it is collected earlier.
 */
const idleMs = 60_000
/**
 * Under full load a server uses this share of its processor; less means that the machine was busy.
 */
const busyEnough = 0.8

/**
 * A server under load, and the pages that are asked for.
 */
type Side = readonly [start: () => Promise<ServerProcess>, pages: ReadonlyArray<CachedPage>]

const sides = ['ours', 'other'] as const

function compared(scenario: string, series: string, bar: string, note: string): Figure {
  const name = `${scenario}: ${series}`
  return [name, `rounds of ${name}, ours / ${name}, other`, bar, note]
}

/**
 * Requests per second for cached articles over 32 connections, compared with a bare `node:http`
 * server that sends the same bytes.
 */
export const serving: Benchmark = {
  figures: [
    compared('one article', 'requests/s', '≥ 0.9', 'the same page to every request'),
    compared('one article', 'processor', '', 'time per request'),
    compared(
      'one article, with a database',
      'processor',
      '≤ 1.05',
      'a replica compared with the site alone, after a minute without requests',
    ),
    compared(
      '200 articles',
      'requests/s',
      '≥ 0.8',
      'in random order; the bare server sends them in turn without looking at the address',
    ),
  ],
  async run() {
    await using corpus = await clonedCorpus(1_000)
    const [sitePort, barePort, secondPort] = [await freePort(), await freePort(), await freePort()]
    const startOurs = (settings = {}, port = sitePort) =>
      startSite(corpus, {
        port,
        cpu: 0,
        settings,
      })
    const addresses = corpus.articles.map(({ meta }) => `/article/${meta.slug}`)
    const random = createRandom(7)
    const chosen = Array.from({ length: pageCount }, () =>
      addresses.splice(random.between(0, addresses.length - 1), 1),
    )
    const pages = await cachedPages(startOurs, chosen.flat())
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
      await ready(started)
      await readyWith(started, served)
      // The snapshot of the content is written five seconds after a start.
      await rest(started, 6_000)
      return started
    }
    const rested = async () => {
      const started = await site({}, single)
      await pause(idleMs)
      return started
    }
    const bare = async (served: ReadonlyArray<CachedPage>) => {
      const answers = await answersFile(corpus.dataDir, String(served.length), served)
      const started = startBare(answers, { port: barePort, cpu: 0 })
      await readyWith(started, served)
      return started
    }
    if (!pinning) say('The processes are not pinned to processors.')
    await compare('one article', [site, single], [() => bare(single), single])
    // Both have rested when this one has.
    await compare(
      'one article, with a database',
      [() => site(database, ofReplica, secondPort), ofReplica],
      [rested, single],
    )
    await compare('200 articles', [site, pages], [() => bare(pages), pages])
  },
}

/**
 * Starts both several times and loads them alternately, because figures differ more between starts
 * than between rounds of one start.
 */
async function compare(name: string, ours: Side, other: Side): Promise<void> {
  for (let restart = 0; restart < (quick ? 1 : 5); restart++) {
    await using oursRunning = await ours[0]()
    await using otherRunning = await other[0]()
    await using loader = startLoader(1)
    // The first round warms up the compiler.
    for (let round = -1; round < (quick ? 2 : 6); round++)
      for (const who of round % 2 === 0 ? sides.toReversed() : sides) {
        const [server, side] = who === 'ours' ? [oursRunning, ours] : [otherRunning, other]
        const before = server.cpuSeconds()
        const { times, perSecond } = await loader.run(loadOf(server, side))
        const perAnswer = (server.cpuSeconds() - before) / times.length
        if (round < 0) continue
        add(`${name}: requests/s, ${who}`, perSecond)
        add(`${name}: processor, ${who}`, perAnswer)
        add(`${name}: busy, ${who}`, perAnswer * perSecond)
      }
  }
  // When it is low, the load generator was the limit, or other work was.
  if (median(valuesOf(`${name}: busy, other`)) < busyEnough)
    say(`${name}: the server had its processor only part of the time, so this says little.`)
}

function loadOf({ port }: ServerProcess, [, pages]: Side): LoadOrder {
  const head = 'HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, deflate, br\r\n'
  const requests = pages.map(({ address }) => `GET ${address} ${head}\r\n`)
  return {
    port,
    requests,
    connections: 32,
    seconds: 1,
  }
}
