import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { eventually, siteEnvironment } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { repositoryAt } from '../../tests/temp-repository.ts'
import { root } from '../sources.mjs'
import type { Benchmark, Measurements } from './bench.ts'
import { launchBrowser, measureWaits, signedInPage } from './browser.ts'
import { type Corpus, clonedCorpus } from './corpora.ts'
import { firstAnswer, get } from './first-answer.ts'
import { freePort, rest, type ServerProcess, startSite } from './processes.ts'

const count = 14_000
const manyFiles = 1_000

/** Waiting times of an administrator, a writer and a first visitor on a site of 14,000 articles. */
export const large: Benchmark = {
  figures: [
    {
      name: 'content:check',
      to: 'first start',
      most: 1.5,
      note: `${count} files, to the first start until an article is served`,
    },
    {
      name: `live: a commit of ${manyFiles} files`,
      unit: 'ms',
      most: 2_000,
      note: 'from the end of `git commit` until the last page shows it',
    },
    { name: 'first search after a start', unit: 'ms', most: 300, note: 'the index is on the disk' },
    { name: 'feed after a start', unit: 'ms', most: 200, note: '/rss.xml, not made since' },
    { name: "an administrator's list", unit: 'ms', most: 20, note: '/api/articles?limit=24' },
    {
      name: 'manage screen',
      unit: 'ms',
      most: 300,
      note: 'from a page of the site until the first card is painted, by the clock of the page, the scripts in the cache',
    },
  ],
  async run(measurements) {
    const { add, time, quick } = measurements
    await using corpus = await clonedCorpus(count, 'rich')
    const port = await freePort()
    const address = `/article/${corpus.articles[0]!.meta.slug}`
    const search = (site: ServerProcess) => get(`${site.url}/api/search?q=index`)
    const start = () => startSite({ ...corpus, port, settings: admin })
    const served = () => firstAnswer(port, address, '<article', 600_000)
    {
      await using first = start()
      add('first start', (await served()) - first.spawnedAt)
      // The index is built once, and the texts of the feed are rendered in the idle time after a start.
      await search(first)
      await rest(first, 6_000)
      await first.stop()
    }
    await checkContent(corpus.contentDir, measurements)

    const rounds = quick ? 1 : 5
    for (let round = 0; round < rounds; round++) {
      await using site = start()
      await served()
      // A cached page is served before the content is loaded; search requests come later.
      await get(`${site.url}/api/articles?limit=1`)
      await time('first search after a start', () => search(site))
      await time('feed after a start', () => get(`${site.url}/rss.xml`))
      await site.stop()
    }
    await using site = start()
    await served()
    await rest(site, 6_000)
    const ada = await signIn(site)
    for (let round = 0; round < 20; round++)
      await time("an administrator's list", () => ada.call('GET', '/api/articles?limit=24'))
    await openManageScreen(site.url, measurements)
    for (let round = 0; round < rounds; round++) await commitMany(corpus, site.url, round, measurements)
  },
}

/** Runs `content:check` as CI does. */
async function checkContent(contentDir: string, { time }: Measurements): Promise<void> {
  const tsx = path.join(root, 'node_modules', '.bin', 'tsx')
  const options = { env: siteEnvironment({ CONTENT_DIR: contentDir }), maxBuffer: 1 << 28 }
  const script = path.join(root, 'scripts', 'check-content.ts')
  await time('content:check', () => promisify(execFile)(tsx, [script], options))
}

/** Changes the first articles and commits them with git, until the site shows the last one. */
async function commitMany(corpus: Corpus, url: string, round: number, { time }: Measurements): Promise<void> {
  const changed = corpus.articles.slice(0, manyFiles)
  const commit = await time(`the commit of ${manyFiles} files`, async () => {
    const files = changed.map((article) => path.join(corpus.contentDir, article.path))
    await Promise.all(files.map((file) => appendFile(file, `\nChange ${round}.\n`)))
    return repositoryAt(corpus.work).commit(`Change ${round}`, Math.floor(Date.now() / 1000))
  })
  const shows = (address: string, text: string) =>
    eventually(async () => (await get(url + address)).text().includes(text), 120_000)
  await time(`live: a commit of ${manyFiles} files`, async () => {
    await shows('/api/health', commit)
    await shows(`/article/${changed.at(-1)!.meta.slug}`, `Change ${round}.`)
  })
}

/** The time from a navigation until the manage screen has painted its first card, repeatedly in one browser. */
async function openManageScreen(url: string, measurements: Measurements): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await signedInPage(browser, url, await signIn({ url }))
    const finish = await measureWaits(page, { appears: '[data-part="manage-card"]' }, measurements)
    for (let round = 0; round <= 15; round++) {
      // Starts from a page of the site, so that the start of another renderer is not measured.
      await page.goto(`${url}/about`, { waitUntil: 'networkidle' })
      await page.goto(`${url}/admin/manage-content`, { waitUntil: 'commit' })
      await finish(round === 0 ? 'first manage screen' : 'manage screen')
      // The first round fills the browser's cache, which continues after the screen is shown.
      if (round === 0) await page.waitForTimeout(8_000)
    }
  } finally {
    await browser.close()
  }
}
