import { expect, test } from 'vitest'
import { siteInBrowser, texts } from './browser.ts'
import { missingScreens, screens } from './screens.ts'

const { visit } = siteInBrowser()
const noScript = { javaScriptEnabled: false }

test.each(screens)('$name can be read without script', { tags: ['thorough'] }, async ({ path }) => {
  const page = await visit(path, { ...noScript, walk: 'screens', expected: missingScreens })
  expect(await page.locator('h1').isVisible()).toBe(true)
  expect(await page.locator('header nav[aria-label="Main"] a').first().isVisible()).toBe(true)
  expect(await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).isVisible()).toBe(true)
  // Nothing is offered that only works with a script.
  for (const dead of ['[data-theme-toggle]', '[data-share]', '[data-save]', '[data-carousel-dot]'])
    for (const button of await page.locator(dead).all()) expect(await button.isVisible(), dead).toBe(false)
})

test('without script an article has its text, its pictures and its table of contents', {
  tags: ['thorough'],
}, async () => {
  const page = await visit('/article/warp-modes', noScript)
  expect(await page.locator('.prose').textContent()).toContain('warp')
  await page.locator('nav[aria-labelledby="toc-title"] a').last().click()
  expect(new URL(page.url()).hash).not.toBe('')
})

test('without script the carousel is a row of all slides', { tags: ['thorough'] }, async () => {
  const page = await visit('/', noScript)
  expect(await page.locator('[aria-roledescription="slide"]').count()).toBe(4)
  const track = page.locator('[data-carousel-track]')
  await track.hover()
  await page.mouse.wheel(1200, 0)
  await expect
    .poll(() =>
      page
        .locator('[aria-roledescription="slide"]')
        .nth(1)
        .evaluate((slide) => slide.getBoundingClientRect().left)
        .catch(() => null),
    )
    .toBeLessThan(700)
})

test('without script the search button leads to the search page, which works', { tags: ['thorough'] }, async () => {
  const page = await visit('/news', noScript)
  await page.locator('header').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search*')
  await page.locator('main').getByRole('searchbox').fill('sidechain')
  await page.locator('main').getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search?q=sidechain')
  expect(await texts(page, 'main h2')).toContain('Articles')
  await page.locator('main a[href="/article/sidechain-that-breathes"]').click()
  await page.waitForURL('**/article/sidechain-that-breathes')
})

test('without script the mobile menu opens', async () => {
  const page = await visit('/', { ...noScript, viewport: { width: 390, height: 800 } })
  await page.locator('summary').click()
  await page.locator('nav[aria-label="Menu"]').getByRole('link', { name: 'News' }).click()
  await page.waitForURL('**/news')
})

test('without script a form signs up, and says so on a page', async () => {
  const page = await visit('/newsletters', noScript)
  await page.locator('main input[name="email"]').fill('plain@example.com')
  await page.locator('main form button').click()
  await page.waitForURL('**/subscribed')
  expect(await page.locator('h1').textContent()).toBe('Subscription successful!')
  expect(await page.getByText("You'll now receive our weekly tips and tricks.").isVisible()).toBe(true)
})

test('without script an invalid address is rejected on a page with the form', { tags: ['thorough'] }, async () => {
  const page = await visit('/newsletters', noScript)
  await page.locator('main input[name="email"]').fill('nobody')
  await page.locator('main form button').click()
  await page.waitForURL(/\/subscribed\?problem=email&/)
  expect(await page.locator('h1').textContent()).toBe('Invalid email address')
  expect(await page.getByText('Please enter a valid email address.').isVisible()).toBe(true)
  await page.locator('main input[name="email"]').fill('plain@example.com')
  await page.locator('main form button').click()
  await page.waitForURL('**/subscribed')
  expect(await page.locator('h1').textContent()).toBe('Subscription successful!')
})

test('without script a comparison of sounds is a list of the browser’s own players', async () => {
  const page = await visit('/article/roar-parallel-saturation', noScript)
  const players = page.locator('.prose audio')
  expect(await players.evaluateAll((all) => all.map((one) => [one.ariaLabel, one.hasAttribute('controls')]))).toEqual([
    ['Drums, dry', true],
    ['With saturation in parallel', true],
  ])
  expect(await players.first().isVisible()).toBe(true)
  expect(await page.locator('sound-player').isVisible()).toBe(false)
})

test('without script a download leads to a page that asks for an address', async () => {
  const page = await visit('/', { ...noScript, expected: /^403 \/downloads\// })
  await page.getByRole('link', { name: 'Get Glass FM Hits' }).click()
  await page.waitForURL('**/downloads/glass-fm-hits')
  expect(await page.locator('main input[name="email"]').isVisible()).toBe(true)
})

test('without script a mistyped address does not lose the download', async () => {
  const page = await visit('/downloads/glass-fm-hits', { ...noScript, expected: /^403 \/downloads\// })
  await page.locator('main input[name="email"]').fill('plain@example')
  await page.locator('main form button').click()
  await page.waitForURL(/\/subscribed\?problem=email&/)
  await page.locator('main input[name="email"]').fill('plain@example.com')
  await page.getByRole('button', { name: 'Get the download' }).click()
  await page.waitForURL('**/subscribed?download=*')
  expect(await page.getByRole('link', { name: 'Download Glass FM Hits' }).isVisible()).toBe(true)
})
