import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { get } from './first-answer.ts'
import { siteEntry } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'
import { type SamplePage, samplePages, sampleSite } from './sample-site.ts'

/** How long a page is left idle: script loaded later is not part of reading it. */
const idleMs = 15_000
/** The longest time for the scripts of a touch to load. */
const touchMs = 2_000

/** A visitor's touch, on the first kind of page with the element. */
const touches: Array<{ name: string; selector: string; touch(page: Page, selector: string): Promise<void> }> = [
  { name: 'open the search', selector: '[data-island=search] button', touch: (page, part) => page.click(part) },
  {
    name: 'focus a subscribe form',
    selector: '[data-island=subscribe] input[type=email]',
    touch: (page, part) => page.focus(part),
  },
  { name: 'ask for a download', selector: '[data-island=downloads] button', touch: (page, part) => page.click(part) },
]

/** Bytes of script (gzip) that each kind of public page loads without a touch, and the bytes that one touch adds. */
export async function runScripts({ quick }: BenchOptions): Promise<Array<Row>> {
  await using site = await sampleSite(siteEntry())
  const browser = await launchBrowser()
  try {
    const urlOf = (name: SamplePage) => `${site.server.url}${site.addresses[name]}`
    const untouched = samplePages.map(async (name) => {
      const { page, scripts } = await open(browser, urlOf(name))
      await page.waitForTimeout(quick ? 2_000 : idleMs)
      const row = await scriptRow(`script: ${name}`, [...scripts], 5)
      await page.context().close()
      return { ...row, note: `gzip, ${quick ? 2 : idleMs / 1000} s after the page, before any touch` }
    })
    const rows = await Promise.all(untouched)
    for (const { name, selector, touch } of touches) {
      const { page, scripts, kind } = await openWith(browser, selector, urlOf)
      const before = new Set(scripts)
      await touch(page, selector)
      await page.waitForTimeout(touchMs)
      const row = await scriptRow(
        `script: ${name}`,
        [...scripts].filter((url) => !before.has(url)),
        90,
      )
      rows.push({ ...row, note: `gzip, on top, React included (${kind})` })
      await page.context().close()
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** A new browser context on a page, and the addresses of all scripts requested so far. */
async function open(browser: Browser, url: string) {
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

async function openWith(browser: Browser, selector: string, urlOf: (name: SamplePage) => string) {
  for (const kind of samplePages) {
    const opened = await open(browser, urlOf(kind))
    await opened.page.waitForTimeout(500)
    if (await opened.page.locator(selector).first().isVisible()) return { ...opened, kind }
    await opened.page.context().close()
  }
  throw new Error(`no page shows ${selector}`)
}

async function scriptRow(name: string, urls: ReadonlyArray<string>, limit: number): Promise<Row> {
  const sizes = await Promise.all(urls.map(transferred))
  return {
    name,
    ratio: sizes.reduce((sum, { kilobytes }) => sum + kilobytes, 0),
    unit: 'KB',
    bar: atMost(limit),
    note: '',
    details: Object.fromEntries(sizes.map(({ file, kilobytes }) => [file, kilobytes])),
  }
}

/** The size of the body with gzip, which all browsers accept. */
async function transferred(url: string) {
  const { status, body } = await get(url, { headers: { 'Accept-Encoding': 'gzip' } })
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  return { file: new URL(url).pathname.split('/').pop() ?? '', kilobytes: body.length / 1000 }
}

await runWhenStarted(import.meta.url, runScripts)
