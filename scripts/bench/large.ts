import { execFile } from 'node:child_process'
import { appendFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { siteEnvironment } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { git, repositoryAt, temporaryFolder } from '../../tests/temp-repository.ts'
import { root } from '../sources.mjs'
import { launchBrowser } from './browser.ts'
import { corpusSources, generatedRepository } from './corpora.ts'
import { median } from './figures.ts'
import { firstAnswer, get } from './first-answer.ts'
import { writeLargeSite } from './large-corpus.ts'
import { freePort, rest, siteEntry, startSite } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

const count = 14_000
const manyFiles = 1_000
const seed = 20_250_101
const run = promisify(execFile)

/** Waiting times of an administrator, a writer and a first visitor on a site of 14,000 articles. */
export async function runLarge({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = siteEntry()
  await using folder = await temporaryFolder()
  const work = path.join(folder.path, 'work')
  await git(folder.path, ['clone', '-q', await largeSite(), work])
  const contentDir = path.join(work, 'content')
  const articles = await articlesIn(contentDir)
  const dataDir = path.join(folder.path, 'data')
  const shown = articles[0]?.slug ?? ''
  const rounds = quick ? 1 : 5
  const port = await freePort()
  const start = () => startSite({ entry, contentDir, dataDir, port, settings: admin })

  let site = start()
  const startMs = (await firstAnswer(port, `/article/${shown}`, '<article', 600_000)) - site.spawnedAt
  const startSeconds = site.cpuSeconds()
  // The index is built once, and the texts of the feed are rendered in the idle time after a start.
  await get(`${site.url}/api/search?q=index`)
  await rest(site, 6_000)
  await site.stop()
  const check = await checked(contentDir)

  const searches: Array<number> = []
  const feeds: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    site = start()
    await firstAnswer(port, `/article/${shown}`, '<article', 600_000)
    // A cached page is served before the content is loaded; search requests come later.
    await get(`${site.url}/api/articles?limit=1`)
    searches.push(await timed(() => get(`${site.url}/api/search?q=index`)))
    feeds.push(await timed(() => get(`${site.url}/rss.xml`)))
    if (round < rounds - 1) await site.stop()
  }
  await rest(site, 6_000)
  const ada = await signIn(site)
  const lists: Array<number> = []
  for (let round = 0; round < 20; round++) lists.push(await timed(() => ada.call('GET', '/api/articles?limit=24')))
  const cards = await firstCards(site.url, 15)
  const live: Array<number> = []
  const alone: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const before = performance.now()
    const commit = await commitMany(work, articles, round)
    const committed = performance.now()
    alone.push(committed - before)
    await until(async () => (await get(`${site.url}/api/health`)).text().includes(commit))
    const last = articles[manyFiles - 1]?.slug ?? ''
    await until(async () => (await get(`${site.url}/article/${last}`)).text().includes(`Change ${round}.`))
    live.push(performance.now() - committed)
  }
  await site.stop()
  return [
    {
      name: 'content:check',
      ratio: check.ms / startMs,
      bar: atMost(1.5),
      note: `${count} files, to the first start until an article is served`,
      details: {
        seconds: check.ms / 1000,
        'processor seconds': check.seconds,
        'start, seconds': startMs / 1000,
        'start, processor seconds': startSeconds,
      },
    },
    waited(
      `live: a commit of ${manyFiles} files`,
      live,
      2_000,
      'from the end of `git commit` until the last page shows it',
      { 'the commit, in ms': median(alone) },
    ),
    waited('first search after a start', searches, 300, 'the index is on the disk'),
    waited('feed after a start', feeds, 200, '/rss.xml, not made since'),
    waited("an administrator's list", lists, 20, '/api/articles?limit=24'),
    waited(
      'manage screen',
      cards,
      300,
      'from a page of the site until the first card is painted, by the clock of the page, the scripts in the cache',
    ),
  ]
}

function waited(name: string, times: Array<number>, bar: number, note: string, details = {}): Row {
  return {
    name,
    ratio: median(times),
    unit: 'ms',
    bar: atMost(bar),
    note,
    details: { times: times.length, most: Math.max(...times), ...details },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('The change was not shown within two minutes')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A repository of the large site, from the cache of the benchmarks. */
function largeSite(): Promise<string> {
  return generatedRepository({
    name: `large-${count}`,
    seed,
    sources: [...corpusSources, 'large-corpus.ts'],
    write: (contentDir) => writeLargeSite(contentDir, count, seed),
  })
}

async function articlesIn(contentDir: string): Promise<Array<{ path: string; slug: string }>> {
  const folder = path.join(contentDir, 'articles')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).sort()
  return names.map((name) => ({ path: path.join(folder, name), slug: path.basename(name, '.md') }))
}

/** Runs `content:check` as CI does. The processor time includes all threads. */
async function checked(contentDir: string): Promise<{ ms: number; seconds: number }> {
  const tsx = path.join(root, 'node_modules', '.bin', 'tsx')
  const started = performance.now()
  const { stderr } = await run(
    '/usr/bin/env',
    ['bash', '-c', `time "$0" "$1" >&2`, tsx, path.join(root, 'scripts', 'check-content.ts')],
    {
      env: siteEnvironment({ CONTENT_DIR: contentDir }),
      maxBuffer: 1 << 28,
    },
  )
  const ms = performance.now() - started
  const parts = [...stderr.matchAll(/^(?:user|sys)\s+(\d+)m([\d.]+)s$/gm)]
  return { ms, seconds: parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0) }
}

/** Changes the first articles and commits them with git. Returns the commit. */
async function commitMany(work: string, articles: ReadonlyArray<{ path: string }>, round: number): Promise<string> {
  await Promise.all(articles.slice(0, manyFiles).map((article) => appendFile(article.path, `\nChange ${round}.\n`)))
  return repositoryAt(work).commit(`Change ${round}`, Math.floor(Date.now() / 1000))
}

/** The time from a navigation until the manage screen has painted its first card, repeatedly in one browser. */
async function firstCards(url: string, rounds: number): Promise<Array<number>> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${url}/admin/login`)
    const answer = await page.request.post(`${url}/api/auth/login`, {
      data: { username: admin.ADMIN_USERNAME, password: admin.ADMIN_PASSWORD },
    })
    if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
    // The page measures the time itself: calls of the driver take up to 40 ms.
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (!document.querySelector('[data-part="manage-card"]')) return
        watcher.disconnect()
        requestAnimationFrame(() => setTimeout(() => performance.mark('first card')))
      })
      watcher.observe(document, { childList: true, subtree: true })
    })
    const times: Array<number> = []
    for (let round = 0; round <= rounds; round++) {
      // Starts from a page of the site, so that the start of another renderer is not measured.
      await page.goto(`${url}/about`, { waitUntil: 'networkidle' })
      await page.goto(`${url}/admin/manage-content`, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first card').length > 0, null, { polling: 250 })
      // The first round fills the browser's cache, which continues after the screen is shown.
      if (round === 0) await page.waitForTimeout(8_000)
      else times.push(await page.evaluate(() => performance.getEntriesByName('first card')[0]?.startTime ?? Number.NaN))
    }
    return times
  } finally {
    await browser.close()
  }
}

await runWhenStarted(import.meta.url, runLarge)
