import type { Browser, Page } from 'playwright-core'
import type { Benchmark, Measurements } from './bench.ts'
import { launchBrowser } from './browser.ts'
import { get } from './first-answer.ts'
import { type SamplePage, samplePages, sampleSite } from './sample-site.ts'

/** How long a page is left idle: script loaded later is not part of reading it. */
const idleMs = 15_000
/** The longest time for the scripts of a touch to load. */
const touchMs = 2_000

/** A visitor's touches: each is made on the first kind of page with the element. */
const touches: Record<string, { selector: string; act: 'click' | 'focus' }> = {
  'open the search': { selector: '[data-island=search] button', act: 'click' },
  'focus a subscribe form': { selector: '[data-island=subscribe] input[type=email]', act: 'focus' },
  'ask for a download': { selector: '[data-island=downloads] button', act: 'click' },
}

/** Bytes of script (gzip) that each kind of public page loads without a touch, and the bytes that one touch adds. */
export const scripts: Benchmark = {
  figures: [
    ...samplePages.map((name) => ({
      name,
      most: 5,
      note: `gzip, ${idleMs / 1000} s after the page, before any touch`,
    })),
    ...Object.keys(touches).map((name) => ({ name, most: 90, note: 'gzip, on top, React included' })),
  ].map((figure) => ({ ...figure, unit: 'KB' })),
  async run(measurements) {
    const { site: started, addresses } = await sampleSite()
    await using site = started
    const browser = await launchBrowser()
    const openKind = (kind: SamplePage) => openPage(browser, site.url + addresses[kind])
    try {
      const untouched = samplePages.map(async (kind) => {
        const { page, scripts } = await openKind(kind)
        await page.waitForTimeout(measurements.quick ? 2_000 : idleMs)
        await addSizes(measurements, kind, scripts)
        await page.context().close()
      })
      await Promise.all(untouched)
      for (const [name, { selector, act }] of Object.entries(touches)) {
        const { page, scripts } = await openWith(selector, openKind)
        const before = new Set(scripts)
        await page[act](selector)
        await page.waitForTimeout(touchMs)
        for (const script of before) scripts.delete(script)
        await addSizes(measurements, name, scripts)
        await page.context().close()
      }
    } finally {
      await browser.close()
    }
  },
}

interface OpenedPage {
  page: Page
  /** The addresses of all scripts requested so far. */
  scripts: Set<string>
}

async function openPage(browser: Browser, url: string): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  session.on('Network.requestWillBeSent', ({ type, request }) => {
    // Modules that are only preloaded count too, whatever type the browser reports.
    if (type === 'Script' || /\.m?js$/.test(new URL(request.url).pathname)) scripts.add(request.url)
  })
  await page.goto(url, { waitUntil: 'load' })
  return { page, scripts }
}

async function openWith(selector: string, open: (kind: SamplePage) => Promise<OpenedPage>): Promise<OpenedPage> {
  for (const kind of samplePages) {
    const opened = await open(kind)
    await opened.page.waitForTimeout(500)
    if (await opened.page.locator(selector).first().isVisible()) return opened
    await opened.page.context().close()
  }
  throw new Error(`no page shows ${selector}`)
}

/** Adds the sizes of the bodies with gzip, which all browsers accept: their sum, and each by its own name. */
async function addSizes({ add, say }: Measurements, series: string, urls: Iterable<string>): Promise<void> {
  const sizes = await Promise.all(
    [...urls].map(async (url) => {
      const { status, body } = await get(url, { headers: { 'Accept-Encoding': 'gzip' } })
      if (status !== 200) throw new Error(`${url} answered ${status}`)
      return { file: new URL(url).pathname, kilobytes: body.length / 1000 }
    }),
  )
  add(
    series,
    sizes.reduce((sum, { kilobytes }) => sum + kilobytes, 0),
  )
  say(`${series}: ${sizes.map(({ file, kilobytes }) => `${file} ${kilobytes} KB`).join(', ')}`)
}
