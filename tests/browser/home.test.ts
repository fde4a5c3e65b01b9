import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteInBrowser, stopClock, tabTo } from './browser.ts'

const { visit } = siteInBrowser()
const carousel = (page: Page) => page.locator('section[aria-roledescription="carousel"]')
const dots = (page: Page) => carousel(page).getByRole('button', { name: /^Slide/ })

/**
 * The index of the slide that is visible and marked by its dot; undefined while they differ, as
 * during a scroll.
 */
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

/** Elements with a transition or an animation, however short. */
function movingParts(page: Page): Promise<Array<string>> {
  return page.locator('body *').evaluateAll((all) =>
    all
      .map((element) => ({ element, style: getComputedStyle(element) }))
      .filter(
        ({ style }) => /[1-9]/.test(style.transitionDuration) || style.animationName !== 'none',
      )
      .map(({ element }) => `${element.tagName}.${element.className}`),
  )
}

test('the carousel advances by itself, rests under pointer and focus, and follows dots, keys, buttons and swipes; a comparison is heard with one press', async () => {
  const page = await visit('/', { arrange: stopClock, reducedMotion: 'no-preference' })
  const isShown = (slide: number, message: string) =>
    expect.poll(() => shownSlide(page), { message }).toBe(slide)
  /** Takes pointer and focus out of the carousel. */
  const leave = async () => {
    await page.mouse.move(0, 0)
    await page.locator('header a').first().focus()
  }
  await page.locator('[data-carousel][data-ready]').waitFor()
  await leave()
  expect(await dots(page).count()).toBe(4)
  const latest = page.locator('[aria-labelledby="latest-articles"] h3').first()
  expect((await latest.boundingBox())?.y, 'the first row of articles').toBeLessThan(800)
  await isShown(0, 'the first slide')
  await page.clock.runFor(4999)
  await isShown(0, 'not before five seconds')
  await page.clock.runFor(1)
  await isShown(1, 'after five seconds')
  for (const next of [2, 3, 0]) {
    await page.clock.runFor(5000)
    await isShown(next, 'every five seconds, and from the last slide to the first')
  }

  await page.locator('[aria-roledescription="slide"] a.card-link').first().focus()
  // The row would cut off the ring of a card in it.
  const rings = await page
    .locator('[data-carousel-track], [data-carousel-track] .card, [data-carousel-track] .card-link')
    .evaluateAll((all) => all.map((part) => getComputedStyle(part).outlineStyle))
  expect([rings[0], ...new Set(rings.slice(1))]).toEqual(['solid', 'none'])
  await page.clock.runFor(20_000)
  await isShown(0, 'rests while the focus is in it')
  await leave()
  await page.clock.runFor(5000)
  await isShown(1, 'goes on after the focus')
  await carousel(page).hover()
  await page.clock.runFor(20_000)
  await isShown(1, 'rests under the pointer')
  await leave()
  await page.clock.runFor(5000)
  await isShown(2, 'goes on after the pointer')

  await dots(page).nth(0).click()
  await isShown(0, 'a dot shows its slide')
  await tabTo(page, '[data-carousel-dot]:last-child')
  await page.keyboard.press('Enter')
  await isShown(3, 'a dot by keyboard')
  await carousel(page).getByRole('button', { name: 'Pause' }).click()
  await leave()
  await page.clock.runFor(20_000)
  await isShown(3, 'paused')
  await carousel(page).getByRole('button', { name: 'Play' }).click()
  await leave()
  await page.clock.runFor(5000)
  await isShown(0, 'played again')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const sounds: Array<string> = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp3')) sounds.push(request.url())
  })
  await page.goto('/')
  await page.locator('[data-carousel][data-ready]').waitFor()
  await page.clock.runFor(20_000)
  await isShown(0, 'stands still with reduced motion')
  expect(await movingParts(page)).toEqual([])
  await dots(page).nth(1).click()
  await isShown(1, 'a dot shows its slide with reduced motion')
  await carousel(page)
    .locator('[data-carousel-track]')
    .evaluate((track) => track.scrollTo({ left: track.clientWidth * 2, behavior: 'instant' }))
  await isShown(2, 'the dots follow a swipe')

  // The first comparison of the newest article that has one is heard with one press, before which
  // nothing of it is loaded.
  const heard = page.getByRole('region', { name: 'Hear the difference' })
  await heard.scrollIntoViewIfNeeded()
  expect(sounds).toEqual([])
  await heard.getByRole('button', { name: 'Play' }).click()
  await heard.getByRole('button', { name: 'Pause' }).waitFor()
  expect(sounds.length).toBeGreaterThan(1)
})
