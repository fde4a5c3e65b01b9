import type { Browser, Page } from 'playwright-core'
import { articleFile } from '../../tests/running-site.ts'
import { importPeople } from '../../tests/sending-fixture.ts'
import { admin as settings, signIn } from '../../tests/signed-in-site.ts'
import { launchBrowser, measureWaits, signedInPage } from './browser.ts'
import { clonedCorpus } from './corpora.ts'
import { generateArticles } from './corpus.ts'
import { add, type Benchmark, type Figure, quick } from './harness.ts'
import { oneArticleSite } from './people.ts'
import { plainPicture } from './rich-corpus.ts'
import { freePort, ready, startSite } from './servers.ts'

const searchOfPeople = 'subscriber search'
const filter = 'filter of Manage Content'
const opening = 'opening the editor'

/**
 * How long an administrator waits for a search among many people, for a filter of many items, and
 * for the editor after a click. All by the clock of the page.
 */
export const admin: Benchmark = {
  figures: [
    [searchOfPeople, '', '≤ 100 ms', '50,000 people, from a key until the list shows its result'],
    [filter, '', '≤ 100 ms', '10,000 articles, from a key until its cards are shown'],
    [opening, '', '≤ 400 ms', 'from the click in Manage Content until the text can be edited'],
  ],
  async run() {
    await using browser = await launchBrowser()
    await searchPeople(browser)
    await manageItems(browser)
  },
}

async function searchPeople(browser: Browser): Promise<void> {
  await using site = await oneArticleSite()
  await importPeople(site.ada, quick ? 5_000 : 50_000)
  await using page = await signedInPage(browser, site.url, site.ada)
  await typeWords(page, searchOfPeople, `${site.url}/admin/subscribers`, [
    'reader12',
    '7@ex',
    '4321',
  ])
}

async function manageItems(browser: Browser): Promise<void> {
  await using corpus = await clonedCorpus(quick ? 1_000 : 10_000)
  await using site = startSite(corpus, { port: await freePort(), settings })
  await ready(site)
  const ada = await signIn(site)
  await using page = await signedInPage(browser, site.url, ada)
  // They begin with different letters: the page has the result of what was typed before, as it has
  // after a space.
  const words = new Map(
    corpus.articles.map(({ meta }) => [meta.slug[0], meta.title.split(' ')[0]!.slice(0, 8)]),
  )
  const address = `${site.url}/admin/manage-content`
  await typeWords(page, filter, address, [...words.values()].slice(0, 3))
  await openEditors(await signedInPage(browser, site.url, ada), site.url)
}

/**
 * Types words into the search of a list, one key after the result of the one before, and adds the
 * times to a series.
 */
async function typeWords(
  page: Page,
  series: string,
  address: string,
  words: ReadonlyArray<string>,
): Promise<void> {
  const finish = await measureWaits(page, {
    event: 'keydown',
    vanishes: 'main [aria-busy="true"]',
  })
  await page.goto(address)
  await page.locator('[data-part="subscriber-list"], [data-part="manage-card"]').first().waitFor()
  const box = page.locator('main').getByRole('searchbox')
  for (const word of words) {
    await box.fill('')
    // What the empty search shows is known; what comes with it is not measured.
    await page.waitForTimeout(500)
    for (const key of word) {
      await box.press(key)
      await finish(series)
    }
  }
}

/**
 * Opens the editors of articles by clicks, each from the list. The first one, which loads the code
 * of the editor, is not measured.
 */
async function openEditors(page: Page, url: string): Promise<void> {
  const finish = await measureWaits(page, {
    event: 'click',
    appears: '.ProseMirror[contenteditable="true"] > *',
  })
  for (let round = 0; round <= (quick ? 3 : 15); round++) {
    await page.goto(`${url}/admin/manage-content?sort=${round % 2 === 0 ? 'newest' : 'title'}`)
    const link = page.getByRole('link', { name: 'Open in Editor' }).nth(round % 4)
    await link.waitFor()
    // An administrator looks for the card first; meanwhile the screen loads what it expects to
    // need.
    await page.waitForTimeout(1_500)
    await link.click()
    await finish(round === 0 ? 'first opening' : opening)
  }
}

/** Length of the edited article, in words, and the number of its pictures. */
const length = 10_000
const pictures = 50
/** The interval between two keys of a fast typist, in milliseconds. */
const pace = 70
/** Where is typed, as a part of the text. */
const places = {
  'at the start': 0,
  'in the middle': 0.5,
  'at the end': 0.95,
}

/** The time that the page is busy for each key typed into a long article in the draft editor. */
export const typing: Benchmark = {
  figures: Object.keys(places).map(
    (place): Figure => [
      `typing ${place}`,
      `most of typing ${place}`,
      '≤ 50 ms',
      `the longest task of the page while keys are typed into ${length} words with ${pictures} pictures; 0: none over 50 ms`,
    ],
  ),
  async run() {
    const files: Record<string, string | Buffer> = { 'articles/2026/a1.md': longArticle() }
    for (let at = 0; at < pictures; at++) files[pictureAt(at)] = await plainPicture(1200, 675, at)
    await using site = await oneArticleSite({ files })
    await using browser = await launchBrowser()
    const page = await signedInPage(browser, site.url, site.ada)
    await page.goto(`${site.url}/admin/draft-editor?type=articles&id=1`)
    await page.locator('.ProseMirror > p').first().waitFor()
    await page.waitForTimeout(2000)
    await page.evaluate(watchTyping)
    for (const [place, at] of Object.entries(places)) await typeAt(page, place, at)
  },
}

const pictureAt = (at: number) => `media/2026/picture-${at}.png`

async function typeAt(page: Page, place: string, at: number): Promise<void> {
  const paragraphs = page.locator('.ProseMirror > p')
  await paragraphs.nth(Math.floor((await paragraphs.count()) * at)).click()
  await page.waitForTimeout(1500)
  await takeMeasured(page)
  for (let key = 0; key < (quick ? 40 : 200); key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'abcde'[key % 5]!)
    await page.waitForTimeout(pace)
  }
  // Includes the work after the last key: Markdown, state word, word count.
  await page.waitForTimeout(1500)
  const { busy, frames } = await takeMeasured(page)
  add(`typing ${place}`, 0, ...busy)
  add(`key to frame ${place}`, ...frames)
}

interface Measured {
  /** Tasks over 50 ms, in milliseconds. */
  busy: Array<number>
  /** From each key to the frame that shows it, in milliseconds. */
  frames: Array<number>
}

/** What was measured since the last call. */
function takeMeasured(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const { busy, frames } = (window as unknown as { typing: Measured }).typing
    return { busy: busy.splice(0), frames: frames.splice(0) }
  })
}

/** Runs in the page; starts the measurement. */
function watchTyping() {
  const typing: Measured = { busy: [], frames: [] }
  Object.assign(window, { typing })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) typing.busy.push(duration)
  }).observe({ type: 'longtask' })
  addEventListener(
    'keydown',
    () => {
      const began = performance.now()
      requestAnimationFrame(() => setTimeout(() => typing.frames.push(performance.now() - began)))
    },
    true,
  )
}

/** Generated articles as one, with pictures at equal distances. */
function longArticle(): string {
  const blocks = [...generateArticles(length / 760, 11)].flatMap(({ body }) =>
    body.trim().split('\n\n'),
  )
  const step = Math.floor(blocks.length / pictures)
  for (let at = pictures - 1; at >= 0; at--)
    blocks.splice(at * step, 0, `![A picture](/${pictureAt(at)})`)
  return articleFile({ id: '1', title: 'Long' }, blocks.join('\n\n'))
}
