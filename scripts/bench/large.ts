import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { eventually, siteEnvironment } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'
import { repositoryAt } from '../../tests/temp-repository.ts'
import { root } from '../sources.mjs'
import { launchBrowser, measureWaits, signedInPage } from './browser.ts'
import { type Corpus, clonedCorpus } from './corpora.ts'
import { add, type Benchmark, quick, time } from './harness.ts'
import { get, rest, type ServerProcess } from './servers.ts'
import { startable } from './start.ts'

const count = 14_000
const manyFiles = 1_000

/** Waiting times of an administrator, a writer and a first visitor on a site of 14,000 articles. */
export const large: Benchmark = {
  figures: [
    [
      'content:check',
      'content:check / first start',
      '≤ 1.5',
      `${count} files, to the first start until an article is served`,
    ],
    [
      `live: a commit of ${manyFiles} files`,
      '',
      '≤ 2000 ms',
      'from the end of `git commit` until the last page shows it',
    ],
    ['first search after a start', '', '≤ 300 ms', 'the index is on the disk'],
    ['feed after a start', '', '≤ 200 ms', '/rss.xml, not made since'],
    ["an administrator's list", '', '≤ 20 ms', '/api/articles?limit=24'],
    [
      'manage screen',
      '',
      '≤ 300 ms',
      'from a page of the site until the first card is painted, by the clock of the page, the scripts in the cache',
    ],
  ],
  async run() {
    await using corpus = await clonedCorpus(count, 'rich')
    const site = await startable(corpus, admin)
    const first = await site.start(async (server) => {
      // The index is built once, and the texts of the feed are rendered in the idle time after a
      // start.
      await search(server)
      await rest(server, 6_000)
    })
    add('first start', first)
    await checkContent(corpus.contentDir)

    const rounds = quick ? 1 : 5
    for (let round = 0; round < rounds; round++)
      await site.start(async (server) => {
        // A cached page is served before the content is loaded; search requests come later.
        await get(`${server.url}/api/articles?limit=1`)
        await time('first search after a start', () => search(server))
        await time('feed after a start', () => get(`${server.url}/rss.xml`))
      })
    await site.start(async (server) => {
      await rest(server, 6_000)
      const ada = await signIn(server)
      for (let round = 0; round < 20; round++)
        await time("an administrator's list", () => ada.call('GET', '/api/articles?limit=24'))
      await openManageScreen(server.url, ada)
      for (let round = 0; round < rounds; round++) await commitMany(corpus, server.url, round)
    })
  },
}

function search({ url }: ServerProcess) {
  return get(`${url}/api/search?q=index`)
}

/** Runs `content:check` as CI does. */
async function checkContent(contentDir: string): Promise<void> {
  const tsx = path.join(root, 'node_modules', '.bin', 'tsx')
  const options = { env: siteEnvironment({ CONTENT_DIR: contentDir }), maxBuffer: 1 << 28 }
  const script = path.join(root, 'scripts', 'check-content.ts')
  await time('content:check', () => promisify(execFile)(tsx, [script], options))
}

/** Changes the first articles and commits them with git, until the site shows the last one. */
async function commitMany(
  { contentDir, work, articles }: Corpus,
  url: string,
  round: number,
): Promise<void> {
  const changed = articles.slice(0, manyFiles)
  const commit = await time(`the commit of ${manyFiles} files`, async () => {
    await Promise.all(
      changed.map((article) =>
        appendFile(path.join(contentDir, article.path), `\nChange ${round}.\n`),
      ),
    )
    return repositoryAt(work).commit(`Change ${round}`, Math.floor(Date.now() / 1000))
  })
  await time(`live: a commit of ${manyFiles} files`, async () => {
    await shows(`${url}/api/health`, commit)
    await shows(`${url}/article/${changed.at(-1)!.meta.slug}`, `Change ${round}.`)
  })
}

function shows(url: string, text: string): Promise<unknown> {
  return eventually(async () => (await get(url)).text.includes(text), 120_000)
}

/**
 * The time from a navigation until the manage screen has painted its first card, repeatedly in one
 * browser.
 */
async function openManageScreen(url: string, ada: Administrator): Promise<void> {
  await using browser = await launchBrowser()
  const page = await signedInPage(browser, url, ada)
  const finish = await measureWaits(page, { appears: '[data-part="manage-card"]' })
  for (let round = 0; round <= 15; round++) {
    // Starts from a page of the site, so that the start of another renderer is not measured.
    await page.goto(`${url}/about`, { waitUntil: 'networkidle' })
    await page.goto(`${url}/admin/manage-content`, { waitUntil: 'commit' })
    await finish(round === 0 ? 'first manage screen' : 'manage screen')
    // The first round fills the browser's cache, which continues after the screen is shown.
    if (round === 0) await page.waitForTimeout(8_000)
  }
}
