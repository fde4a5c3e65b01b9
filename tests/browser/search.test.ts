import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { gate, siteInBrowser, stopClock, tabTo, texts } from './browser.ts'

const { visit, read } = siteInBrowser()
const mocked = { walk: 'mocked' }
const real = { walk: 'real' }
const nothing = { articles: [], news: [], newsletters: [], downloads: [], pages: [], devices: [] }
interface Hits {
  articles: Array<{ slug: string }>
  news: Array<{ id: number }>
  newsletters: Array<{ id: number }>
}
const article = { id: 1, slug: 'warm-pads', title: 'Warm Pads', excerpt: 'Slow and wide.', category: 'sound_design' }
const news = { id: 7, title: 'Pads in the news', excerpt: 'What is new.', category: 'news' }
const issue = { id: 3, title: 'The pad issue', description: 'Pads only.', issueNumber: 12 }

const overlay = (page: Page) => page.locator('dialog[open]')
const field = (page: Page) => overlay(page).getByRole('searchbox')
const status = (page: Page) => overlay(page).getByRole('status').textContent()

async function openSearch(page: Page) {
  await page.getByRole('button', { name: 'Search' }).click()
  await field(page).waitFor()
}

/** Answers the search call from the test; returns the requested terms. */
async function answerSearch(page: Page, answer: (term: string, route: Route) => Promise<unknown>) {
  const asked: Array<string> = []
  await page.route('**/api/search?**', async (route) => {
    const term = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(term)
    await answer(term, route)
  })
  return asked
}

test('the overlay opens with its placeholder and prompt, the field focused, and closes with Escape', async () => {
  const page = await visit('/about', mocked)
  await openSearch(page)
  expect(await field(page).getAttribute('placeholder')).toBe('Search for tips, articles, and news...')
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await status(page)).toBe('Start typing to search...')
  await page.keyboard.press('Escape')
  await expect.poll(() => overlay(page).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-search-open'))).toBe(true)
})

test('Control+K, Meta+K and / open the overlay, and the focus returns afterwards', async () => {
  const page = await visit('/about', mocked)
  const footer = page.locator('footer').getByPlaceholder('you@example.com')
  for (const keys of ['Control+k', 'Meta+k']) {
    await footer.focus()
    await page.keyboard.press(keys)
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    // The field takes keys again when the closed dialog is removed.
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await footer.evaluate((element) => element === document.activeElement), keys).toBe(true)
  }
  await footer.press('/')
  expect(await overlay(page).count()).toBe(0)
  expect(await footer.inputValue()).toBe('/')
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await field(page).waitFor()
  expect(await field(page).inputValue()).toBe('')
})

test('a click on the close button and one beside the overlay close it', async () => {
  const page = await visit('/about', mocked)
  await openSearch(page)
  await overlay(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => overlay(page).count()).toBe(0)
  await openSearch(page)
  await page.mouse.click(20, 700)
  await expect.poll(() => overlay(page).count()).toBe(0)
})

test('300 ms after the last key one request is sent, and none for a single character', {
  tags: ['thorough'],
}, async () => {
  const page = await visit('/about', { arrange: stopClock })
  const asked = await answerSearch(page, (_term, route) => route.fulfill({ json: nothing }))
  await openSearch(page)
  await field(page).pressSequentially(' w ')
  await page.clock.runFor(2000)
  expect(asked).toEqual([])
  expect(await status(page)).toBe('Start typing to search...')
  await field(page).fill('')
  await field(page).pressSequentially('wa')
  await page.clock.runFor(299)
  await field(page).pressSequentially('rp ')
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => status(page)).toBe('No results found for "warp"')
  await page.clock.runFor(2000)
  expect(asked).toEqual(['warp'])
})

test('it shows Searching... until the answer arrives, and does not show a late answer to an older text', {
  tags: ['thorough'],
}, async () => {
  const slow = gate()
  const page = await visit('/about', mocked)
  await answerSearch(page, async (term, route) => {
    if (term === 'slow') await slow.opened
    // The page has aborted the older request by then.
    await route.fulfill({ json: term === 'slow' ? { ...nothing, articles: [article] } : nothing }).catch(() => {})
  })
  await openSearch(page)
  await field(page).fill('slow')
  await expect.poll(() => status(page)).toBe('Searching...')
  await field(page).fill('other')
  await expect.poll(() => status(page)).toBe('No results found for "other"')
  slow.open()
  await field(page).fill('third')
  await expect.poll(() => status(page)).toBe('No results found for "third"')
  expect(await overlay(page).locator('a[data-hit]').count()).toBe(0)
})

