import type { Benchmark } from './bench.ts'
import { answersFile, cachedPages } from './cached-pages.ts'
import { type Corpus, clonedCorpus } from './corpora.ts'
import { commitEdit, edit } from './edits.ts'
import { get } from './first-answer.ts'
import { freePort, rest, type ServerProcess, startBare } from './processes.ts'
import { searched } from './searched.ts'
import { startable } from './startable.ts'

/**
 * V8 returns memory eight to fifteen seconds after the last work, in several steps; dates of last changes and the
 * snapshot are done before.
 */
const restMs = 25_000
const firstNote = 'to the bare server; fresh clone: all is loaded, and the page rendered, before the answer'

/**
 * Time from the spawn of the server to the first complete response with an article, compared with a bare `node:http`
 * server that sends the same response; and the memory for 10,000 articles.
 */
export const start: Benchmark = {
  figures: [
    {
      name: 'start: 100 articles',
      of: '100 articles',
      to: 'bare server',
      by: 'rounds',
      most: 2,
      note: 'second start, a commit made while it was off, to the bare server',
    },
    {
      name: 'start: 10,000 articles',
      of: '10,000 articles',
      to: '100 articles',
      by: 'rounds',
      most: 1.2,
      note: 'the same, to 100 articles',
    },
    { name: 'first start: 100 articles', of: 'first, 100 articles', to: 'bare server', note: firstNote },
    { name: 'first start: 10,000 articles', of: 'first, 10,000 articles', to: 'bare server', note: firstNote },
    {
      name: 'memory: 10,000 articles',
      of: 'MB at rest',
      unit: 'MB',
      most: 350,
      note: 'resident, content and search loaded and the process at rest',
    },
    {
      name: 'memory: first start',
      of: 'MB at rest, first start',
      unit: 'MB',
      most: 350,
      note: 'the same with 10,000 articles parsed and the search index built by this process',
    },
  ],
  async run({ quick, add }) {
    await using smallCorpus = await clonedCorpus(100)
    await using largeCorpus = await clonedCorpus(10_000)
    const small = await startable(smallCorpus)
    const large = await startable(largeCorpus)

    /** MB after the process has been idle for some time, with the search index, which the first request loads or builds. */
    async function idleMemory(server: ServerProcess): Promise<number> {
      const { id, title } = largeCorpus.articles[0]!.meta
      const { results } = await searched(server.url, title)
      if (!results.articles.some((one) => one.id === id)) throw new Error('the search does not find a title')
      await rest(server, restMs)
      return server.memory().now
    }

    add('first, 100 articles', await small.start(loaded))
    const first = await large.start(async (server) => {
      add('MB at rest, first start', await idleMemory(server))
      add('MB at the peak, first start', server.memory().peak)
    })
    add('first, 10,000 articles', first)
    const pages = await cachedPages(small.spawn, [small.address])
    await cachedPages(large.spawn, [large.address])
    const answers = await answersFile(smallCorpus.dataDir, 'start', pages)
    const barePort = await freePort()
    const starts = {
      'bare server': () => small.start(async () => {}, startBare(answers, barePort)),
      '100 articles': () => small.start(loaded),
      '10,000 articles': () => large.start(loaded),
    }
    for (let round = 0; round < (quick ? 3 : 21); round++) {
      for (const corpus of [smallCorpus, largeCorpus]) await commitElsewhere(corpus, round)
      const turns = Object.entries(starts)
      for (const [series, turn] of round % 2 === 0 ? turns : turns.reverse()) add(series, await turn())
    }
    await large.start(async (server) => add('MB at rest', await idleMemory(server)))
  },
}

/** Everything is loaded before a site stops, so that the next start finds what this one stored. */
export const loaded = (server: ServerProcess) => get(`${server.url}/api/health`)

/** Commits another article than the one that starts are measured with. */
async function commitElsewhere(corpus: Corpus, round: number): Promise<void> {
  const article = corpus.articles[1 + ((round * 37) % (corpus.articles.length - 1))]!
  await edit(corpus, article, `Edited in round ${round}.`)
  await commitEdit(corpus, article)
}
