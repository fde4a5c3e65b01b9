import { eventually } from '../../tests/running-site.ts'
import type { Benchmark } from './bench.ts'
import { commitFigure, measureCommits } from './commit.ts'
import { clonedCorpus } from './corpora.ts'
import { generateArticles } from './corpus.ts'
import { get } from './first-answer.ts'
import { rest, type ServerProcess, startWorker } from './processes.ts'
import { createRandom } from './random.ts'
import { typedQueries } from './search-queries.ts'
import { searched } from './searched.ts'
import type { SearchOrder } from './searcher.ts'
import { loaded } from './start.ts'
import { startable } from './startable.ts'

const count = 100_000
/** So many that one collection of garbage, in which V8 slows ten of them down, is not what the last hundredth shows. */
const queries = 2_000
const seeds = { corpus: 20_250_101, queries: 90_125 }
const firstStartLimitMs = 600_000
/** V8 collects what is garbage, and returns its memory, half a minute after the last work. */
const restMs = 40_000

/**
 * A site of 100,000 articles: its first start, the search while the index is built and afterwards, the memory with
 * everything loaded, later starts, the size of the largest sitemap, and a save compared with git's.
 */
export const hundred: Benchmark = {
  figures: [
    {
      name: 'start: 100,000 articles',
      of: 'start, 100,000 articles',
      to: 'start, 10,000 articles',
      most: 2,
      note: 'second start, to 10,000 articles',
    },
    {
      name: 'search after the first start',
      of: 'search ready after the first start',
      unit: 'ms',
      most: 60_000,
      note: 'from the spawn until texts are searched; titles are found at once',
    },
    {
      name: 'search: 100,000 articles, p99',
      of: 'ms of a search',
      by: 'p99',
      unit: 'ms',
      most: 25,
      note: `${queries} queries over HTTP, each once`,
    },
    {
      name: 'memory: first start',
      of: 'MB after the first start',
      unit: 'MB',
      most: 700,
      note: 'resident, everything read, indexed and loaded, the process at rest',
    },
    {
      name: 'memory: 100,000 articles',
      of: 'MB after a later start',
      unit: 'MB',
      most: 700,
      note: 'the same after a later start',
    },
    {
      name: 'largest sitemap',
      of: 'addresses of the largest sitemap',
      to: 'addresses that one may have',
      most: 1,
      note: 'addresses, to the 50,000 that the protocol allows',
    },
    commitFigure(count),
  ],
  async run(measurements) {
    const { add, quick } = measurements
    await using corpus = await clonedCorpus(count)
    await using small = await clonedCorpus(count / 10)
    const large = await startable(corpus)
    const tenth = await startable(small)
    const { id, title } = corpus.articles[0]!.meta

    /** Milliseconds from the spawn until a search covers the texts. */
    async function searchReady({ url, spawnedAt }: ServerProcess): Promise<number> {
      await eventually(async () => !(await searched(url, title)).results.partial, firstStartLimitMs)
      return performance.now() - spawnedAt
    }

    async function addMemory(site: ServerProcess, when: string): Promise<void> {
      await rest(site, restMs)
      add(`MB after ${when}`, site.memory().now)
      add(`MB at the peak, ${when}`, site.memory().peak)
    }

    const first = await large.start(async (site) => {
      const early = await searched(site.url, title)
      if (!early.results.articles.some((one) => one.id === id)) throw new Error('a title is not found at once')
      add('search ready after the first start', await searchReady(site))
      // The index is stored, a new thread reads it, and V8 has collected what the first start has left.
      await rest(site, restMs)
      // Only as many articles as the queries need: their texts take 600 MB.
      const articles = [...generateArticles(2_000, seeds.corpus)]
      const texts = typedQueries(articles, queries, createRandom(seeds.queries))
      await using searcher = startWorker<SearchOrder, Array<number>>('searcher.ts')
      add('ms of a search', ...(await searcher.run({ url: site.url, texts })))
      add('addresses of the largest sitemap', await largestSitemap(site.url))
      add('addresses that one may have', 50_000)
      await addMemory(site, 'the first start')
    })
    add('first start, 100,000 articles', first)
    await tenth.start((site) => rest(site, 6_000))
    for (let round = 0; round < (quick ? 1 : 7); round++) {
      add('start, 10,000 articles', await tenth.start(loaded))
      add('start, 100,000 articles', await large.start(loaded))
    }
    await large.start(async (site) => {
      add('search ready after a later start', await searchReady(site))
      await addMemory(site, 'a later start')
    })
    await measureCommits(measurements, count, quick ? 3 : 15)
  },
}

async function largestSitemap(url: string): Promise<number> {
  const addresses = async (path: string) => [...(await get(url + path)).text().matchAll(/(?<=<loc>)[^<]+/g)].flat()
  let most = 0
  for (const part of await addresses('/sitemap.xml'))
    most = Math.max(most, (await addresses(new URL(part).pathname)).length)
  return most
}
