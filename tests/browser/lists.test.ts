import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { siteInBrowser, texts } from './browser.ts'

const day = 24 * 60 * 60 * 1000
/** Age in days → label, both ends of every row of the specification's table. */
const ages: ReadonlyArray<readonly [number, string]> = [
  [0, 'This week'],
  [6, 'This week'],
  [7, 'Last week'],
  [13, 'Last week'],
  [14, 'This month'],
  [29, 'This month'],
  [30, 'Last month'],
  [59, 'Last month'],
  [60, 'Two months ago'],
  [89, 'Two months ago'],
  [90, '3 months ago'],
  [120, '4 months ago'],
  [179, '5 months ago'],
  [180, 'This year'],
  [364, 'This year'],
  [365, 'Last year'],
  [729, 'Last year'],
  [730, '2 years ago'],
  [1094, '2 years ago'],
  [1095, '3 years ago'],
]
/** An hour more than the full days, so that no label changes during the tests. */
const daysAgo = (days: number) => new Date(Date.now() - days * day - 60 * 60 * 1000).toISOString()

const files: Record<string, string> = {
  'site.yaml': readFileSync(path.join(import.meta.dirname, '../../content/site.yaml'), 'utf8'),
}
for (const [age] of ages) {
  const publishedAt = daysAgo(age)
  files[`articles/age-${age}.md`] = articleFile({ title: `Age ${age}`, category: 'mixing', publishedAt })
  files[`news/age-${age}.md`] = newsFile(2000 + age, `Age ${age}`, publishedAt)
  files[`newsletters/age-${age}.md`] =
    `---\nid: ${3000 + age}\ntitle: Age ${age}\nissueNumber: ${2000 - age}\npublishedAt: ${publishedAt}\n---\n\nText.\n`
}
for (let number = 1; number <= 60; number++) {
  files[`articles/plugin-${number}.md`] = articleFile({
    title: `Plug-in ${number}`,
    category: 'plugins',
    publishedAt: daysAgo(2000 + number),
    tags: number === 1 ? '[one, two, three, four, five]' : number === 2 ? '[one, two]' : '[]',
    featured: String(number === 1),
  })
}
for (let number = 1; number <= 10; number++)
  files[`news/old-${number}.md`] = newsFile(5000 + number, `Old ${number}`, daysAgo(3000 + number))

function newsFile(id: number, title: string, publishedAt: string): string {
  return `---\nid: ${id}\ntitle: ${title}\nexcerpt: What is new.\npublishedAt: ${publishedAt}\n---\n\nText.\n`
}

const { visit } = siteInBrowser({ files })
const pages = { walk: 'pages' }
const missing = { walk: 'missing', expected: /^404 / }

/** Title → date label of every card or row in the list. */
function labels(page: Page) {
  return page
    .locator('main article')
    .evaluateAll((all) =>
      all.map((item) => [item.querySelector('h2, h3')?.textContent, item.querySelector('time')?.textContent]),
    )
}
const agesShown = ages.map(([age, label]) => [`Age ${age}`, label])

test.each(['/category/mixing', '/news', '/newsletters'])(
  '%s labels every age as in the table',
  { tags: ['thorough'] },
  async (address) => {
    const page = await visit(address, pages)
    expect((await labels(page)).slice(0, ages.length)).toEqual(agesShown)
  },
)

test.each([
  ['all', 'All Tips & Tricks'],
  ['workflow', 'Workflow Tips'],
  ['mixing', 'Mixing Tips'],
  ['sound_design', 'Sound Design Tips'],
  ['composition', 'Composition Tips'],
  ['mastering', 'Mastering Tips'],
  ['live_performance', 'Live Performance Tips'],
  ['midi_effects', 'MIDI Effects Tips'],
  ['audio_effects', 'Audio Effects Tips'],
  ['sample_management', 'Sample Management Tips'],
  ['plugins', 'Plugins Tips'],
  ['hardware', 'Hardware Tips'],
  ['ableton_push', 'Ableton Push Tips'],
  ['production', 'Production Techniques Tips'],
])('the list of %s is titled %s', async (category, title) => {
  const page = await visit(`/category/${category}`, pages)
  expect(await page.locator('h1').textContent()).toBe(title)
})

test('a category without articles says so and leads on', async () => {
  const page = await visit('/category/hardware', pages)
  expect(await page.getByText('No articles available in this category').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'All tips & tricks' }).click()
  await page.waitForURL('**/category/all')
})

test('a card shows two tags and how many more there are', async () => {
  const page = await visit('/category/plugins', pages)
  const tags = (title: string) =>
    page
      .locator('main article', { has: page.getByRole('link', { name: title, exact: true }) })
      .locator('ul[aria-label="Tags"] li')
      .allTextContents()
  expect(await tags('Plug-in 1')).toEqual(['one', 'two', '+3'])
  expect(await tags('Plug-in 2')).toEqual(['one', 'two'])
  expect(await tags('Plug-in 3')).toEqual([])
})

test('sixty articles are on three pages of 24, each with its own address', async () => {
  const page = await visit('/category/plugins', pages)
  const links = page.locator('nav[aria-label="Pages"]')
  const titles = () => texts(page, 'main article h2')
  const seen = await titles()
  expect(seen).toHaveLength(24)
  expect(await links.getByRole('link', { name: 'Previous' }).count()).toBe(0)
  await links.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/category/plugins?page=2')
  expect(await links.locator('[aria-current="page"]').textContent()).toBe('2')
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/category\/plugins\?page=2$/)
  seen.push(...(await titles()))
  await links.getByRole('link', { name: 'Page 3' }).click()
  await page.waitForURL('**/category/plugins?page=3')
  seen.push(...(await titles()))
  expect(await links.getByRole('link', { name: 'Next' }).count()).toBe(0)
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `Plug-in ${index + 1}`))
  await links.getByRole('link', { name: 'Page 1' }).click()
  await page.waitForURL(/\/category\/plugins$/)
})

test('news are paged too', async () => {
  const page = await visit('/news?page=2', pages)
  expect(await page.locator('main article').count()).toBe(6)
})

test.each([
  '/category/plugins?page=4',
  '/category/plugins?page=0',
  '/category/plugins?page=x',
  '/category/no-such-category',
  '/news?page=9',
  '/newsletters?page=2',
  '/any/other/path',
])('%s is the not-found page', async (address) => {
  const page = await visit(address, missing)
  expect(await page.locator('h1').textContent()).toBe('404 Page Not Found')
  expect(await page.getByText('Did you forget to add the page to the router?').isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: 'Home', exact: true }).first().getAttribute('href')).toBe('/')
})

test('a single featured article is one slide that does not move', async () => {
  const page = await visit('/', { arrange: (page) => page.clock.install() })
  expect(await texts(page, '[aria-roledescription="slide"] h2')).toEqual(['Plug-in 1'])
  expect(await page.getByRole('button', { name: /^(Slide|Pause|Play)/ }).count()).toBe(0)
  await page.clock.runFor(20_000)
  expect(await page.locator('[data-carousel-track]').evaluate((track) => track.scrollLeft)).toBe(0)
})

test('an item without a picture shows the picture of its kind', async () => {
  const page = await visit('/category/mixing', pages)
  const cover = page.locator('main article img').first()
  expect(await cover.getAttribute('src')).toBe('/fallback/mixing.svg')
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.goto('/news')
  expect(await page.locator('main article img').first().getAttribute('src')).toBe('/fallback/news.svg')
  await page.goto('/newsletters')
  expect(await page.locator('main article img').first().getAttribute('src')).toBe('/fallback/newsletter.svg')
})
