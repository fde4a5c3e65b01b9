import { answersFile, cachedPages } from './cached-pages.ts'
import { clonedCorpus, type GeneratedCorpus } from './corpora.ts'
import { commit, edit, firstSentence } from './edits.ts'
import { median, span } from './figures.ts'
import { firstAnswer, get } from './first-answer.ts'
import { freePort, rest, type ServerProcess, siteEntry, startBare, startSite } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/**
 * V8 returns memory eight to fifteen seconds after the last work, in several steps; dates of last changes and the
 * snapshot are done before.
 */
const restMs = 25_000

/**
 * Time from the spawn of the server to the first complete response with an article, compared with a bare `node:http`
 * server that sends the same response; and the memory for 10,000 articles.
 */
export async function runStart({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = siteEntry()
  await using smallCorpus = await clonedCorpus(100)
  await using largeCorpus = await clonedCorpus(10_000)
  const small = await startable(entry, smallCorpus)
  const large = await startable(entry, largeCorpus)
  const firstSmall = await small.start()
  const fresh = await large.firstStart()
  const bare = await bareOf(small, smallCorpus.dataDir)
  await large.keep()

  const times = { bare: [] as Array<number>, small: [] as Array<number>, large: [] as Array<number> }
  for (let round = 0; round < (quick ? 3 : 21); round++) {
    await small.commitElsewhere(round)
    await large.commitElsewhere(round)
    const turns = [
      async () => times.bare.push(await bare()),
      async () => times.small.push(await small.start()),
      async () => times.large.push(await large.start()),
    ]
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  const memory = await large.memory()
  const usual = median(times.bare)
  const ratios = (part: Array<number>, whole: Array<number>) => part.map((time, round) => time / (whole[round] ?? 1))
  const toBare = ratios(times.small, times.bare)
  const toSmall = ratios(times.large, times.small)
  const firstNote = 'fresh clone, nothing kept; everything is loaded, and the page rendered, before the answer'
  return [
    {
      name: 'start: 100 articles',
      ratio: median(toBare),
      bar: atMost(2),
      note: 'second start, a commit made while it was off, to the bare server',
      details: { rounds: toBare.length, 'from and to': span(toBare) },
    },
    {
      name: 'start: 10,000 articles',
      ratio: median(toSmall),
      bar: atMost(1.2),
      note: 'the same, to 100 articles',
      details: {
        rounds: toSmall.length,
        'from and to': span(toSmall),
        'to the bare server': median(ratios(times.large, times.bare)),
      },
    },
    {
      name: 'first start: 100 articles',
      ratio: firstSmall / usual,
      bar: null,
      note: firstNote,
      details: { starts: 1 },
    },
    {
      name: 'first start: 10,000 articles',
      ratio: fresh.took / usual,
      bar: null,
      note: firstNote,
      details: { starts: 1 },
    },
    {
      name: 'memory: 10,000 articles',
      ratio: memory.idle,
      unit: 'MB',
      bar: atMost(350),
      note: 'resident, content and search loaded and the process at rest',
      details: { ...memory },
    },
    {
      name: 'memory: first start',
      ratio: fresh.idle,
      unit: 'MB',
      bar: atMost(350),
      note: 'the same with 10,000 articles parsed and the search index built by this process',
      details: { peak: fresh.peak },
    },
  ]
}

/** A site that is started repeatedly with the same repository and data. */
async function startable(entry: string, corpus: GeneratedCorpus) {
  const port = await freePort()
  const [shown, ...others] = corpus.articles
  if (!shown) throw new Error('there are no articles')
  const address = `/article/${shown.meta.slug}`
  const text = await firstSentence(corpus, shown)
  const spawnSite = () => startSite({ entry, ...corpus, port })
  const loaded = (server: ServerProcess) => get(`${server.url}/api/health`)
  /** The search index is loaded, or built at a first start, by the first request. */
  const everythingLoaded = async (server: ServerProcess) => {
    await loaded(server)
    const found = await get(`${server.url}/api/search?q=${encodeURIComponent(shown.meta.title)}`)
    if (!found.text().includes(shown.meta.slug)) throw new Error('the search does not find an article by its title')
  }
  return {
    address,
    text,
    /** Waits until the page has its final form, and returns its response. */
    async keep() {
      const [page] = await cachedPages(spawnSite, [address])
      if (!page) throw new Error('no page was cached')
      return page
    },
    /** Milliseconds from the spawn to the response. The site is shut down after everything is loaded. */
    async start(): Promise<number> {
      await using server = spawnSite()
      const took = (await firstAnswer(server.port, address, text)) - server.spawnedAt
      await loaded(server)
      await server.stop()
      return took
    },
    /** The same, with the memory after the first load of everything. */
    async firstStart() {
      await using server = spawnSite()
      const took = (await firstAnswer(server.port, address, text)) - server.spawnedAt
      await everythingLoaded(server)
      const idle = await idleMemory(server)
      const { peak } = server.memory()
      await server.stop()
      return { took, idle, peak }
    },
    async memory() {
      await using server = spawnSite()
      await firstAnswer(server.port, address, text)
      await everythingLoaded(server)
      const idle = await idleMemory(server)
      for (const { meta } of others.slice(0, 200)) await get(`${server.url}/article/${meta.slug}`)
      return { idle, 'after 200 more pages were made': server.memory().now, peak: server.memory().peak }
    },
    async commitElsewhere(round: number) {
      const article = others[(round * 37) % others.length]
      if (!article) throw new Error('there is no other article')
      await edit(corpus, article, `Edited in round ${round}.`)
      await commit(corpus, article)
    },
  }
}

/** The bare server with the same response; each call starts it and returns the milliseconds. */
async function bareOf(site: Awaited<ReturnType<typeof startable>>, dir: string) {
  const answers = await answersFile(dir, 'start', [await site.keep()])
  const port = await freePort()
  return async () => {
    await using server = startBare({ answers, port })
    return (await firstAnswer(port, site.address, site.text)) - server.spawnedAt
  }
}

/** MB after the process has been idle for some time. */
async function idleMemory(server: ServerProcess): Promise<number> {
  await rest(server, restMs)
  return server.memory().now
}

await runWhenStarted(import.meta.url, runStart)
