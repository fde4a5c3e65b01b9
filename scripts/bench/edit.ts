import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import type { Benchmark, Figure, Measurements } from './bench.ts'
import { cachedPages } from './cached-pages.ts'
import { type CorpusArticle, clonedCorpus } from './corpora.ts'
import { commitEdit, edit as editFile, spread } from './edits.ts'
import { get } from './first-answer.ts'
import { freePort, listening, startSite } from './processes.ts'

/**
 * The interval between two requests for the page, in milliseconds; a request costs the site a fraction of a tenth of
 * a millisecond.
 */
const lookMs = 2

const timeoutMs = 30_000
const sizes = [1_000, 10_000]

const perSize = sizes.flatMap((size): Array<Figure> => {
  const of = (series: string) => `${series}, ${size}`
  const count = `${size.toLocaleString('en-US')} articles`
  return [
    {
      name: `save: ${count}`,
      of: of('save until shown'),
      to: [of('git that waits for the disk'), of('render')],
      by: 'rounds',
      most: 1,
      note: 'a save until its page shows it, to `git -c core.fsync=all add` and `commit` of the same edit and one render',
    },
    {
      name: `edit: ${count}`,
      of: of('commit until shown'),
      to: of('git'),
      by: 'rounds',
      note: "a writer's `git commit` until the page shows it, to that commit alone; 1 would be a site that takes no time",
    },
  ]
})

/**
 * Time from an administrator's save, and from a writer's `git add && git commit` beside the running site, to the page
 * with the new text; each compared with the same two commands in a copy of the repository. A save is on the disk and
 * rendered, so it is compared with git that waits for the disk and one render.
 */
export const edit: Benchmark = {
  figures: [
    ...perSize,
    {
      name: 'save: 10,000 to 1,000',
      of: 'save until shown, 10000',
      to: 'save until shown, 1000',
      most: 1.5,
      note: 'commit and page together',
    },
    {
      name: 'edit: 10,000 to 1,000',
      of: 'commit until shown, 10000',
      to: 'commit until shown, 1000',
      note: "a writer's commit and the page together; git's own commit grows too",
    },
  ],
  async run(measurements) {
    const rounds = measurements.quick ? 5 : 25
    // A server runs for weeks, so loading and warming up its code are not measured here; `start` measures them.
    const warmUp = measurements.quick ? 2 : 10
    await using small = await editable(sizes[0]!, warmUp + rounds, measurements)
    await using large = await editable(sizes[1]!, warmUp + rounds, measurements)
    for (let round = 0; round < warmUp + rounds; round++)
      for (const site of [small, large]) await site.measure(round, round < warmUp)
  },
}

/** A running site with cached pages of the articles to edit, and a copy of its repository that no server watches. */
async function editable(size: number, rounds: number, { add, time }: Measurements) {
  const corpus = await clonedCorpus(size)
  const twin = await clonedCorpus(size)
  const port = await freePort()
  const start = () => startSite({ ...corpus, port, settings: admin })
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
  const page = (article: CorpusArticle, headers = {}) => get(site.url + addressOf(article), { agent, headers })

  async function commitAlone(article: CorpusArticle, sentence: string, series: string, durable: boolean) {
    await editFile(twin, article, sentence)
    await time(series, () => commitEdit(twin, article, durable))
  }

  async function render(article: CorpusArticle, series: string) {
    const { status } = await time(series, () => page(article))
    if (status !== 200) throw new Error(`a page was answered with ${status}`)
  }

  /** A commit with git, until the page shows it. */
  async function commitBeside(article: CorpusArticle, sentence: string, of: string) {
    const { etag } = await page(article)
    await editFile(corpus, article, sentence)
    const started = performance.now()
    const committed = commitEdit(corpus, article).then(() => performance.now())
    while (!(await page(article, { 'If-None-Match': etag })).text().includes(sentence)) {
      if (performance.now() - started > timeoutMs) throw new Error(`${article.meta.slug} did not show the edit`)
      await pause(lookMs)
    }
    const shown = performance.now()
    add(`commit until shown, ${of}`, shown - started)
    add(`end of git until shown, ${of}`, shown - (await committed))
  }

  /** A save through the server: until the response, when the commit is on the disk, and until the page shows it. */
  async function save(article: CorpusArticle, sentence: string, of: string) {
    const path = `/api/articles/${ids.get(article.meta.slug)}`
    const { body: item } = await ada.call<{ markdown: string; revision: string }>('GET', path)
    const change = { content: `${sentence}\n\n${item.markdown}`, revision: item.revision }
    const text = await time(`save until shown, ${of}`, async () => {
      const { status, body } = await time(`save, ${of}`, () => ada.call('PATCH', path, change))
      if (status !== 200) throw new Error(`the save was answered with ${status}: ${body.message}`)
      return (await page(article)).text()
    })
    if (!text.includes(sentence)) throw new Error(`${article.meta.slug} did not show the save at once`)
  }

  return {
    async measure(round: number, isWarmUp: boolean): Promise<void> {
      const article = articles[round]!
      const of = isWarmUp ? 'warm-up' : String(size)
      const parts = [
        () => commitAlone(article, `Edited in round ${round}.`, `git, ${of}`, false),
        () => commitAlone(article, `Edited safely in round ${round}.`, `git that waits for the disk, ${of}`, true),
        () => render(unread[round]!, `render, ${of}`),
        () => commitBeside(article, `Edited in round ${round}.`, of),
        () => save(article, `Saved in round ${round}.`, of),
      ]
      // Each part is in each place equally often.
      for (let at = 0; at < parts.length; at++) await parts[(at + round) % parts.length]!()
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      for (const part of [site, corpus, twin]) await part[Symbol.asyncDispose]()
    },
  }
}

const addressOf = ({ meta }: CorpusArticle) => `/article/${meta.slug}`
