import type { SearchResults } from '#domain/search.ts'
import { eventually } from '../../tests/running-site.ts'
import { answersFile, cachedPages } from './cached-pages.ts'
import { type Corpus, clonedCorpus, commitEdit, edit } from './corpora.ts'
import { generateArticles } from './corpus.ts'
import { add, type Benchmark, quick } from './harness.ts'
import { createRandom } from './random.ts'
import { typedQueries } from './search-queries.ts'
import {
  firstAnswer,
  freePort,
  get,
  memoryOf,
  rest,
  type ServerProcess,
  startBare,
  startLoader,
  startSite,
} from './servers.ts'

const memoryNote = 'resident, everything read, indexed and loaded, the process at rest'
/**
 * V8 returns memory some time after the last work, in several steps: with 10,000 articles within 15
 * seconds, with 100,000 in half a minute.
 */
const [restMs, longRestMs] = [25_000, 40_000]

/**
 * Time from the spawn of the server to the first complete response with an article, compared with a
 * bare `node:http` server that sends the same response; and the memory for 10,000 articles.
 */
export const start: Benchmark = {
  figures: [
    [
      'start: 100 articles',
      'rounds of 100 articles / bare server',
      '≤ 2',
      'second start, a commit made while it was off, to the bare server',
    ],
    [
      'start: 10,000 articles',
      'rounds of 10,000 articles / 100 articles',
      '≤ 1.2',
      'the same, to 100 articles',
    ],
    ['memory: 10,000 articles', 'MB after a later start', '≤ 350 MB', memoryNote],
    [
      'memory: first start',
      'MB after the first start',
      '≤ 350 MB',
      'the same where this process parses and indexes all',
    ],
  ],
  async run() {
    await using smallCorpus = await clonedCorpus(100)
    await using largeCorpus = await clonedCorpus(10_000)
    const small = await startable(smallCorpus)
    const large = await startable(largeCorpus)
    await large.start((site) => addMemory(large, site, 'after the first start', restMs))
    const pages = await cachedPages(small.spawn, [small.address])
    await cachedPages(large.spawn, [large.address])
    const answers = await answersFile(smallCorpus.dataDir, 'start', pages)
    const port = await freePort()
    const starts = {
      'bare server': () => small.start(async () => {}, startBare(answers, { port })),
      '100 articles': () => small.start(loaded),
      '10,000 articles': () => large.start(loaded),
    }
    for (let round = 0; round < (quick ? 3 : 21); round++) {
      for (const corpus of [smallCorpus, largeCorpus]) await commitElsewhere(corpus, round)
      const turns = Object.entries(starts)
      for (const [series, turn] of round % 2 === 0 ? turns : turns.reverse())
        add(series, await turn())
    }
    await large.start((site) => addMemory(large, site, 'after a later start', restMs))
  },
}

const count = 100_000
/**
 * So many that one collection of garbage, in which V8 slows ten of them down, is not what the last
 * hundredth shows.
 */
const queries = 2_000
const seeds = { corpus: 20_250_101, queries: 90_125 }

/**
 * A site of 100,000 articles: its first start, the search while the index is built and afterwards,
 * the memory with everything loaded, and later starts.
 */
