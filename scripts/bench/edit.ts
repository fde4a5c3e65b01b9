import { Agent } from 'node:http'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { cachedPages } from './cached-pages.ts'
import { clonedCorpus, type GeneratedCorpus } from './corpora.ts'
import { commit, commitTime, edit, spread } from './edits.ts'
import { median, span } from './figures.ts'
import { get } from './first-answer.ts'
import { freePort, listening, siteEntry, startSite } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/**
 * The interval between two requests for the page, in milliseconds; a request costs the site a fraction of a tenth of
 * a millisecond.
 */
const lookMs = 2

const timeoutMs = 30_000

type Article = GeneratedCorpus['articles'][number]

/** Milliseconds of one edit. */
interface Round {
  /** The two git commands without the site. */
  alone: number
  /** The same, with a git that waits for the disk as the site does. */
  durable: number
  /** A request for a page that the site has not rendered before. */
  render: number
  /** The two git commands beside the site, until the page shows the new text. */
  served: number
  /** From the end of the commands until the page shows it; negative when the page was first. */
  behindGit: number
  /** A save through the server until the response: the commit is on the disk, and git's locks are released. */
  answered: number
  /** Until the page, requested after the response, is there with the new text. */
  shown: number
}

/**
 * Time from an administrator's save, and from a writer's `git add && git commit` beside the running site, to the page
 * with the new text; each compared with the same two commands in a copy of the repository. A save is on the disk and
 * rendered, so it is compared with git that waits for the disk and one render.
 */
