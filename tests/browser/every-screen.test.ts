import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ListeningServer, listening } from '../listening-server.ts'
import { expectAccessibleAs } from './axe.ts'
import { overflowing, siteInBrowser, type VisitOptions } from './browser.ts'
import { faultsOfPlaces } from './focus-places.ts'
import { missingScreens, screens } from './screens.ts'

const { visit, site } = siteInBrowser()
const scriptLimit = 5 * 1024
const layouts = screens.filter(({ layoutOf }) => !layoutOf)

/** A page of the slow proxy whose shifts are noted. */
const slowPage = (slow: { url: string }, options: VisitOptions) =>
  visit('/robots.txt', {
    // The proxy is no host of the site.
    expected: new RegExp(`${missingScreens.source}|^foreign request: ${slow.url}/`),
    prepare: (context) => context.addInitScript(watchShifts),
    ...options,
  })

/**
 * Changes of the color scheme cost more than the page: a phone is dark, and a wide window light.
 */
test('on a phone every layout stays still at a first visit, however slowly it arrives, has a title, one h1, room, nothing serious for axe and at most 5 KB of script, rings of focus that are whole, and targets of 24 px', async () => {
  await using slow = await slowProxy(site().url)
  let answers: Array<Response> = []
  const page = await slowPage(slow, {
    colorScheme: 'dark',
    async arrange(fresh) {
      fresh.on('response', (response) => answers.push(response))
      await fresh.clock.install()
    },
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const { name, path, status } of layouts) {
    answers = []
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // The narrower a screen is, the more its words wrap.
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${slow.url}${path}`)
    await expectStill(page)
    // A late picture of the screen before may come first.
    expect(answers.find((answer) => answer.request().isNavigationRequest())?.status(), name).toBe(
      status,
    )
    expect(await page.title(), name).toMatch(/Session Notes/)
    expect(await page.locator('html').getAttribute('lang'), name).toBe('en')
    expect(await page.locator('h1').count(), name).toBe(1)
    expect(await skippedHeadings(page), name).toEqual([])
    expect(await overflowing(page), `${name}, 360 px`).toEqual([])
    await expectAccessibleAs(page, 'dark')
    await page.setViewportSize({ width: 768, height: 800 })
    expect(await overflowing(page), `${name}, 768 px`).toEqual([])

    await page.clock.runFor(15_000)
    const scripts = answers.filter((answer) => answer.request().resourceType() === 'script')
    const bodies = await Promise.all(scripts.map((script) => script.body()))
    expect(bodies.length, name).toBeGreaterThan(0)
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    expect(bytes, name).toBeLessThanOrEqual(scriptLimit)
    // Forms load their script when they get the focus.
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await faultsOfPlaces(page), name).toEqual({ cut: [], small: [] })
    await page.goto('about:blank')
  }
})

test('every layout stays still on a wide window, too, with room there and on a wider one, and nothing serious for axe, whole rings and targets of 24 px', async () => {
  await using slow = await slowProxy(site().url)
  const page = await slowPage(slow, { colorScheme: 'light' })
  for (const { name, path } of layouts) {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${slow.url}${path}`)
    await expectStill(page)
    expect(await overflowing(page), `${name}, 1280 px`).toEqual([])
    await expectAccessibleAs(page, 'light')
    expect(await faultsOfPlaces(page), name).toEqual({ cut: [], small: [] })
    await page.setViewportSize({ width: 2560, height: 800 })
    expect(await overflowing(page), `${name}, 2560 px`).toEqual([])
    await page.goto('about:blank')
  }
})

/**
 * A proxy that sends HTML in pieces, each with whole tags, and with pauses in which the browser
 * shows what it has.
 */
async function slowProxy(origin: string): Promise<ListeningServer> {
  const server = createServer(async (req, res) => {
    const answer = await fetch(`${origin}${req.url}`, {
      headers: { Accept: String(req.headers.accept) },
    })
    const type = String(answer.headers.get('Content-Type'))
    res.writeHead(answer.status, { 'Content-Type': type })
    if (!type.startsWith('text/html')) return res.end(Buffer.from(await answer.arrayBuffer()))
    const tags = (await answer.text()).split(
      /(?=<(?:main|div|section|h[1-6]|p|ul|li|a|svg|footer|nav|form|button)[ >])/,
    )
    const size = Math.ceil(tags.length / 10)
    for (let at = 0; at < tags.length; at += size) {
      res.write(tags.slice(at, at + size).join(''))
      await wait(60)
    }
    res.end()
  })
  return listening(server)
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
  const place = ({ x, y, width, height }: DOMRect) =>
    [x, y, width, height].map(Math.round).join(' ')
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
    const pictures = [...document.images].filter(
      (image) => image.currentSrc !== '' && image.offsetParent !== null,
    )
    await Promise.all(pictures.map((image) => image.decode().catch(() => null)))
    await frame()
  })
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Array<unknown> }).shifts)
  expect(shifts, page.url()).toEqual([])
}
