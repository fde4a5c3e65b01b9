import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteInBrowser, stopClock, tabTo, texts } from './browser.ts'

const { visit, read } = siteInBrowser()
const carousel = (page: Page) => page.locator('section[aria-roledescription="carousel"]')
const dots = (page: Page) => carousel(page).getByRole('button', { name: /^Slide/ })
const slides = 4

/** The index of the slide that is visible and marked by its dot; undefined while they differ, as during a scroll. */
function shownSlide(page: Page): Promise<number | undefined> {
  return carousel(page).evaluate((root) => {
    const marked = [...root.querySelectorAll('[data-carousel-dot]')].findIndex(
      (dot) => dot.getAttribute('aria-current') === 'true',
    )
    const track = root.querySelector('[data-carousel-track]')
    const visible = track && Math.round((track.scrollLeft / track.clientWidth) * 100) / 100
    return marked === visible ? marked : undefined
  })
}

/** The home page with its clock stopped and without interaction. */
async function homeAtRest(): Promise<Page> {
  const page = await visit('/', { walk: 'still', arrange: stopClock })
  await page.locator('[data-carousel][data-ready]').waitFor()
  await page.mouse.move(0, 0)
  return page
}

test('home shows the featured articles, the latest four, the latest two news and the sidebar', async () => {
  const page = await homeAtRest()
  const titles = async (path: string) => (await read<Array<{ title: string }>>(path)).map(({ title }) => title)
  expect(await texts(page, '[aria-roledescription="slide"] h2')).toEqual(await titles('/api/articles/featured'))
  expect(await texts(page, 'section[aria-labelledby="latest-articles"] h3')).toEqual(
    (await titles('/api/articles')).slice(0, 4),
  )
  expect(await texts(page, 'section[aria-labelledby="latest-news"] h3')).toEqual(
    (await titles('/api/news')).slice(0, 2),
  )
  expect(await page.locator('aside').isVisible()).toBe(true)
})

test('a slide leads to its article', async () => {
  const page = await homeAtRest()
  const link = page.locator('[aria-roledescription="slide"] h2 a').first()
  const href = await link.getAttribute('href')
  await link.click()
  await page.waitForURL(`**${href}`)
})

test('the carousel advances every 5000 ms, and from the last slide to the first', { tags: ['thorough'] }, async () => {
  const page = await homeAtRest()
  expect(await dots(page).count()).toBe(slides)
  await expect.poll(() => shownSlide(page)).toBe(0)
  await page.clock.runFor(4999)
  await expect.poll(() => shownSlide(page)).toBe(0)
  await page.clock.runFor(1)
  await expect.poll(() => shownSlide(page)).toBe(1)
  for (const next of [2, 3, 0, 1]) {
    await page.clock.runFor(5000)
    await expect.poll(() => shownSlide(page)).toBe(next)
  }
})

test('a dot shows its slide, also by keyboard, and the five seconds restart', async () => {
  const page = await homeAtRest()
  await dots(page).nth(2).click()
  await expect.poll(() => shownSlide(page)).toBe(2)
  await tabTo(page, '[data-carousel-dot]:last-child')
  await page.keyboard.press('Enter')
  await expect.poll(() => shownSlide(page)).toBe(3)
})

test('the carousel rests under the pointer', async () => {
  const page = await homeAtRest()
  await carousel(page).hover()
  await page.clock.runFor(20_000)
  await expect.poll(() => shownSlide(page)).toBe(0)
  await page.mouse.move(0, 0)
  await page.clock.runFor(5000)
  await expect.poll(() => shownSlide(page)).toBe(1)
})

test('the carousel rests while the focus is in it', async () => {
  const page = await homeAtRest()
  await page.locator('[aria-roledescription="slide"] a').first().focus()
  await page.clock.runFor(20_000)
  await expect.poll(() => shownSlide(page)).toBe(0)
  await page.locator('header a').first().focus()
  await page.clock.runFor(5000)
  await expect.poll(() => shownSlide(page)).toBe(1)
})

test('the pause button stops the carousel until it is played again', async () => {
  const page = await homeAtRest()
  await carousel(page).getByRole('button', { name: 'Pause' }).click()
  await page.mouse.move(0, 0)
  await page.locator('header a').first().focus()
  await page.clock.runFor(20_000)
  await expect.poll(() => shownSlide(page)).toBe(0)
  await carousel(page).getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(0, 0)
  await page.locator('header a').first().focus()
  await page.clock.runFor(5000)
  await expect.poll(() => shownSlide(page)).toBe(1)
})

test('the carousel stands still with reduced motion', async () => {
  const page = await visit('/', { arrange: stopClock, reducedMotion: 'reduce' })
  await page.clock.runFor(20_000)
  await expect.poll(() => shownSlide(page)).toBe(0)
  await dots(page).nth(1).click()
  await expect.poll(() => shownSlide(page)).toBe(1)
})

test('the carousel rests in a hidden tab', async () => {
  const page = await homeAtRest()
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      Object.defineProperty(document, 'visibilityState', { value: value ? 'hidden' : 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  await page.clock.runFor(20_000)
  await expect.poll(() => shownSlide(page)).toBe(0)
  await hide(false)
  await page.clock.runFor(5000)
  await expect.poll(() => shownSlide(page)).toBe(1)
})

test('a swipe through the carousel is followed by the dots', async () => {
  const page = await visit('/', { viewport: { width: 390, height: 800 } })
  await carousel(page)
    .locator('[data-carousel-track]')
    .evaluate((track) => track.scrollTo({ left: track.clientWidth * 2, behavior: 'instant' }))
  await expect.poll(() => dots(page).nth(2).getAttribute('aria-current')).toBe('true')
})
