import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { siteProcess } from '../../tests/running-site.ts'
import { temporaryFolder } from '../../tests/temp-repository.ts'
import { launchBrowser } from './browser.ts'
import { answersFile, type CachedPage, storedPage } from './cached-pages.ts'
import { add, type Benchmark, type Figure, quick, say } from './harness.ts'
import { freePort, get, ready, startBare } from './servers.ts'

/** One public page of each kind. */
const addresses = {
  home: '/',
  article: '/article/warp-modes',
  category: '/category/mixing',
  issue: '/newsletter/6',
}

/**
 * The built site with the sample content. Lighthouse compares the canonical address with that of
 * the page.
 */
async function sampleSite() {
  const port = await freePort()
  return siteProcess({ env: { PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` } })
}

/** How long a page is left idle: script loaded later is not part of reading it. */
const idleMs = 15_000
/** The longest time for the scripts of a touch to load. */
const touchMs = 2_000

/** A visitor's touches of the home page, and the elements that they are made on. */
const touches = {
  'open the search': '[data-island=search] button',
  'focus a subscribe form': '[data-island=subscribe] input[type=email]',
  'ask for a download': '[data-island=downloads] button',
}

/**
 * Bytes of script (gzip) that each kind of public page loads without a touch, and the bytes that
 * one touch adds.
 */
export const scripts: Benchmark = {
  figures: [
    ...Object.keys(addresses).map(
      (name): Figure => [
        name,
        '',
        '≤ 5 KB',
        `gzip, ${idleMs / 1000} s after the page, before any touch`,
      ],
    ),
    ...Object.keys(touches).map(
      (name): Figure => [name, '', '≤ 90 KB', 'gzip, on top, React included'],
    ),
  ],
  async run() {
    await using site = await sampleSite()
    await using browser = await launchBrowser()
    const untouched = Object.entries(addresses).map(async ([kind, address]) => {
      const { page, scripts } = await openPage(browser, site.url + address)
      await page.waitForTimeout(quick ? 2_000 : idleMs)
      await addSizes(kind, scripts)
    })
    await Promise.all(untouched)
    for (const [name, selector] of Object.entries(touches)) {
      const { page, scripts } = await openPage(browser, site.url)
      const before = new Set(scripts)
      await page.locator(selector).first().click()
      await page.waitForTimeout(touchMs)
      await addSizes(
        name,
        [...scripts].filter((script) => !before.has(script)),
      )
    }
  },
}

/** Opens a page. `scripts` are the addresses of all scripts requested so far. */
async function openPage(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const scripts = new Set<string>()
  page.on('request', (request) => {
    // Modules that are only preloaded count too, whatever type the browser reports.
    const isScript = request.resourceType() === 'script'
    if (isScript || /\.m?js$/.test(new URL(request.url()).pathname)) scripts.add(request.url())
  })
  await page.goto(url, { waitUntil: 'load' })
  return { page, scripts }
}

/** Adds the size of the bodies with gzip, which all browsers accept, and prints that of each. */
async function addSizes(series: string, urls: Iterable<string>): Promise<void> {
  let total = 0
  for (const url of urls) {
    const kilobytes = (await get(url, { 'Accept-Encoding': 'gzip' })).body.length / 1000
    total += kilobytes
    say(`${series}: ${new URL(url).pathname} ${kilobytes} KB`)
  }
  add(series, total)
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Installed by `npx` when the benchmark runs, because nothing else needs its 143 MB. */
const lighthouseCommand = 'lighthouse@12.8.2'

/** The parts of its report that are used. */
interface Report {
  runtimeError?: { message: string }
  audits: Record<
    string,
    {
      score: number | null
      numericValue?: number
      displayValue?: string
      details?: { items: Array<{ url: string }> }
    }
  >
  categories: Record<
    string,
    { score: number | null; auditRefs: Array<{ id: string; weight: number }> }
  >
}

/**
 * The browser's Accept header, so that the comparison uses the same files: pictures come in several
 * formats.
 */
const headers = { Accept: 'text/html,image/avif,image/webp,image/apng,*/*;q=0.8' }

/**
 * Lighthouse (mobile, simulated throttling) on one page of each kind with the sample content, and
 * its largest paint compared with that of the same page served as files by the bare server.
 */
export const lighthouse: Benchmark = {
  figures: Object.keys(addresses).flatMap(
    (kind): Array<Figure> => [
      ...categories.map((category): Figure => [`${kind}: ${category}`, '', '≥ 100 points', '']),
      [`${kind}: layout shift`, `most of ${kind}: layout shift`, '≤ 0 shift', 'the worst run'],
      [
        `${kind}: largest paint`,
        `${kind}: largest paint / ${kind}: largest paint of the files`,
        '≤ 1.1',
        'to the same page and its files sent by the bare server',
      ],
    ],
  ),
  async run() {
    await using site = await sampleSite()
    await using folder = await temporaryFolder()
    const debuggingPort = await freePort()
    await using _browser = await launchBrowser({ debuggingPort })
    for (const [kind, address] of Object.entries(addresses)) {
      // Also renders the page, so that every measured run gets a cached one.
      const files = await filesOf(site.url, await examine(site.url + address, debuggingPort))
      const answers = await answersFile(folder.path, kind, files)
      await using bare = startBare(answers, { port: await freePort() }, 'by-address')
      await ready(bare)
      for (let run = 0; run < (quick ? 1 : 5); run++) {
        const report = await examine(site.url + address, debuggingPort)
        for (const category of categories)
          add(`${kind}: ${category}`, Math.round((report.categories[category]?.score ?? 0) * 100))
        add(`${kind}: layout shift`, auditValue(report, 'cumulative-layout-shift'))
        add(`${kind}: largest paint`, auditValue(report, 'largest-contentful-paint'))
        sayFaults(kind, report)
        const asFiles = await examine(bare.url + address, debuggingPort)
        add(`${kind}: largest paint of the files`, auditValue(asFiles, 'largest-contentful-paint'))
      }
    }
  },
}

/**
 * One run. On a busy machine a recording occasionally fails for reasons other than the page, so it
 * is repeated.
 */
async function examine(url: string, port: number, attempts = 3): Promise<Report> {
  const options = [
    `--port=${port}`,
    '--output=json',
    '--quiet',
    `--only-categories=${categories.join(',')}`,
  ]
  const args = ['--yes', lighthouseCommand, url, ...options]
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 1 << 28 })
  const report: Report = JSON.parse(stdout)
  if (!report.runtimeError) return report
  if (attempts > 1) return examine(url, port, attempts - 1)
  throw new Error(`Lighthouse failed on ${url}: ${report.runtimeError.message}`)
}

function auditValue({ audits }: Report, audit: string): number {
  return audits[audit]?.numericValue ?? Number.NaN
}

/** Prints the audits that keep a category below 100. */
function sayFaults(kind: string, { audits, categories }: Report): void {
  for (const { id, weight } of Object.values(categories).flatMap(({ auditRefs }) => auditRefs))
    if (weight > 0 && (audits[id]?.score ?? 1) < 1)
      say(`${kind}: below 100 because of ${id} ${audits[id]?.displayValue ?? ''}`)
}

/**
 * The files that a page has loaded from the site's own origin; what it has sent, the site does not
 * answer again.
 */
async function filesOf(origin: string, { audits }: Report): Promise<Array<CachedPage>> {
  const urls = new Set(audits['network-requests']?.details?.items.map(({ url }) => url))
  const own = [...urls].filter((url) => url.startsWith(`${origin}/`))
  const stored = own.map((url) =>
    storedPage(origin, url.slice(origin.length), headers).catch(() => []),
  )
  return (await Promise.all(stored)).flat()
}
