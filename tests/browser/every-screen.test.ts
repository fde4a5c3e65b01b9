import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteInBrowser, stopClock } from './browser.ts'
import { screens } from './screens.ts'

const { visit } = siteInBrowser()
const widths = [360, 390, 768, 1280, 1920, 2560]
const scriptLimit = 5 * 1024

test.each(screens)(
  '$name has a title, one h1, room at every width and at most 5 KB of script',
  async ({ path, status }) => {
    const answers: Array<Response> = []
    const page = await visit(path, {
      expected: status === 404 ? /^404 / : undefined,
      arrange: async (page) => {
        await stopClock(page)
        page.on('response', (response) => answers.push(response))
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

test.each(screens)('$name does not shift while it loads and is read', async ({ path, status }) => {
  for (const width of [390, 1280]) {
    const page = await visit(path, {
      pictures: true,
      viewport: { width, height: 800 },
      expected: status === 404 ? /^404 / : undefined,
      arrange: (page) => page.addInitScript(watchShifts),
    })
    await readThrough(page)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Array<unknown> }).shifts)
    expect(shifts, `${width} px`).toEqual([])
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

/** What reaches beyond the right edge, when the page can be scrolled there. */
function overflowing(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => `${element.tagName}.${element.className}`)
      .slice(0, 5)
      .concat(`${scrollWidth} > ${clientWidth}`)
  })
}

function watchShifts() {
  const shifts: Array<unknown> = []
  Object.assign(window, { shifts })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Array<{ node: Element | null }> }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Array<Shift>) {
      if (entry.hadRecentInput || entry.value === 0) continue
      shifts.push({ value: entry.value, nodes: entry.sources.map(({ node }) => node?.className ?? String(node)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Scrolls to the end in steps, and waits for every picture on the way. */
async function readThrough(page: Page) {
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
}
