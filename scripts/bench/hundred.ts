import { commitTimes, toGit } from './commit.ts'
import { clonedCorpus } from './corpora.ts'
import { generateArticles } from './corpus.ts'
import { firstSentence } from './edits.ts'
import { median, quantile } from './figures.ts'
import { firstAnswer, get } from './first-answer.ts'
import { freePort, rest, siteEntry, startSite } from './processes.ts'
import { createRandom } from './random.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'
import { typedQueries } from './search-queries.ts'
import { searchTimes } from './search-times.ts'
import { searched } from './searched.ts'

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
export async function runHundred({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = siteEntry()
  await using corpus = await clonedCorpus(count)
  await using small = await clonedCorpus(count / 10)
  const shown = corpus.articles[0]!
  const port = await freePort()
  const of = async (some: typeof corpus) => ({
    corpus: some,
    address: `/article/${some.articles[0]!.meta.slug}`,
    text: await firstSentence(some, some.articles[0]!),
  })
  const [large, tenth] = [await of(corpus), await of(small)]
  const start = ({ corpus: { contentDir, dataDir } }: typeof large) => startSite({ entry, contentDir, dataDir, port })
  const served = async (some: typeof large, site: ReturnType<typeof start>) =>
    (await firstAnswer(port, some.address, some.text, firstStartLimitMs)) - site.spawnedAt

  let site = start(large)
  const firstStart = await served(large, site)
  const search = (text: string) => searched(site.url, text)
  const early = await search(shown.meta.title)
  if (!early.results.articles.some(({ id }) => id === shown.meta.id)) throw new Error('a title is not found at once')
  const ready = await searchReady(site.url, shown.meta.title, site.spawnedAt)
  // The index is stored, a new thread reads it, and V8 has collected what the first start has left.
  await rest(site, restMs)
  const typed = typedQueries(generated(), queries, createRandom(seeds.queries))
  const times = await searchTimes({ url: site.url, texts: typed })
  const largest = await largestSitemap(site.url)
  await rest(site, restMs)
  const memory = site.memory()
  await site.stop()

  const starts = { large: [] as Array<number>, tenth: [] as Array<number> }
  site = start(tenth)
  await served(tenth, site)
  await rest(site, 6_000)
  await site.stop()
  for (let round = 0; round < (quick ? 1 : 7); round++) {
    for (const [some, list] of [[tenth, starts.tenth] as const, [large, starts.large] as const]) {
      site = start(some)
      list.push(await served(some, site))
      // Everything is loaded before it stops, so that the next start finds what this one stored.
      await get(`${site.url}/api/health`)
      await site.stop()
    }
  }
  site = start(large)
  await served(large, site)
  const laterReady = await searchReady(site.url, shown.meta.title, site.spawnedAt)
  await rest(site, restMs)
  const later = site.memory()
  await site.stop()

  return [
    {
      name: 'start: 100,000 articles',
      ratio: median(starts.large) / median(starts.tenth),
      bar: atMost(2),
      note: 'second start, to 10,000 articles',
      details: { 'in ms': median(starts.large), 'first start, in ms': firstStart },
    },
    {
      name: 'search after the first start',
      ratio: ready,
      unit: 'ms',
      bar: atMost(60_000),
      note: 'from the spawn until texts are searched; titles are found at once',
      details: { 'titles, in ms': early.ms, 'after a later start, in ms': laterReady },
    },
    {
      name: 'search: 100,000 articles, p99',
      ratio: quantile(times, 0.99),
      unit: 'ms',
      bar: atMost(25),
      note: `${queries} queries over HTTP, each once`,
      details: { p50: median(times), most: Math.max(...times) },
    },
    {
      name: 'memory: first start',
      ratio: memory.now,
      unit: 'MB',
      bar: atMost(700),
      note: 'resident, everything read, indexed and loaded, the process at rest',
      details: { peak: memory.peak },
    },
    {
      name: 'memory: 100,000 articles',
      ratio: later.now,
      unit: 'MB',
      bar: atMost(700),
      note: 'the same after a later start',
      details: { peak: later.peak },
    },
    {
      name: 'largest sitemap',
      ratio: largest,
      bar: atMost(1),
      note: 'addresses, to the 50,000 that the protocol allows',
      details: {},
    },
    toGit('100,000', await commitTimes(count, quick ? 3 : 15)),
  ]

  /** Only as many articles as the queries need: their texts take 600 MB. */
  function generated() {
    return [...generateArticles(2_000, seeds.corpus)]
  }
}

/** Milliseconds from the spawn until a search covers the texts. */
async function searchReady(url: string, text: string, spawnedAt: number): Promise<number> {
  const end = performance.now() + firstStartLimitMs
  while (performance.now() < end) {
    if (!(await searched(url, text)).results.partial) return performance.now() - spawnedAt
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('the search is not ready')
}

/** The addresses of the largest sitemap, divided by those that one may have. */
async function largestSitemap(url: string): Promise<number> {
  const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  const parts = addresses((await get(`${url}/sitemap.xml`)).text())
  let most = 0
  for (const part of parts)
    most = Math.max(most, addresses((await get(`${url}${new URL(part).pathname}`)).text()).length)
  return most / 50_000
}

await runWhenStarted(import.meta.url, runHundred)
