import { expect, test } from 'vitest'
import { siteInBrowser, texts } from './browser.ts'

const { visit } = siteInBrowser()

/**
 * The screens with parts that need a script, one of each kind; the others are read as they are
 * sent.
 */
const screens = [
  '/',
  '/article/warp-modes',
  '/article/roar-parallel-saturation',
  '/category/all',
  '/news/4',
  '/newsletter/6',
  '/search?q=drums',
  '/saved',
  '/no/such/page',
]

test('without script every kind of screen can be read and offers nothing that needs one, and the search, the menu and a sign-up lead on, also after a mistyped address', async () => {
  const page = await visit('/robots.txt', {
    javaScriptEnabled: false,
    expected: /^404 \/no\/such\/page$/,
  })
  for (const path of screens) {
    await page.goto(path)
    expect(await page.locator('h1').isVisible(), path).toBe(true)
    expect(await page.locator('header nav[aria-label="Main"] a').first().isVisible(), path).toBe(
      true,
    )
    expect(
      await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).isVisible(),
      path,
    ).toBe(true)
    for (const dead of [
      '[data-theme-toggle]',
      '[data-share]',
      '[data-save]',
      '[data-carousel-dot]',
      '[data-needs-script]',
    ])
      expect(await page.locator(dead).filter({ visible: true }).count(), `${path} ${dead}`).toBe(0)
    if (path === '/article/warp-modes') {
      // The contents lead to their places.
      expect(await page.locator('.prose').textContent()).toContain('warp')
      await page.locator('nav[aria-labelledby="toc-title"] a').last().click()
      expect(new URL(page.url()).hash).not.toBe('')
    }
    if (path === '/article/roar-parallel-saturation') {
      // A comparison of sounds is a list of the browser’s own players.
      const players = page.locator('.prose audio')
      expect(
        await players.evaluateAll((all) =>
          all.map((one) => [one.ariaLabel, one.hasAttribute('controls')]),
        ),
      ).toEqual([
        ['Drums, dry', true],
        ['With saturation in parallel', true],
      ])
      expect(await players.first().isVisible()).toBe(true)
      expect(await page.locator('sound-player').isVisible()).toBe(false)
    }
    if (path === '/') {
      // The carousel is a row of all slides.
      const slides = page.locator('[aria-roledescription="slide"]')
      expect(await slides.count()).toBe(4)
      await page.locator('[data-carousel-track]').hover()
      await expect
        .poll(async () => {
          // A turn of the wheel before the first frame moves nothing.
          await page.mouse.wheel(1200, 0)
          return slides.nth(1).evaluate((slide) => slide.getBoundingClientRect().left)
        })
        .toBeLessThan(700)
    }
  }

  // The search, the menu and a sign-up.
  await page.goto('/news')
  await page.locator('header').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search*')
  await page.locator('main').getByRole('searchbox').fill('sidechain')
  await page.locator('main').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search?q=sidechain')
  expect(await texts(page, 'main h2')).toContain('Articles')
  await page.locator('main a[href="/article/sidechain-that-breathes"]').click()
  await page.waitForURL('**/article/sidechain-that-breathes')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.locator('summary[aria-label="Menu"]').click()
  await page.locator('nav[aria-label="Menu"]').getByRole('link', { name: 'News' }).click()
  await page.waitForURL('**/news')
  await page.setViewportSize({ width: 1280, height: 800 })

  const email = page.locator('main input[name="email"]')
  const submit = page.locator('main form button')
  await page.goto('/newsletters')
  await email.fill('nobody')
  await submit.click()
  await page.waitForURL(/\/subscribed\?problem=email&/)
  expect(await page.locator('h1').textContent()).toBe('Invalid email address')
  await email.fill('plain@example.com')
  await submit.click()
  await page.waitForURL('**/subscribed')
  expect(await page.locator('h1').textContent()).toBe('Subscription successful!')
})
