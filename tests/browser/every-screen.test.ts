import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflowing, siteInBrowser, stopClock } from './browser.ts'
import { missingScreens, screens } from './screens.ts'

const { visit, site } = siteInBrowser()
const widths = [360, 390, 768, 1280, 1920, 2560]
const scriptLimit = 5 * 1024

let answers: Array<Response> = []

test.each(screens)(
  '$name has a title, one h1, room at every width and at most 5 KB of script',
  { tags: ['thorough'] },
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
    // A late picture of the screen before may come first.
    expect(answers.find((answer) => answer.request().isNavigationRequest())?.status()).toBe(status)
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

test.each(screens)('$name does not shift while it loads and is read', { tags: ['thorough'] }, async ({ path }) => {
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
  '%s does not shift at a first visit either, with pictures and an empty cache',
  { tags: ['thorough'] },
  async (path) => {
    const page = await visit(path, {
      pictures: true,
      viewport: { width: 390, height: 800 },
      arrange: (page) => page.addInitScript(watchShifts),
    })
    await expectStill(page)
  },
)

test('no screen shifts however slowly its HTML arrives', { tags: ['thorough'] }, async () => {
  await using slow = await slowProxy(site().url)
  const shown = screens.flatMap(({ path }) => [390, 1280].map((width) => ({ path, width })))
  await inGroups(shown, 11, async ({ path, width }) => {
    const page = await visit(`${slow.url}${path}`, {
      viewport: { width, height: 800 },
      // The proxy is no host of the site.
      expected: new RegExp(`${missingScreens.source}|^foreign request: ${slow.url}/`),
      arrange: (page) => page.addInitScript(watchShifts),
    })
    await expectStill(page)
    await page.close()
  })
})

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

/** A proxy that sends HTML in pieces, each with whole tags, and with pauses in which the browser shows what it has. */
async function slowProxy(origin: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(async (req, res) => {
    const answer = await fetch(`${origin}${req.url}`, { headers: { Accept: String(req.headers.accept) } })
    const type = String(answer.headers.get('Content-Type'))
    res.writeHead(answer.status, { 'Content-Type': type })
    if (!type.startsWith('text/html')) return res.end(Buffer.from(await answer.arrayBuffer()))
    const tags = (await answer.text()).split(
      /(?=<(?:main|div|section|h[1-6]|p|ul|li|a|svg|footer|nav|form|button)[ >])/,
    )
    const size = Math.ceil(tags.length / 20)
    for (let at = 0; at < tags.length; at += size) {
      res.write(tags.slice(at, at + size).join(''))
      await wait(80)
    }
    res.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function inGroups<One>(all: ReadonlyArray<One>, size: number, work: (one: One) => Promise<void>) {
  for (let at = 0; at < all.length; at += size) await Promise.all(all.slice(at, at + size).map(work))
}

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
      // An icon alone in its line moves by 3 pixels when the text beside it arrives.
      if (hadRecentInput || value < 0.0001) continue
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
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Array<unknown> }).shifts)
  expect(shifts, page.url()).toEqual([])
}