test('emptying the field clears the results', async () => {
  const page = await visit('/about', mocked)
  await answerSearch(page, (_term, route) => route.fulfill({ json: { ...nothing, news: [news] } }))
  await openSearch(page)
  await field(page).fill('pads')
  await overlay(page).locator('a[data-hit]').waitFor()
  await field(page).fill('')
  await expect.poll(() => status(page)).toBe('Start typing to search...')
  expect(await overlay(page).locator('a[data-hit]').count()).toBe(0)
})

test('results are in the groups Articles, News and Newsletters and link to their pages', {
  tags: ['thorough'],
}, async () => {
  const page = await visit('/about', mocked)
  await answerSearch(page, (term, route) =>
    route.fulfill({ json: { articles: [article], news: [news], newsletters: term === 'all' ? [issue] : [] } }),
  )
  await openSearch(page)
  await field(page).fill('all')
  await expect.poll(() => texts(page, 'dialog h3')).toEqual(['Articles', 'News', 'Newsletters'])
  expect(
    await overlay(page)
      .locator('section')
      .evaluateAll((groups) =>
        groups.map((group) => [group.ariaLabel, group.querySelector('a')?.getAttribute('href')]),
      ),
  ).toEqual([
    ['Articles', '/article/warm-pads'],
    ['News', '/news/7'],
    ['Newsletters', '/newsletter/3'],
  ])
  await field(page).fill('two')
  await expect.poll(() => texts(page, 'dialog h3')).toEqual(['Articles', 'News'])
})

test('a failed search says so and can be tried again', { tags: ['thorough'] }, async () => {
  let working = false
  const page = await visit('/about', { expected: /^500 \/api\/search/ })
  await answerSearch(page, (_term, route) =>
    working ? route.fulfill({ json: nothing }) : route.fulfill({ status: 500, json: { message: 'No.' } }),
  )
  await openSearch(page)
  await field(page).fill('pads')
  await expect.poll(() => status(page)).toBe('Search failed')
  working = true
  await overlay(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => status(page)).toBe('No results found for "pads"')
})

test('by keyboard alone: open, type, walk through the hits, go to one', async () => {
  // Until the index is loaded, there are matching titles first, and then more.
  await expect.poll(() => read<{ partial?: true }>('/api/search?q=warp')).not.toHaveProperty('partial')
  const page = await visit('/about', real)
  await tabTo(page, '[data-search-open]')
  await page.keyboard.press('Enter')
  await field(page).waitFor()
  const found = await read<Hits>('/api/search?q=warp%20modes')
  const hrefs = [
    ...found.articles.map(({ slug }) => `/article/${slug}`),
    ...found.news.map(({ id }) => `/news/${id}`),
    ...found.newsletters.map(({ id }) => `/newsletter/${id}`),
  ]
  // Between two keys, a slow machine may show the hits of the first letters.
  const whole = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === 'warp modes')
  await page.keyboard.type('warp modes')
  await whole
  const hits = overlay(page).locator('a[data-hit]')
  await expect.poll(() => hits.evaluateAll((all) => all.map((hit) => hit.getAttribute('href')))).toEqual(hrefs)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.tagName)
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
})

test('Enter in the field opens the search page with the same term', async () => {
  const page = await visit('/news', real)
  await openSearch(page)
  await field(page).fill('sidechain')
  await field(page).press('Enter')
  await page.waitForURL('**/search?q=sidechain')
  expect(await page.getByRole('searchbox').inputValue()).toBe('sidechain')
  expect(await texts(page, 'main h2')).toContain('Articles')
  expect(await page.locator('main a[href="/article/sidechain-that-breathes"]').count()).toBe(1)
})

test('the overlay finds articles, news and issues of the real content, also with a typo', async () => {
  const page = await visit('/about', real)
  await openSearch(page)
  await field(page).fill('polymeter')
  await expect.poll(() => texts(page, 'dialog h3')).toEqual(['Articles', 'News', 'Newsletters', 'Downloads'])
  expect(await overlay(page).locator('a[data-hit]').first().getAttribute('href')).toBe(
    '/article/polymeter-with-clip-loops',
  )
  await field(page).fill('sidechian')
  await expect
    .poll(() => overlay(page).locator('a[data-hit]').first().getAttribute('href'))
    .toBe('/article/sidechain-that-breathes')
  await field(page).fill('qqqqzzzz')
  await expect.poll(() => status(page)).toBe('No results found for "qqqqzzzz"')
  // Three newest articles of a category, which the arrow keys reach.
  expect(await overlay(page).locator('section a[data-hit]').count()).toBe(3)
})

