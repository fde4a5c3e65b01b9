import { expect, test } from 'vitest'
import { siteInBrowser, texts } from './browser.ts'

const { visit, read } = siteInBrowser()
const pages = { walk: 'pages' }
const missing = { walk: 'missing', expected: /^404 / }

test('the news list shows every item, newest first, and leads to it', async () => {
  const page = await visit('/news', pages)
  const news = await read<Array<{ id: number; title: string }>>('/api/news')
  const links = page.locator('main article h2 a')
  expect(await links.evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.textContent]))).toEqual(
    news.map(({ id, title }) => [`/news/${id}`, title]),
  )
  await links.nth(1).click()
  await page.waitForURL(`**/news/${news[1]?.id}`)
  expect(await page.locator('h1').textContent()).toBe(news[1]?.title)
})

test('a news item shows its long date, text, Share and Save, and leads back', async () => {
  const page = await visit('/news/4', pages)
  expect(await page.locator('h1').textContent()).toBe('Live 12.3 is out: what changes in daily work')
  expect(await page.locator('main header time').textContent()).toBe('November 28, 2025')
  expect(await page.locator('main .prose p').count()).toBeGreaterThan(1)
  expect(await page.getByRole('button', { name: 'Share' }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save' }).isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Back to News' }).click()
  await page.waitForURL('**/news')
})

test.each(['/news/999', '/news/abc', '/news/1e3', '/news/-1', '/news/99999999999999999999'])(
  '%s is no news item',
  { tags: ['thorough'] },
  async (path) => {
    const page = await visit(path, missing)
    expect(await page.locator('h1').textContent()).toBe('News Item Not Found')
    await page.locator('main').getByRole('link', { name: 'Back to News' }).click()
    await page.waitForURL('**/news')
  },
)

test('the newsletter list shows every issue with its number, and a subscribe box', async () => {
  const page = await visit('/newsletters', pages)
  const issues = await read<Array<{ id: number; title: string; issueNumber: number }>>('/api/newsletters')
  expect(issues.map((issue) => issue.issueNumber)).toEqual([6, 5, 4, 3, 2, 1])
  expect(
    await page.locator('main article h2 a').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
  ).toEqual(issues.map(({ id }) => `/newsletter/${id}`))
  for (const { issueNumber } of issues) expect(await page.getByText(`Issue #${issueNumber}`).count()).toBe(1)
  expect(await page.locator('main form input[name="email"]').isVisible()).toBe(true)
})

test('an issue shows its opening and its parts, and leads to the one before and the one after', async () => {
  const page = await visit('/newsletter/6', pages)
  expect(await page.locator('h1').textContent()).toBe('Finish something')
  expect(await page.locator('main header time').textContent()).toBe('November 16, 2026')
  expect(await texts(page, 'main section h2')).toEqual(
    expect.arrayContaining([
      'Turn everything down first',
      'Four devices and a reason for each',
      'Loud enough is a number',
      'If it will not end, resample it',
    ]),
  )
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Loud enough' })
  await contents.click()
  expect(await page.locator(`[id="${new URL(page.url()).hash.slice(1)}"] h2`).textContent()).toBe(
    'Loud enough is a number',
  )
  const more = page.locator('nav[aria-label="More issues"]')
  expect(await more.locator('a').count()).toBe(1)
  await more.getByRole('link', { name: /Previous: issue #5/ }).click()
  await page.waitForURL('**/newsletter/5')
  expect(await texts(page, 'nav[aria-label="More issues"] a')).toEqual([
    'Previous: issue #4Space and dirt',
    'Next: issue #6 Finish something',
  ])
  await page.goto('/newsletter/1')
  expect(await texts(page, 'nav[aria-label="More issues"] a')).toEqual(['Next: issue #2 The low end, plainly'])
})

test.each(['/newsletter/999', '/newsletter/abc'])('%s is no issue', async (path) => {
  const page = await visit(path, missing)
  expect(await page.locator('h1').textContent()).toBe('Newsletter Not Found')
  await page.locator('main').getByRole('link').click()
  await page.waitForURL('**/newsletters')
})

test.each([
  ['/about', 'About Session Notes'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/cookie-policy', 'Cookie Policy'],
])('%s shows its text under %s', async (path, title) => {
  const page = await visit(path, pages)
  expect(await page.locator('h1').textContent()).toBe(title)
  expect(await page.locator('main .prose p').count()).toBeGreaterThan(2)
  expect(await page.locator('main form').count()).toBe(path === '/about' ? 1 : 0)
})

test('/auth is titled Admin Access Only and leads home and to the admin login', async () => {
  const page = await visit('/auth', pages)
  expect(await page.locator('h1').textContent()).toBe('Admin Access Only')
  expect(
    await page.locator('main a').evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
  ).toEqual([
    ['Home', '/'],
    ['Admin Login', '/admin/login'],
  ])
})
