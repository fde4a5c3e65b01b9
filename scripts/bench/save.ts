import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openRepository } from '../../server/git/read/open-repository.ts'
import { createWriteLane } from '../../server/git/write/write-lane.ts'
import { blobId } from '../../server/platform/object-id.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { cachedPages } from './cached-pages.ts'
import {
  type CorpusArticle,
  clonedCorpus,
  commitEdit,
  edit as editFile,
  spread,
} from './corpora.ts'
import { type Benchmark, type Figure, formatCount, quick, time } from './harness.ts'
import { answered, freePort, get, ready, startSite } from './servers.ts'

const author = { name: 'Ada Editor', email: 'ada@example.org' }
const sizes = [1_000, 10_000] as const
/**
 * Time of one save of an article through the write lane (locks, objects, branch, index entry, file,
 * fsync), compared with `git add && git commit` of the same edit in a twin of the repository.
 */
export const commit: Benchmark = {
  figures: [
    ...sizes.map(commitFigure),
    [
      'commit: 10,000 to 1,000',
      'save, 10000 files / save, 1000 files',
      '≤ 1.5',
      'what a save costs in a large repository',
    ],
  ],
  async run() {
    for (const count of sizes) await measureCommits(count, quick ? 5 : 40)
  },
}

/** The figure of `measureCommits`. */
function commitFigure(count: number): Figure {
  const note = 'a save to `git add && git commit`; git itself does not wait for the disk'
  return [
    `commit: ${formatCount(count)} files`,
    `rounds of save, ${count} files / git, ${count} files`,
    count < 10_000 ? '≤ 1.3' : '≤ 1',
    note,
  ]
}

/**
 * Saves one article after the other in a repository of `count` articles, by each method in turn.
 */
async function measureCommits(count: number, rounds: number): Promise<void> {
  await using corpus = await clonedCorpus(count)
  await using twin = await clonedCorpus(count)
  const repository = await openRepository({ contentDir: corpus.contentDir })
  const lane = createWriteLane(repository, {
    now: () => new Date(),
    log: console,
    home: null,
  })
  for (const [round, article] of spread(corpus, rounds + 1).entries()) {
    // The first round loads isomorphic-git and fills caches.
    const of = round > 0 ? `${count} files` : 'warm-up'
    const before = readFileSync(path.join(corpus.contentDir, article.path))
    const bytes = Buffer.concat([before, Buffer.from(`\nMeasured in round ${round}.\n`)])
    const changes = [
      {
        path: article.path,
        bytes,
        expected: blobId(before),
      },
    ]
    await time(`save, ${of}`, () =>
      lane.commit({
        changes,
        message: `Update article: ${article.meta.title}`,
        author,
      }),
    )
    await editFile(twin, article, `Measured in round ${round}.`)
    await time(`git, ${of}`, () => commitEdit(twin, article))
  }
  await lane.close()
  repository.close()
}

/**
 * Time from an administrator's save to the page with the new text. It is on the disk and rendered
 * then, so it is compared with git that waits for the disk and one render.
 */
export const edit: Benchmark = {
  figures: [
    ...sizes.map(
      (size): Figure => [
        `save: ${formatCount(size)} articles`,
        `rounds of save until shown, ${size} / git that waits for the disk, ${size} + render, ${size}`,
        '≤ 1.3',
        'a save until its page shows it, to `git -c core.fsync=all add` and `commit` of the same edit and one render',
      ],
    ),
    [
      'save: 10,000 to 1,000',
      'save until shown, 10000 / save until shown, 1000',
      '≤ 1.5',
      'commit and page together',
    ],
  ],
  async run() {
    // A server runs for weeks, so loading and warming up its code are not measured here; `start`
    // measures them.
    const [warmUp, rounds] = quick ? [2, 7] : [10, 35]
    await using small = await editable(sizes[0], rounds)
    await using large = await editable(sizes[1], rounds)
    for (let round = 0; round < rounds; round++)
      for (const site of [small, large]) await site.measure(round, round < warmUp)
  },
}

/**
 * A running site with cached pages of the articles to edit, and a copy of its repository that no
 * server watches.
 */
async function editable(size: number, rounds: number) {
  const corpus = await clonedCorpus(size)
  const twin = await clonedCorpus(size)
  const port = await freePort()
  const start = () => startSite(corpus, { port, settings: admin })
  const articles = spread(corpus, rounds)
  const unread = spread(corpus, 3 * rounds).filter((article) => !articles.includes(article))
  await cachedPages(start, articles.map(addressOf))
  const site = start()
  await ready(site)
  const ada = await signIn(site)
  const page = (article: CorpusArticle) => get(site.url + addressOf(article))

  /** A save through the server, until the page shows it. */
  async function save(article: CorpusArticle, sentence: string, series: string) {
    const path = `/api/articles/${article.meta.id}`
    const { body: item } = await ada.call<{ markdown: string; revision: string }>('GET', path)
    const { text } = await time(series, async () => {
      const content = `${sentence}\n\n${item.markdown}`
      await answered(ada.call('PATCH', path, { content, revision: item.revision }))
      return page(article)
    })
    if (!text.includes(sentence))
      throw new Error(`${article.meta.slug} did not show the save at once`)
  }

  return {
    async measure(round: number, isWarmUp: boolean): Promise<void> {
      const article = articles[round]!
      const of = isWarmUp ? 'warm-up' : size
      await editFile(twin, article, `Edited in round ${round}.`)
      const parts = [
        () => time(`git that waits for the disk, ${of}`, () => commitEdit(twin, article, true)),
        () => time(`render, ${of}`, () => page(unread[round]!)),
        () => save(article, `Saved in round ${round}.`, `save until shown, ${of}`),
      ]
      // Each part is in each place equally often.
      for (let at = 0; at < parts.length; at++) await parts[(at + round) % parts.length]!()
    },
    async [Symbol.asyncDispose]() {
      for (const part of [site, corpus, twin]) await part[Symbol.asyncDispose]()
    },
  }
}

const addressOf = ({ meta }: CorpusArticle) => `/article/${meta.slug}`
