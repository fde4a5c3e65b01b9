import type { Browser, Page } from 'playwright-core'
import { admin as settings, signIn } from '../../tests/signed-in-site.ts'
import type { Benchmark, Measurements } from './bench.ts'
import { launchBrowser, measureWaits, signedInPage } from './browser.ts'
import { clonedCorpus } from './corpora.ts'
import { importPeople, oneArticleSite } from './people-site.ts'
import { freePort, listening, startSite } from './processes.ts'

const searchOfPeople = 'subscriber search'
const filter = 'filter of Manage Content'
const opening = 'opening the editor'

/** How long an administrator waits for a search among many people, for a filter of many items, and for the editor after a click. All by the clock of the page. */
export const admin: Benchmark = {
  figures: [
    { name: searchOfPeople, unit: 'ms', most: 100, note: '50,000 people, from a key until the list shows its result' },
    { name: filter, unit: 'ms', most: 100, note: '10,000 articles, from a key until its cards are shown' },
    { name: opening, unit: 'ms', most: 400, note: 'from the click in Manage Content until the text can be edited' },
  ],
  async run(measurements) {
    const browser = await launchBrowser()
    try {
      await searchPeople(browser, measurements)
      await manageItems(browser, measurements)
    } finally {
      await browser.close()
    }
  },
}

async function searchPeople(browser: Browser, measurements: Measurements): Promise<void> {
  const { site: started, ada } = await oneArticleSite()
  await using site = started
  await importPeople(ada, measurements.quick ? 5_000 : 50_000)
  const page = await signedInPage(browser, site.url, ada)
  const finish = await measureWaits(page, busy, measurements)
  await page.goto(`${site.url}/admin/subscribers`)
  await page.locator('[data-part="subscriber-list"]').waitFor()
  const words = ['reader12', '7@ex', '4321']
  await typeWords(page, 'Search subscribers', words, () => finish(searchOfPeople))
  await page.context().close()
}

async function manageItems(browser: Browser, measurements: Measurements): Promise<void> {
  await using corpus = await clonedCorpus(measurements.quick ? 1_000 : 10_000)
  await using server = startSite({ ...corpus, port: await freePort(), settings })
  await listening(server.port)
  const ada = await signIn(server)
  const page = await signedInPage(browser, server.url, ada)
  const finish = await measureWaits(page, busy, measurements)
  await page.goto(`${server.url}/admin/manage-content`)
  await page.locator('[data-part="manage-card"]').first().waitFor()
  const words = withOwnStarts(corpus.articles.map(({ meta }) => meta.title.split(' ')[0]!.slice(0, 8)))
  await typeWords(page, 'Search content', words, () => finish(filter))
  await page.context().close()
  await openEditors(await signedInPage(browser, server.url, ada), server.url, measurements)
}

/** While a list searches. */
const busy = { event: 'keydown', vanishes: 'main [aria-busy="true"]' } as const

/** Three texts that begin with different letters: the page has the result of what was typed before, as it has after a space. */
function withOwnStarts(texts: ReadonlyArray<string>): Array<string> {
  const starts = new Map<string, string>()
  for (const text of texts) if (starts.size < 3) starts.set(text.slice(0, 1).toLowerCase(), text)
  return [...starts.values()]
}

/** Types words into the search of a list, one key after the result of the one before. */
async function typeWords(
  page: Page,
  label: string,
  words: ReadonlyArray<string>,
  finish: () => Promise<void>,
): Promise<void> {
  const box = page.getByRole('searchbox', { name: label })
  for (const word of words) {
    await box.fill('')
    // What the empty search shows is known; what comes with it is not measured.
    await page.waitForTimeout(500)
    for (const key of word) {
      await box.press(key)
      await finish()
    }
  }
}

/** Opens the editors of articles by clicks, each from the list. The first one, which loads the code of the editor, is not measured. */
async function openEditors(page: Page, url: string, measurements: Measurements): Promise<void> {
  const editor = { event: 'click', appears: '.ProseMirror[contenteditable="true"] > *' } as const
  const finish = await measureWaits(page, editor, measurements)
  for (let round = 0; round <= (measurements.quick ? 3 : 15); round++) {
    await page.goto(`${url}/admin/manage-content?sort=${round % 2 === 0 ? 'newest' : 'title'}`)
    const link = page.getByRole('link', { name: 'Open in Editor' }).nth(round % 4)
    await link.waitFor()
    // An administrator looks for the card first; meanwhile the screen loads what it expects to need.
    await page.waitForTimeout(1_500)
    await link.click()
    await finish(round === 0 ? 'first opening' : opening)
  }
}