test('a word that a text misspells is corrected with a note, whose link searches for the typed word', {
  tags: ['thorough'],
}, async () => {
  await expect.poll(() => read<{ partial?: true }>('/api/search?q=compresor')).not.toHaveProperty('partial')
  const page = await visit('/about', real)
  await openSearch(page)
  await field(page).fill('compresor')
  const note = page.locator('[data-corrected]')
  await note.waitFor()
  expect(await note.textContent()).toBe('Showing results for compressor. Search for compresor instead')
  expect(await overlay(page).locator('a[data-hit]').first().getAttribute('href')).toBe(
    '/article/sidechain-that-breathes',
  )
  await page.goto('/search?q=compresor')
  expect(await note.textContent()).toBe('Showing results for compressor. Search for compresor instead')
  expect(await page.locator('main').getByRole('status').textContent()).toMatch(/results for "compressor"$/)
  await note.getByRole('link').click()
  await page.waitForURL('**/search?q=compresor&literal=1')
  expect(await texts(page, 'main h2')).toEqual(['News'])
  expect(await note.count()).toBe(0)
})

test('devices, downloads and pages are groups of the search page', async () => {
  const page = await visit('/search?q=glue+compressor', real)
  await expect.poll(() => read<{ partial?: true }>('/api/search?q=glue%20compressor')).not.toHaveProperty('partial')
  await page.reload()
  const hrefs = (group: string) =>
    page.locator(`section[aria-label="${group}"] a`).evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect((await hrefs('Devices'))[0]).toBe('/article/stock-mastering-chain')
  await page.goto('/search?q=dub%20chords')
  expect(await hrefs('Downloads')).toContain('/downloads#dub-chord-midi-pack')
  await page.goto('/search?q=does%20this%20site%20use%20cookies')
  expect(await hrefs('Pages')).toContain('/cookie-policy')
})

test('items with sounds are marked in the overlay and on the search page', { tags: ['thorough'] }, async () => {
  await expect.poll(() => read<{ partial?: true }>('/api/search?q=sidechain')).not.toHaveProperty('partial')
  const page = await visit('/search?q=sidechain', real)
  const marked = page.locator('main .card', { hasText: 'With sound' })
  expect(await marked.first().getByRole('link').first().getAttribute('href')).toBe('/article/sidechain-that-breathes')
  expect(await marked.count()).toBeLessThan(await page.locator('main .card').count())
  await page.goto('/about')
  await openSearch(page)
  await field(page).fill('sidechain')
  const hit = overlay(page).locator('a[data-hit]', { hasText: 'With sound' }).first()
  expect(await hit.getAttribute('href')).toBe('/article/sidechain-that-breathes')
})

test('the search page shows the prompt, the hits in their groups and the empty text', async () => {
  const page = await visit('/search', real)
  expect(await page.locator('main').getByRole('status').textContent()).toBe('Start typing to search...')
  expect(await page.getByRole('searchbox').getAttribute('placeholder')).toBe('Search for tips, articles, and news...')
  await page.goto('/search?q=polymeter')
  expect(await texts(page, 'main h2')).toEqual(expect.arrayContaining(['Articles', 'News', 'Newsletters']))
  await page.goto('/search?q=qqqqzzzz')
  expect(await page.locator('main').getByRole('status').textContent()).toBe('No results found for "qqqqzzzz"')
  await page.goto('/search?q=vocoder')
  const nearest = page.getByRole('navigation', { name: 'Nearest topics' }).getByRole('link')
  expect(await nearest.first().textContent()).toBe('Audio Effects')
  expect(await nearest.count()).toBeGreaterThan(3)
  expect(await page.locator('main .card').count()).toBe(3)
})

test('a term with markup in it is shown as text', async () => {
  const page = await visit(`/search?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`, real)
  expect(await page.locator('main').getByRole('status').textContent()).toMatch(/ ""><img src=x onerror=alert\(1\)>"$/)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
})
