import { expect, test } from 'vitest'
import { siteInBrowser, texts } from './browser.ts'

const { visit } = siteInBrowser()
const noScript = { javaScriptEnabled: false }

/** The screens with parts that need a script, one of each kind; the others are read as they are sent. */
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

test('without script every kind of screen can be read, and nothing is offered that needs one', async () => {
  const page = await visit('/robots.txt', { ...noScript, expected: /^404 \/no\/such\/page$/ })
  for (const path of screens) {
    await page.goto(path)
    expect(await page.locator('h1').isVisible(), path).toBe(true)
    expect(await page.locator('header nav[aria-label="Main"] a').first().isVisible(), path).toBe(true)
    expect(await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).isVisible(), path).toBe(true)
    for (const dead of [
      '[data-theme-toggle]',
      '[data-share]',
      '[data-save]',
      '[data-carousel-dot]',
      '[data-needs-script]',
    ])
      expect(await page.locator(dead).filter({ visible: true }).count(), `${path} ${dead}`).toBe(0)
  }

  await page.goto('/article/warp-modes')
  expect(await page.locator('.prose').textContent()).toContain('warp')
  await page.locator('nav[aria-labelledby="toc-title"] a').last().click()
  expect(new URL(page.url()).hash).not.toBe('')

  // A comparison of sounds is a list of the browser's own players.
  await page.goto('/article/roar-parallel-saturation')
  const players = page.locator('.prose audio')
  expect(await players.evaluateAll((all) => all.map((one) => [one.ariaLabel, one.hasAttribute('controls')]))).toEqual([
    ['Drums, dry', true],
    ['With saturation in parallel', true],
  ])
  expect(await players.first().isVisible()).toBe(true)
  expect(await page.locator('sound-player').isVisible()).toBe(false)

  // The carousel is a row of all slides.
  await page.goto('/')
  const slides = page.locator('[aria-roledescription="slide"]')
  expect(await slides.count()).toBe(4)
  await page.locator('[data-carousel-track]').hover()
  await page.mouse.wheel(1200, 0)
  await expect
    .poll(() =>
      slides
        .nth(1)
        .evaluate((slide) => slide.getBoundingClientRect().left)
        .catch(() => null),
    )
    .toBeLessThan(700)
})

test('without script the search, the menu, a sign-up and a download lead on, also after a mistyped address', async () => {
  const page = await visit('/news', { ...noScript, expected: /^403 \/downloads\// })
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
  expect(await page.getByText('Please enter a valid email address.').isVisible()).toBe(true)
  await email.fill('plain@example.com')
  await submit.click()
  await page.waitForURL('**/subscribed')
  expect(await page.locator('h1').textContent()).toBe('Subscription successful!')
  expect(await page.getByText("You'll now receive our weekly tips and tricks.").isVisible()).toBe(true)

  await page.goto('/')
  await page.getByRole('link', { name: 'Get Glass FM Hits' }).click()
  await page.waitForURL('**/downloads/glass-fm-hits')
  await email.fill('plain@example')
  await submit.click()
  await page.waitForURL(/\/subscribed\?problem=email&/)
  await email.fill('plain@example.com')
  await page.getByRole('button', { name: 'Get the download' }).click()
  await page.waitForURL('**/subscribed?download=*')
  expect(await page.getByRole('link', { name: 'Download Glass FM Hits' }).isVisible()).toBe(true)
})
