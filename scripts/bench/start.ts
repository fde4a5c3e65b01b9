import { builtSite } from './built-site.ts'
import { clonedCorpus, type GeneratedCorpus } from './corpora.ts'
import { commit, edit, firstSentence } from './edits.ts'
import { median, span } from './figures.ts'
import { firstAnswer, get } from './first-answer.ts'
import { answersFile, keptPages } from './kept-pages.ts'
import { freePort, rest, type ServerProcess, startBare, startSite } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/** V8 gives memory back some eight to fifteen seconds after the last work, in several steps; dates of last changes and the snapshot come sooner. */
const restMs = 25_000

/**
 * Time from the spawn of the server to the first whole answer with an article, compared with that of a bare `node:http` server that sends
 * the same answer; and the memory that 10,000 articles take.
 */
export async function runStart({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = builtSite()
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
      ratio: memory.settled,
      unit: 'MB',
      bar: atMost(350),
      note: 'resident, content and search loaded and the process at rest',
      details: { ...memory },
    },
    {
      name: 'memory: first start',
      ratio: fresh.settled,
      unit: 'MB',
      bar: atMost(350),
      note: 'the same with 10,000 articles parsed and the search index built by this process',
      details: { peak: fresh.peak },
    },
  ]
}

/** A site that is started again and again over the same repository and data. */
async function startable(entry: string, corpus: GeneratedCorpus) {
  const port = await freePort()
  const [shown, ...others] = corpus.articles
  if (!shown) throw new Error('there are no articles')
  const address = `/article/${shown.meta.slug}`
  const text = await firstSentence(corpus, shown)
  const spawnSite = () => startSite({ entry, ...corpus, port })
  const loaded = (server: ServerProcess) => get(`${server.url}/api/health`)
  /** The search loads, or at a first start builds, its index when it is asked. */
  const everythingLoaded = async (server: ServerProcess) => {
    await loaded(server)
    const found = await get(`${server.url}/api/search?q=${encodeURIComponent(shown.meta.title)}`)
    if (!found.text().includes(shown.meta.slug)) throw new Error('the search does not find an article by its title')
  }
  return {
    address,
    text,
    /** Lets the page reach its final form, and returns its answer. */
    async keep() {
      const [page] = await keptPages(spawnSite, [address])
      if (!page) throw new Error('no page was kept')
      return page
    },
    /** Milliseconds from the spawn to the answer. The site is stopped in order, once all is loaded. */
    async start(): Promise<number> {
      await using server = spawnSite()
      const took = (await firstAnswer(server.port, address, text)) - server.spawnedAt
      await loaded(server)
      await server.stop()
      return took
    },
    /** The same, with the memory that the first load of everything takes. */
    async firstStart() {
      await using server = spawnSite()
      const took = (await firstAnswer(server.port, address, text)) - server.spawnedAt
      await everythingLoaded(server)
      const settled = await settledMemory(server)
      const { peak } = server.memory()
      await server.stop()
      return { took, settled, peak }
    },
    async memory() {
      await using server = spawnSite()
      await firstAnswer(server.port, address, text)
      await everythingLoaded(server)
      const settled = await settledMemory(server)
      for (const { meta } of others.slice(0, 200)) await get(`${server.url}/article/${meta.slug}`)
      return { settled, 'after 200 more pages were made': server.memory().now, peak: server.memory().peak }
    },
    async commitElsewhere(round: number) {
      const article = others[(round * 37) % others.length]
      if (!article) throw new Error('there is no other article')
      await edit(corpus, article, `Edited in round ${round}.`)
      await commit(corpus, article)
    },
  }
}

/** The bare server with the same answer; each call starts it and tells the milliseconds. */
async function bareOf(site: Awaited<ReturnType<typeof startable>>, dir: string) {
  const answers = await answersFile(dir, 'start', [await site.keep()])
  const port = await freePort()
  return async () => {
    await using server = startBare({ answers, port })
    return (await firstAnswer(port, site.address, site.text)) - server.spawnedAt
  }
}

/** MB once the process has done next to nothing for some time. */
async function settledMemory(server: ServerProcess): Promise<number> {
  await rest(server, restMs)
  return server.memory().now
}

await runWhenStarted(import.meta.url, runStart)