export async function runEdit({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = siteEntry()
  const rounds = quick ? 5 : 25
  // A server runs for weeks, so loading and warming up its code are not measured here; `start` measures them.
  const warmUp = quick ? 2 : 10
  await using smallCorpus = await clonedCorpus(1_000)
  await using smallTwin = await clonedCorpus(1_000)
  await using largeCorpus = await clonedCorpus(10_000)
  await using largeTwin = await clonedCorpus(10_000)
  await using small = await editable(entry, smallCorpus, smallTwin, warmUp + rounds)
  await using large = await editable(entry, largeCorpus, largeTwin, warmUp + rounds)
  const times = { small: [] as Array<Round>, large: [] as Array<Round> }
  for (let round = 0; round < warmUp + rounds; round++) {
    const time = { small: await small.round(round), large: await large.round(round) }
    if (round < warmUp) continue
    times.small.push(time.small)
    times.large.push(time.large)
  }
  const growth = (of: (round: Round) => number) => median(times.large.map(of)) / median(times.small.map(of))
  return [
    saveToCommit('1,000', times.small),
    saveToCommit('10,000', times.large),
    {
      name: 'save: 10,000 to 1,000',
      ratio: growth(({ shown }) => shown),
      bar: atMost(1.5),
      note: 'commit and page together',
      details: { 'until the answer': growth(({ answered }) => answered) },
    },
    toCommit('1,000', times.small),
    toCommit('10,000', times.large),
    {
      name: 'edit: 10,000 to 1,000',
      ratio: growth(({ served }) => served),
      bar: null,
      note: "a writer's commit and the page together; git's own commit grows too",
      details: { 'the commit alone': growth(({ alone }) => alone) },
    },
  ]
}

function saveToCommit(size: string, times: Array<Round>): Row {
  const ratios = times.map(({ shown, durable, render }) => shown / (durable + render))
  return {
    name: `save: ${size} articles`,
    ratio: median(ratios),
    bar: atMost(1),
    note: 'a save until its page shows it, to `git -c core.fsync=all add` and `commit` of the same edit and one render',
    details: {
      rounds: ratios.length,
      'from and to': span(ratios),
      'to git that does not wait, without a render': median(times.map(({ shown, alone }) => shown / alone)),
      'in ms': median(times.map(({ shown }) => shown)),
      'until the answer, in ms': median(times.map(({ answered }) => answered)),
      'git in ms': median(times.map(({ durable }) => durable)),
      'render in ms': median(times.map(({ render }) => render)),
      'git that does not wait, in ms': median(times.map(({ alone }) => alone)),
    },
  }
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

/** A running site with cached pages of the articles to edit, and a copy of its repository that no server watches. */
async function editable(entry: string, corpus: GeneratedCorpus, twin: GeneratedCorpus, rounds: number) {
  const port = await freePort()
  const start = () => startSite({ entry, ...corpus, port, settings: admin })
  const articles = spread(corpus, rounds)
  const edited = new Set(articles)
  const unread = spread(corpus, 3 * rounds).filter((article) => !edited.has(article))
  await cachedPages(start, articles.map(addressOf))
  const site = start()
  await listening(port)
  await get(`${site.url}/api/health`)
  const agent = new Agent({ keepAlive: true })
  const ada = await signIn(site)
  const { body: list } = await ada.call<Array<{ id: number; slug: string }>>('GET', '/api/articles')
  const ids = new Map(list.map(({ id, slug }) => [slug, id]))

  async function beside(article: Article, sentence: string) {
    const url = `${site.url}${addressOf(article)}`
    const { etag } = await get(url, { agent })
    await edit(corpus, article, sentence)
    const started = performance.now()
    const committed = commit(corpus, article).then(() => performance.now())
    const shown = await whenShown(url, etag, sentence)
    return { served: shown - started, behindGit: shown - (await committed) }
  }

  /** Requests the page until it contains the sentence. Returns the time. */
  async function whenShown(url: string, etag: string, sentence: string): Promise<number> {
    for (const started = performance.now(); ; ) {
      const answer = await get(url, { agent, headers: { 'If-None-Match': etag } })
      const now = performance.now()
      if (answer.status === 200 && answer.text().includes(sentence)) return now
      if (now - started > timeoutMs) throw new Error(`${url} did not show the edit`)
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }

  async function bySave(article: Article, sentence: string) {
    const path = `/api/articles/${ids.get(article.meta.slug)}`
    const { body: item } = await ada.call<{ markdown: string; revision: string }>('GET', path)
    const started = performance.now()
    const content = `${sentence}\n\n${item.markdown}`
    const { status, body } = await ada.call('PATCH', path, { content, revision: item.revision })
    const answered = performance.now() - started
    if (status !== 200) throw new Error(`the save was answered with ${status}: ${body.message}`)
    const page = await get(`${site.url}${addressOf(article)}`, { agent })
    const shown = performance.now() - started
    if (!page.text().includes(sentence)) throw new Error(`${article.meta.slug} did not show the save at once`)
    return { answered, shown }
  }

  async function renderTime(round: number): Promise<number> {
    const article = unread[round]
    if (!article) throw new Error('there are fewer unread articles than rounds')
    const started = performance.now()
    const answer = await get(`${site.url}${addressOf(article)}`, { agent })
    if (answer.status !== 200) throw new Error(`a page was answered with ${answer.status}`)
    return performance.now() - started
  }

  return {
    async round(round: number): Promise<Round> {
      const article = articles[round]
      if (!article) throw new Error('there are fewer articles than rounds')
      const parts = [
        async () => ({ alone: await commitTime(twin, article, `Edited in round ${round}.`) }),
        async () => ({ durable: await commitTime(twin, article, `Edited safely in round ${round}.`, true) }),
        async () => ({ render: await renderTime(round) }),
        () => beside(article, `Edited in round ${round}.`),
        () => bySave(article, `Saved in round ${round}.`),
      ]
      // Each part is in each place equally often.
      let times = {}
      for (let at = 0; at < parts.length; at++) times = { ...times, ...(await parts[(at + round) % parts.length]?.()) }
      return times as Round
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await site[Symbol.asyncDispose]()
    },
  }
}

const addressOf = ({ meta }: Article) => `/article/${meta.slug}`

await runWhenStarted(import.meta.url, runEdit)
