import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { overflowing, siteInBrowser, stopClock } from './browser.ts'
import { missingScreens, screens } from './screens.ts'

const { visit, site } = siteInBrowser()
const widths = [360, 390, 768, 1280, 1920, 2560]
const scriptLimit = 5 * 1024

test('every screen has a title, one h1, room at every width and at most 5 KB of script', async () => {
  let answers: Array<Response> = []
  const page = await visit('/robots.txt', {
    expected: missingScreens,
    arrange: async (page) => {
      page.on('response', (response) => answers.push(response))
      await stopClock(page)
    },
  })
  for (const { name, path, status } of screens) {
    answers = []
    await page.goto(path)
    // A late picture of the screen before may come first.
    expect(answers.find((answer) => answer.request().isNavigationRequest())?.status(), name).toBe(status)
    expect(await page.title(), name).toMatch(/Session Notes/)
    expect(await page.locator('html').getAttribute('lang'), name).toBe('en')
    expect(await page.locator('h1').count(), name).toBe(1)
    expect(await skippedHeadings(page), name).toEqual([])

    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowing(page), `${name}, ${width} px`).toEqual([])
    }

    await page.clock.runFor(15_000)
    const scripts = answers.filter((answer) => answer.request().resourceType() === 'script')
    const bodies = await Promise.all(scripts.map((script) => script.body()))
    expect(bodies.length, name).toBeGreaterThan(0)
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    expect(bytes, name).toBeLessThanOrEqual(scriptLimit)
  }
})

const walks = [390, 1280].flatMap((width) => [0, 1].map((half) => ({ width, half })))

for (const { width, half } of walks)
  test(`at ${width} px, no screen shifts while it loads and is read, and axe finds nothing serious on it (${half + 1} of 2)`, async () => {
    const page = await visit('/robots.txt', {
      viewport: { width, height: 800 },
      expected: missingScreens,
      arrange: (page) => page.addInitScript(watchShifts),
    })
    for (const { path } of screens.filter((_, index) => index % 2 === half)) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
      await page.goto(path)
      await expectStill(page)
      if (width === 390) await expectAccessibleAs(page, 'dark')
      else await expectAccessible(page, [width])
    }
  })

test('no screen shifts at a first visit either, with pictures and an empty cache', async () => {
  const page = await visit('/robots.txt', {
    pictures: true,
    viewport: { width: 390, height: 800 },
    arrange: (page) => page.addInitScript(watchShifts),
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const path of ['/', '/article/warp-modes', '/newsletter/6', '/about', '/saved']) {
    await page.goto(path)
    await expectStill(page)
  }
})

test('no screen shifts however slowly its HTML arrives', async () => {
  await using slow = await slowProxy(site().url)
  // Most of the time is waiting.
  await Promise.all(
    walks.map(async ({ width, half }) => {
      const page = await visit('/robots.txt', {
        viewport: { width, height: 800 },
        // The proxy is no host of the site.
        expected: new RegExp(`${missingScreens.source}|^foreign request: ${slow.url}/`),
        arrange: (page) => page.addInitScript(watchShifts),
      })
      for (const { path } of screens.filter((_, index) => index % 2 === half)) {
        await page.goto(`${slow.url}${path}`)
        await expectStill(page)
      }
    }),
  )
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
