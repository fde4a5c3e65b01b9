import type { Browser, Page } from 'playwright-core'
import { articleFile, siteProcess } from '../../tests/running-site.ts'
import { type Administrator, admin, signIn } from '../../tests/signed-in-site.ts'
import { launchBrowser } from './browser.ts'
import { clonedCorpus } from './corpora.ts'
import { median } from './figures.ts'
import { freePort, listening, siteEntry, startSite } from './processes.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'

/** How long an administrator waits for a search among many people, for a filter of many items, and for the editor after a click. All by the clock of the page. */
export async function runAdmin({ quick }: BenchOptions): Promise<Array<Row>> {
  const entry = siteEntry()
  const browser = await launchBrowser()
  try {
    return [await searched(browser, quick ? 5_000 : 50_000), ...(await withManyItems(browser, entry, quick))]
  } finally {
    await browser.close()
  }
}

async function searched(browser: Browser, people: number): Promise<Row> {
  await using site = await siteProcess({
    files: { 'articles/a.md': articleFile({ id: '1', title: 'A' }) },
    env: admin,
  })
  const ada = await signIn(site)
  const list = Array.from({ length: people }, (_, at) => `reader${at}@example.org`)
  const { status } = await ada.call('POST', '/api/subscribers/import', ['email', ...list].join('\n'), {
    'Content-Type': 'text/csv',
  })
  if (status !== 200) throw new Error(`The import was answered with ${status}`)
  const page = await signedIn(browser, site.url, ada)
  await page.goto(`${site.url}/admin/subscribers`)
  await page.locator('[data-part="subscriber-list"]').waitFor()
  const times = await typed(page, 'Search subscribers', ['reader12', '7@ex', '4321'])
  await page.context().close()
  return waited('subscriber search', times, 100, `${people} people, from a key until the list shows its result`)
}

async function withManyItems(browser: Browser, entry: string, quick: boolean): Promise<Array<Row>> {
  const count = quick ? 1_000 : 10_000
  await using corpus = await clonedCorpus(count)
  await using server = startSite({ entry, ...corpus, port: await freePort(), settings: admin })
  await listening(server.port)
  const ada = await signIn(server)
  const page = await signedIn(browser, server.url, ada)
  await page.goto(`${server.url}/admin/manage-content`)
  await page.locator('[data-part="manage-card"]').first().waitFor()
  const words = withOwnStarts(corpus.articles.map(({ meta }) => meta.title.split(' ')[0]!.slice(0, 8)))
  const filters = await typed(page, 'Search content', words)
  const openings = await opened(page, server.url, quick ? 3 : 15)
  await page.context().close()
  return [
    waited('filter of Manage Content', filters, 100, `${count} articles, from a key until its cards are shown`),
    waited('opening the editor', openings, 400, 'from the click in Manage Content until the text can be edited'),
  ]
}

async function signedIn(browser: Browser, url: string, { cookie }: Administrator): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url }])
  return context.newPage()
}

function waited(name: string, times: ReadonlyArray<number>, bar: number, note: string): Row {
  return {
    name,
    ratio: median(times),
    unit: 'ms',
    bar: atMost(bar),
    note: `${note}; median of ${times.length}`,
    details: { most: Math.max(...times) },
  }
}

interface Watched {
  /** From each key to the frame with its result, in milliseconds. */
  keys: Array<number>
}

/** Three texts that begin with different letters: the page has the result of what was typed before, as it has after a space. */
function withOwnStarts(texts: ReadonlyArray<string>): Array<string> {
  const starts = new Map<string, string>()
  for (const text of texts) if (starts.size < 3) starts.set(text.slice(0, 1).toLowerCase(), text)
  return [...starts.values()]
}

/** Types texts into the search of a list, one key after the result of the one before. Returns the time of each key. */
async function typed(page: Page, label: string, texts: ReadonlyArray<string>): Promise<Array<number>> {
  const box = page.getByRole('searchbox', { name: label })
  await page.evaluate(watchSearch)
  for (const text of ['', ...texts]) {
    await box.fill('')
    // What the empty search shows is known; what comes with it is not measured.
    await page.waitForTimeout(500)
    for (const key of text) {
      const count = await page.evaluate(() => (window as unknown as { watched: Watched }).watched.keys.length)
      await box.press(key)
      await page.waitForFunction(
        (before) => (window as unknown as { watched: Watched }).watched.keys.length > before,
        count,
        { polling: 50 },
      )
    }
  }
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched.keys)
}

/**
 * Runs in the page: measures from a key until the list, which was busy with it, is painted. It may contain no named functions: tsx adds a call to them
 * that the page does not have.
 */
function watchSearch() {
  const known = window as unknown as { watched: Watched; waiting: boolean }
  known.watched = { keys: [] }
  known.waiting = false
  let began = 0
  let wasBusy = false
  addEventListener(
    'keydown',
    () => {
      began = performance.now()
      known.waiting = true
      wasBusy = false
    },
    true,
  )
  new MutationObserver(() => {
    if (!known.waiting) return
    const isBusy = document.querySelector('main [aria-busy="true"]') !== null
    wasBusy ||= isBusy
    if (!wasBusy || isBusy) return
    known.waiting = false
    requestAnimationFrame(() => setTimeout(() => known.watched.keys.push(performance.now() - began)))
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
}

/** Opens the editors of articles by clicks, each from the list. The first one, which loads the code of the editor, is not measured. */
async function opened(page: Page, url: string, rounds: number): Promise<Array<number>> {
  await page.addInitScript(watchOpening)
  const times: Array<number> = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(`${url}/admin/manage-content?sort=${round % 2 === 0 ? 'newest' : 'title'}`)
    const link = page.getByRole('link', { name: 'Open in Editor' }).nth(round % 4)
    await link.waitFor()
    // An administrator looks for the card first; meanwhile the screen loads what it expects to need.
    await page.waitForTimeout(1_500)
    await link.click()
    await page.waitForFunction(() => sessionStorage.getItem('opened') !== null, null, { polling: 100 })
    const took = await page.evaluate(() => Number(sessionStorage.getItem('opened')))
    if (round > 0) times.push(took)
  }
  return times
}

/** Runs in each document, without named functions as well: measures from a click until the editor is painted. The times are of the wall clock, because a click may load another document. */
function watchOpening() {
  addEventListener(
    'click',
    () => {
      sessionStorage.removeItem('opened')
      sessionStorage.setItem('clicked', String(performance.timeOrigin + performance.now()))
    },
    true,
  )
  const watcher = new MutationObserver(() => {
    const clicked = sessionStorage.getItem('clicked')
    if (clicked === null || !document.querySelector('.ProseMirror[contenteditable="true"] > *')) return
    sessionStorage.removeItem('clicked')
    requestAnimationFrame(() =>
      setTimeout(() => {
        const now = performance.timeOrigin + performance.now()
        sessionStorage.setItem('opened', String(now - Number(clicked)))
      }),
    )
  })
  watcher.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['contenteditable'] })
}

await runWhenStarted(import.meta.url, runAdmin)
