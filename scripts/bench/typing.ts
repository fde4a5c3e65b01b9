import type { Page } from 'playwright-core'
import { articleFile } from '../../tests/running-site.ts'
import type { Benchmark, Measurements } from './bench.ts'
import { launchBrowser, signedInPage } from './browser.ts'
import { oneArticleSite } from './people-site.ts'
import { createRandom } from './random.ts'
import { plainPicture } from './rich-corpus.ts'
import { createVocabulary } from './vocabulary.ts'

/** Length of the edited article, in words, and the number of its pictures. */
const length = 10_000
const pictures = 50
/** The interval between two keys of a fast typist, in milliseconds. */
const pace = 70
/** Where is typed, as a part of the text. */
const places = new Map([
  ['at the start', 0],
  ['in the middle', 0.5],
  ['at the end', 0.95],
])

/** The time that the page is busy for each key typed into a long article in the draft editor. */
export const typing: Benchmark = {
  figures: [...places.keys()].map((place) => ({
    name: `typing ${place}`,
    by: 'most',
    unit: 'ms',
    most: 50,
    note: `the longest task of the page while keys are typed into ${length} words with ${pictures} pictures; 0: none over 50 ms`,
  })),
  async run(measurements) {
    const shown = Array.from(
      { length: pictures },
      async (_, at): Promise<[string, Uint8Array]> => [
        `media/2026/picture-${at}.png`,
        await plainPicture(1200, 675, at),
      ],
    )
    const files = { ...Object.fromEntries(await Promise.all(shown)), 'articles/2026/a1.md': longArticle() }
    const { site: started, ada } = await oneArticleSite({ files })
    await using site = started
    const browser = await launchBrowser()
    try {
      const page = await signedInPage(browser, site.url, ada)
      await page.goto(`${site.url}/admin/draft-editor?type=articles&id=1`)
      await page.locator('.ProseMirror > p').first().waitFor()
      await page.waitForTimeout(2000)
      await page.evaluate(watch)
      for (const [place, at] of places) await typeAt(page, place, at, measurements)
    } finally {
      await browser.close()
    }
  },
}

async function typeAt(page: Page, place: string, at: number, { quick, add }: Measurements): Promise<void> {
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
function watch() {
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

function longArticle(): string {
  const random = createRandom(11)
  const vocabulary = createVocabulary(random)
  const words = (count: number) => Array.from({ length: count }, () => vocabulary.common()).join(' ')
  const blocks: Array<string> = []
  let shown = 0
  for (let written = 0; written < length; ) {
    // The pictures stand at equal distances.
    if (written >= (shown * length) / pictures) blocks.push(`![${words(5)}](/media/2026/picture-${shown++}.png)`)
    const kind = random.between(0, 9)
    if (kind === 0) blocks.push(`## ${words(4)}`)
    else if (kind === 1) blocks.push([1, 2, 3].map(() => `- ${words(9)}`).join('\n'))
    else if (kind === 2) blocks.push(`${words(20)} **${words(3)}** and [${words(3)}](/article/a1) ${words(20)}`)
    else if (kind === 3) blocks.push(`| ${words(2)} | ${words(2)} |\n| --- | --- |\n| ${words(5)} | ${words(5)} |`)
    else blocks.push(words(45))
    written += kind === 0 ? 4 : kind === 1 ? 27 : kind === 3 ? 14 : 46
  }
  return articleFile({ id: '1', title: 'Long' }, blocks.join('\n\n'))
}
