import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteInBrowser, tabTo, texts } from './browser.ts'

const { visit, read } = siteInBrowser()

const overlay = (page: Page) => page.locator('dialog[open]')
const field = (page: Page) => overlay(page).getByRole('searchbox')
const status = (page: Page) => overlay(page).getByRole('status').textContent()
const hits = (page: Page) => overlay(page).locator('a[data-hit]')
const firstHit = (page: Page) => hits(page).first().getAttribute('href')

async function openSearch(page: Page) {
  await page.getByRole('button', { name: 'Search' }).click()
  await field(page).waitFor()
}

interface Hits {
  articles: Array<{ slug: string }>
  news: Array<{ id: number }>
  newsletters: Array<{ id: number }>
}

test('the overlay opens and closes by button, keys and a click beside it, finds by keyboard alone what the server finds, and leads to the search page', async () => {
  // Until the index is loaded, there are matching titles first, and then more.
  await expect
    .poll(() => read<{ partial?: true }>('/api/search?q=warp'))
    .not.toHaveProperty('partial')
  const page = await visit('/about')
  await openSearch(page)
  expect(await field(page).getAttribute('placeholder')).toBe(
    'Search for tips, articles, and news...',
  )
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await status(page)).toBe('Start typing to search...')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-search-open'))).toBe(
    true,
  )

  // The keys, from a field to which the focus returns.
  const email = page.locator('main').getByPlaceholder('you@example.com')
  for (const keys of ['Control+k', 'Meta+k']) {
    await email.focus()
    await page.keyboard.press(keys)
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    // The field takes keys again when the closed dialog is removed.
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await email.evaluate((element) => element === document.activeElement), keys).toBe(true)
  }
  await email.press('/')
  expect(await overlay(page).count()).toBe(0)
  expect(await email.inputValue(), 'a slash in a field is text').toBe('/')
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await field(page).waitFor()
  expect(await field(page).inputValue(), 'a slash that opened the overlay is no text').toBe('')

  await overlay(page).getByRole('button', { name: 'Close' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await openSearch(page)
  await page.mouse.click(20, 700)
  await expect.poll(() => overlay(page).count()).toBe(0)

  // By keyboard alone.
  await tabTo(page, '[data-search-open]')
  await page.keyboard.press('Enter')
  await field(page).waitFor()
  await field(page).fill('polymeter')
  await expect
    .poll(() => texts(page, 'dialog h3'))
    .toEqual(['Articles', 'News', 'Newsletters', 'Downloads'])
  expect(await firstHit(page)).toBe('/article/polymeter-with-clip-loops')
  await field(page).fill('sidechian')
  await expect
    .poll(() => firstHit(page), { message: 'a typo' })
    .toBe('/article/sidechain-that-breathes')
  expect(await hits(page).filter({ hasText: 'With sound' }).first().getAttribute('href')).toBe(
    '/article/sidechain-that-breathes',
  )
  await field(page).fill('compresor')
  const note = page.locator('[data-corrected]')
  await expect
    .poll(() => note.textContent())
    .toBe('Showing results for compressor. Search for compresor instead')
  expect(await firstHit(page)).toBe('/article/sidechain-that-breathes')
  await field(page).fill('qqqqzzzz')
  await expect.poll(() => status(page)).toBe('No results found for "qqqqzzzz"')
  // Three newest articles of a category, which the arrow keys reach.
  expect(await overlay(page).locator('section a[data-hit]').count()).toBe(3)

  await field(page).fill('')
  await expect.poll(() => status(page)).toBe('Start typing to search...')
  const found = await read<Hits>('/api/search?q=warp%20modes')
  const hrefs = [
    ...found.articles.map(({ slug }) => `/article/${slug}`),
    ...found.news.map(({ id }) => `/news/${id}`),
    ...found.newsletters.map(({ id }) => `/newsletter/${id}`),
  ]
  // Between two keys, a slow machine may show the hits of the first letters.
  const whole = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('q') === 'warp modes',
  )
  await page.keyboard.type('warp modes')
  await whole
  await expect
    .poll(() => hits(page).evaluateAll((all) => all.map((hit) => hit.getAttribute('href'))))
    .toEqual(hrefs)
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName,
    )
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(hrefs[0])
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('INPUT')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe(hrefs.at(-1))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/article/warp-modes')
  expect(await page.locator('h1').textContent()).toBe('Warp Modes, Chosen on Purpose')

  await openSearch(page)
  await field(page).fill('sidechain')
  await field(page).press('Enter')
  await page.waitForURL('**/search?q=sidechain')
  expect(await page.getByRole('searchbox').inputValue()).toBe('sidechain')
  expect(await texts(page, 'main h2')).toContain('Articles')
  expect(await page.locator('main a[href="/article/sidechain-that-breathes"]').count()).toBe(1)
})