export const hundred: Benchmark = {
  figures: [
    [
      'start: 100,000 articles',
      'start, 100,000 articles / start, 10,000 articles',
      '≤ 2',
      'second start, to 10,000 articles',
    ],
    [
      'search after the first start',
      'search ready after the first start',
      '≤ 90000 ms',
      'from the spawn until texts are searched; titles are found at once',
    ],
    [
      'search: 100,000 articles, p99',
      'p99 of ms of a search',
      '≤ 60 ms',
      `${queries} queries over HTTP, each once`,
    ],
    ['memory: first start', 'MB after the first start', '≤ 1200 MB', memoryNote],
    [
      'memory: 100,000 articles',
      'MB after a later start',
      '≤ 1200 MB',
      'the same after a later start',
    ],
  ],
  async run() {
    await using corpus = await clonedCorpus(count)
    await using small = await clonedCorpus(count / 10)
    const large = await startable(corpus)
    const tenth = await startable(small)

    await large.start(async (site) => {
      await addSearchable(large, site, 'the first start')
      // The index is stored, a new thread reads it, and V8 has collected what the first start has
      // left.
      await rest(site, longRestMs)
      await searchMuch(site)
      await addMemory(large, site, 'after the first start', longRestMs)
    })
    await tenth.start((site) => rest(site, 6_000))
    for (let round = 0; round < (quick ? 1 : 7); round++) {
      add('start, 10,000 articles', await tenth.start(loaded))
      add('start, 100,000 articles', await large.start(loaded))
    }
    await large.start(async (site) => {
      await addSearchable(large, site, 'a later start')
      await addMemory(large, site, 'after a later start', longRestMs)
    })
  },
}

/**
 * Sends each query once, from a process without a large heap, which V8 would stop for longer than a
 * search takes.
 */
async function searchMuch({ port }: ServerProcess): Promise<void> {
  // Only as many articles as the queries need: their texts take 600 MB.
  const articles = [...generateArticles(2_000, seeds.corpus)]
  const requests = typedQueries(articles, queries, createRandom(seeds.queries)).map(
    (text) => `GET /api/search?q=${encodeURIComponent(text)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  )
  await using loader = startLoader()
  add(
    'ms of a search',
    ...(
      await loader.run({
        port,
        requests,
        connections: 1,
      })
    ).times,
  )
}

type Startable = Awaited<ReturnType<typeof startable>>

/** Adds the time from the spawn of a server until its search covers the texts. */
async function addSearchable(corpus: Startable, site: ServerProcess, when: string): Promise<void> {
  await eventually(async () => !(await corpus.findNewest(site)).partial, 600_000)
  add(`search ready after ${when}`, performance.now() - site.spawnedAt)
}

/** Adds the memory of a site that has loaded its search index, once it is at rest. */
async function addMemory(
  corpus: Startable,
  site: ServerProcess,
  when: string,
  quietMs: number,
): Promise<void> {
  await corpus.findNewest(site)
  await rest(site, quietMs)
  add(`MB ${when}`, memoryOf(site).now)
  add(`MB at the peak, ${when}`, memoryOf(site).peak)
}

/** A site that is started repeatedly with the same repository and data. */
export async function startable(corpus: Corpus, settings = {}) {
  const port = await freePort()
  const [shown] = corpus.articles
  const { id, slug, title } = shown!.meta
  const address = `/article/${slug}`
  const spawn = () => startSite(corpus, { port, settings })
  return {
    /** Of the article that a start is measured with. */
    address,
    spawn,
    /** Searches for the title of that article, which must be found. */
    async findNewest({ url }: ServerProcess): Promise<SearchResults> {
      const results: SearchResults = JSON.parse(
        (await get(`${url}/api/search?q=${encodeURIComponent(title)}`)).text,
      )
      if (!results.articles.some((one) => one.id === id))
        throw new Error('the search does not find a title')
      return results
    },
    /**
     * Milliseconds from the spawn of a server to its first response with the article. Then `act` is
     * called, and the server is stopped.
     */
    async start(
      act: (server: ServerProcess) => Promise<unknown>,
      spawned = spawn(),
    ): Promise<number> {
      await using server = spawned
      const took = await firstAnswer(server, address, title)
      await act(server)
      await server.stop()
      return took
    },
  }
}

/** Everything is loaded before a site stops, so that the next start finds what this one stored. */
const loaded = ({ url }: ServerProcess) => get(`${url}/api/health`)

/** Commits another article than the one that starts are measured with. */
async function commitElsewhere(corpus: Corpus, round: number): Promise<void> {
  const article = corpus.articles[1 + ((round * 37) % (corpus.articles.length - 1))]!
  await edit(corpus, article, `Edited in round ${round}.`)
  await commitEdit(corpus, article)
}
