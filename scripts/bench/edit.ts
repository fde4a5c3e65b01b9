import { Agent } from 'node:http'
import { builtSite } from './built-site.ts'
import { clonedCorpus, type GeneratedCorpus } from './corpora.ts'
import { commit, edit } from './edits.ts'
import { median, span } from './figures.ts'
import { get } from './first-answer.ts'
import { keptPages } from './kept-pages.ts'
import { freePort, listening, startSite } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/** Between two looks at the page; a look costs the site a fraction of a tenth of a millisecond. */
const lookMs = 2

const patience = 30_000

type Article = GeneratedCorpus['articles'][number]

/** Milliseconds of one edit. */
interface Round {
  /** The two commands beside nobody. */
  alone: number
  /** The two commands beside the site, until the page has the new text. */
  served: number
  /** From the end of the commands to the page; below 0 when the page was there first. */
  behindGit: number
}

/**
 * Time from `git add && git commit` of an edited article, beside the running site, to the page with the new text, compared with the same two
 * commands alone in a twin of the repository.
 */
export async function runEdit({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = builtSite()
  const rounds = quick ? 5 : 25
  await using smallCorpus = await clonedCorpus(1_000)
  await using smallTwin = await clonedCorpus(1_000)
  await using largeCorpus = await clonedCorpus(10_000)
  await using largeTwin = await clonedCorpus(10_000)
  await using small = await editable(entry, smallCorpus, smallTwin, rounds)
  await using large = await editable(entry, largeCorpus, largeTwin, rounds)
  const times = { small: [] as Array<Round>, large: [] as Array<Round> }
  for (let round = 0; round < rounds; round++) {
    times.small.push(await small.round(round))
    times.large.push(await large.round(round))
  }
  const served = (part: Array<Round>) => median(part.map((round) => round.served))
  return [
    toCommit('1,000', times.small),
    toCommit('10,000', times.large),
    {
      name: 'edit: 10,000 to 1,000',
      ratio: served(times.large) / served(times.small),
      bar: atMost(1.5),
      note: 'commit and page together',
      details: {
        'the commit alone':
          median(times.large.map(({ alone }) => alone)) / median(times.small.map(({ alone }) => alone)),
      },
    },
  ]
}

function toCommit(size: string, times: Array<Round>): Row {
  const ratios = times.map(({ served, alone }) => served / alone)
  return {
    name: `edit: ${size} articles`,
    ratio: median(ratios),
    bar: null,
    note: "a writer's `git commit` until the page shows it, to that commit alone; 1 would be a site that takes no time",
    details: {
      rounds: ratios.length,
      'from and to': span(ratios),
      'end of git to page, in commits': median(times.map(({ behindGit, alone }) => behindGit / alone)),
    },
  }
}

/** A running site that has made the pages of the articles that will be edited, and a twin of its repository that nobody watches. */
async function editable(entry: string, corpus: GeneratedCorpus, twin: GeneratedCorpus, rounds: number) {
  const port = await freePort()
  const start = () => startSite({ entry, ...corpus, port })
  const step = Math.floor(corpus.articles.length / rounds)
  const articles = corpus.articles.filter((_, at) => at % step === 0).slice(0, rounds)
  await keptPages(start, articles.map(addressOf))
  const site = start()
  await listening(port)
  await get(`${site.url}/api/health`)
  const agent = new Agent({ keepAlive: true })

  async function alone(article: Article, sentence: string): Promise<number> {
    await edit(twin, article, sentence)
    const started = performance.now()
    await commit(twin, article)
    return performance.now() - started
  }

  async function beside(article: Article, sentence: string) {
    const url = `${site.url}${addressOf(article)}`
    const { etag } = await get(url, { agent })
    await edit(corpus, article, sentence)
    const started = performance.now()
    const committed = commit(corpus, article).then(() => performance.now())
    for (;;) {
      const answer = await get(url, { agent, headers: { 'If-None-Match': etag } })
      const now = performance.now()
      if (answer.status === 200 && answer.text().includes(sentence))
        return { served: now - started, behindGit: now - (await committed) }
      if (now - started > patience) throw new Error(`${url} did not show the edit`)
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }

  return {
    async round(round: number): Promise<Round> {
      const article = articles[round]
      if (!article) throw new Error('there are fewer articles than rounds')
      const sentence = `Edited in round ${round}.`
      if (round % 2 === 0) return { alone: await alone(article, sentence), ...(await beside(article, sentence)) }
      return { ...(await beside(article, sentence)), alone: await alone(article, sentence) }
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await site[Symbol.asyncDispose]()
    },
  }
}

const addressOf = ({ meta }: Article) => `/article/${meta.slug}`

await runWhenStarted(import.meta.url, runEdit)
