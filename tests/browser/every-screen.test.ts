import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflowing, siteInBrowser, stopClock } from './browser.ts'
import { missingScreens, screens } from './screens.ts'

const { visit } = siteInBrowser()
const widths = [360, 390, 768, 1280, 1920, 2560]
const scriptLimit = 5 * 1024

let answers: Array<Response> = []

test.each(screens)(
  '$name has a title, one h1, room at every width and at most 5 KB of script',
  async ({ path, status }) => {
    answers = []
    const page = await visit(path, {
      walk: 'still',
      expected: missingScreens,
      arrange: async (page) => {
        page.on('response', (response) => answers.push(response))
        await stopClock(page)
      },
    })
    expect(answers[0]?.status()).toBe(status)
    expect(await page.title()).toMatch(/Session Notes/)
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.locator('h1').count()).toBe(1)
    expect(await skippedHeadings(page)).toEqual([])

    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowing(page), `${width} px`).toEqual([])
    }

    await page.clock.runFor(15_000)
    const scripts = answers.filter((answer) => answer.request().resourceType() === 'script')
    const bodies = await Promise.all(scripts.map((script) => script.body()))
    expect(bodies.length).toBeGreaterThan(0)
    expect(bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)).toBeLessThanOrEqual(scriptLimit)
  },
)

test.each(screens)('$name does not shift while it loads and is read', async ({ path }) => {
  for (const width of [390, 1280]) {
    const page = await visit(path, {
      walk: `${width} px`,
      viewport: { width, height: 800 },
      expected: missingScreens,
      arrange: (page) => page.addInitScript(watchShifts),
    })
    await expectStill(page)
  }
})

test.each(['/', '/article/warp-modes', '/newsletter/6', '/about', '/saved'])(
  '%s does not shift at a first visit either, with its pictures and nothing in the cache',
  async (path) => {
    const page = await visit(path, {
      pictures: true,
      viewport: { width: 390, height: 800 },
      arrange: (page) => page.addInitScript(watchShifts),
    })
    await expectStill(page)
  },
)

test('neither the open overlay, nor the download dialog, nor the menu makes a small page scroll sideways', async () => {
  const page = await visit('/', { viewport: { width: 360, height: 640 } })
  await page.locator('summary').click()
  expect(await overflowing(page)).toEqual([])
  for (const button of ['[data-search-open]', '[data-island="downloads"] button']) {
    await page.locator(button).first().click()
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    if (button === '[data-search-open]') {
      await dialog.getByRole('searchbox').fill('drums')
      await dialog.locator('a[data-hit]').first().waitFor()
    }
    expect(await overflowing(page), button).toEqual([])
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
  }
})

/** Headings that skip a level, in the order of the page. */
function skippedHeadings(page: Page) {
  return page.locator('main h1, main h2, main h3, main h4').evaluateAll((headings) => {
    let before = 1
    return headings.flatMap((heading) => {
      const level = Number(heading.tagName[1])
      const skips = level > before + 1
      before = level
      return skips ? [`${heading.tagName} ${heading.textContent}`] : []
    })
  })
}

function watchShifts() {
  const shifts: Array<unknown> = []
  Object.assign(window, { shifts })
  type Source = { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Array<Source> }
  const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries() as Array<Shift>) {
      if (hadRecentInput || value === 0) continue
      const moved = sources.map((source) => {
        const name = source.node instanceof Element ? source.node.className : source.node
        return `${name}: ${place(source.previousRect)} -> ${place(source.currentRect)}`
      })
      shifts.push(`${value} after ${Math.round(startTime)} ms, ${moved.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Scrolls to the end in steps, waits for every picture, and expects no layout shift. */
async function expectStill(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
      await frame()
    }
    const pictures = [...document.images].filter((image) => image.currentSrc !== '' && image.offsetParent !== null)
    await Promise.all(pictures.map((image) => image.decode().catch(() => null)))
    await frame()
  })
  expect(await page.evaluate(() => (window as unknown as { shifts: Array<unknown> }).shifts)).toEqual([])
}
