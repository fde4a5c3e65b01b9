import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { articleFile, siteProcess } from '../../tests/running-site.ts'
import { admin, signIn } from '../../tests/signed-in-site.ts'
import { launchBrowser } from './browser.ts'
import { siteEntry } from './processes.ts'
import { createRandom } from './random.ts'
import { atMost, type BenchOptions, type Row, runWhenStarted } from './rows.ts'
import { createVocabulary } from './vocabulary.ts'

/** Length of the edited article, in words, and the number of its pictures. */
const length = 10_000
const pictures = 50
/** The interval between two keys of a fast typist, in milliseconds. */
const pace = 70

/** The time that the page is busy for each key typed into a long article in the draft editor. */
export async function runTyping({ quick }: BenchOptions): Promise<Array<Row>> {
  siteEntry()
  await using site = await siteProcess({
    files: { 'articles/long.md': longArticle(), ...(await pictureFiles()) },
    env: admin,
  })
  const { cookie } = await signIn(site)
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: site.url }])
    const page = await context.newPage()
    await page.goto(`${site.url}/admin/draft-editor?type=articles&id=1`)
    await page.locator('.ProseMirror > p').first().waitFor()
    await page.waitForTimeout(2000)
    const places = [
      { name: 'at the start', at: 0 },
      { name: 'in the middle', at: 0.5 },
      { name: 'at the end', at: 0.95 },
    ]
    const rows: Array<Row> = []
    for (const place of places) rows.push(await typed(page, place, quick ? 40 : 200))
    return rows
  } finally {
    await browser.close()
  }
}

async function typed(page: Page, { name, at }: { name: string; at: number }, keys: number): Promise<Row> {
  const paragraphs = page.locator('.ProseMirror > p')
  await paragraphs.nth(Math.floor((await paragraphs.count()) * at)).click()
  await page.waitForTimeout(1500)
  await page.evaluate(watch)
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'abcde'[key % 5]!)
    await page.waitForTimeout(pace)
  }
  // Includes the work after the last key: Markdown, state word, word count.
  await page.waitForTimeout(1500)
  const { busy, frames } = await page.evaluate(() => (window as unknown as { typing: Measured }).typing)
  const sorted = frames.toSorted((one, other) => one - other)
  const part = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return {
    name: `typing ${name}`,
    ratio: Math.max(0, ...busy),
    unit: 'ms',
    bar: atMost(50),
    note: `the longest task of the page while ${keys} keys are typed into ${length} words with ${pictures} pictures; 0: none over 50 ms`,
    details: {
      'long tasks': busy.length,
      'key to frame, median ms': part(0.5),
      'key to frame, 99 of 100 ms': part(0.99),
    },
  }
}

interface Measured {
  /** Tasks over 50 ms, in milliseconds. */
  busy: Array<number>
  /** From each key to the frame that shows it, in milliseconds. */
  frames: Array<number>
}

/** Runs in the page; starts the measurement. */
function watch() {
  const typing: Measured = { busy: [], frames: [] }
  const known = window as unknown as { typing?: Measured }
  const isFirst = known.typing === undefined
  known.typing = typing
  if (!isFirst) return
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) known.typing?.busy.push(duration)
  }).observe({ type: 'longtask' })
  addEventListener(
    'keydown',
    () => {
      const began = performance.now()
      requestAnimationFrame(() => setTimeout(() => known.typing?.frames.push(performance.now() - began)))
    },
    true,
  )
}

/** A file for each picture of the article. */
async function pictureFiles(): Promise<Record<string, Uint8Array>> {
  const files = Array.from({ length: pictures }, async (_, at): Promise<[string, Uint8Array]> => {
    const background = { r: 5 * at, g: 120, b: 200 }
    const picture = sharp({ create: { width: 1200, height: 675, channels: 3, background } })
    return [`media/2026/picture-${at}.png`, await picture.png().toBuffer()]
  })
  return Object.fromEntries(await Promise.all(files))
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
    else if (kind === 2) blocks.push(`${words(20)} **${words(3)}** and [${words(3)}](/article/long) ${words(20)}`)
    else if (kind === 3) blocks.push(`| ${words(2)} | ${words(2)} |\n| --- | --- |\n| ${words(5)} | ${words(5)} |`)
    else blocks.push(words(45))
    written += kind === 0 ? 4 : kind === 1 ? 27 : kind === 3 ? 14 : 46
  }
  return articleFile({ id: '1', title: 'Long' }, blocks.join('\n\n'))
}

await runWhenStarted(import.meta.url, runTyping)
