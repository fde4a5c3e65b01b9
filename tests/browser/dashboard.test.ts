import { expect, test } from 'vitest'
import { articleFile, articleFiles } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { gate } from './browser.ts'

const day = 24 * 60 * 60 * 1000
const at = (days: number) => new Date(Date.now() + days * day).toISOString()
const drafts = articleFiles(9, 'articles/draft', (index) => ({
  id: `${index + 1}`,
  title: `Draft ${index}`,
  draft: 'true',
}))
const odd = articleFiles(24, 'articles/odd', (index) => ({
  id: `${index + 50}`,
  title: `Odd ${index}`,
  category: 'dancing',
  publishedAt: at(-20 - index),
}))

const site = adminInBrowser({
  files: {
    ...drafts,
    ...odd,
    'articles/live.md': articleFile({ id: '100', title: 'Live', publishedAt: at(-1) }),
    'articles/soon.md': articleFile({ id: '102', title: 'Soon', publishedAt: at(3) }),
    'articles/broken.md': 'no frontmatter\n',
  },
})

test('a part that fails or is late hides no other; drafts, schedule, publications, problems and the growth of the list are shown and lead on, by keys alone', async () => {
  const ada = await site.administrator()
  const people = [`a@example.org,${at(-200)}`, `b@example.org,${at(-3)}`, `c@example.org,${at(-2)}`]
  await ada.call('POST', '/api/subscribers/import', ['email,created', ...people].join('\n'), {
    'Content-Type': 'text/csv',
  })
  const { body } = await ada.call<{ revision: string }>('GET', '/api/articles/8')
  await ada.call('PATCH', '/api/articles/8', { title: 'Touched', revision: body.revision })

  // A part that fails or is late hides no other, and is tried again by its button.
  const late = gate()
  const page = await site.visit('/admin', {
    expected: /^500 |500: /,
    async arrange(fresh) {
      await fresh.route('**/api/dashboard/work', (route) =>
        route.fulfill({ status: 500, json: { message: 'Out of order.' } }),
      )
      await fresh.route('**/api/dashboard/problems**', async (route) => {
        await late.opened
        await route.continue()
      })
    },
  })
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await card('Drafts').getByText('The drafts could not be loaded').waitFor()
  await card('Content problems').getByText('Loading content problems...').waitFor()
  await card('Subscribers').getByText('people get the newsletter.').waitFor()
  await card('Recent Activity').getByText('Last login').waitFor()
  late.open()
  await card('Content problems').getByText('articles/broken.md:1').waitFor()
  await page.unroute('**/api/dashboard/work')
  await card('Drafts').getByRole('button', { name: 'Try again' }).click()
  await card('Drafts').getByRole('listitem').first().waitFor()
  await card('Schedule').getByRole('listitem').first().waitFor()

  // Drafts, schedule and what was published lead to their editors and pages, and more drafts come
  // by a key.
  const rows = card('Drafts').getByRole('listitem')
  // A draft that the person changed stands first and is marked.
  await rows.first().getByRole('link', { name: 'Touched' }).waitFor()
  await rows.first().getByText('Mine', { exact: true }).waitFor()
  await rows.first().getByText('Article, changed').waitFor()
  expect(await rows.count()).toBe(6)
  const more = card('Drafts').getByRole('button', { name: 'Show 3 more drafts' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(9)
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(6)
  expect(await rows.first().getByRole('link').getAttribute('href')).toMatch(
    /^\/admin\/draft-editor\?id=\d&type=articles$/,
  )
  const soon = card('Schedule').getByRole('listitem')
  expect(await soon.getByRole('link').getAttribute('href')).toBe(
    '/admin/draft-editor?id=102&type=articles',
  )
  await soon.getByText('in 2 days').waitFor()
  const live = card('Published lately').getByRole('listitem').first()
  expect(await live.getByRole('link', { name: 'Live', exact: true }).getAttribute('href')).toBe(
    '/article/live',
  )
  expect(await live.getByRole('link', { name: 'Edit: Live' }).getAttribute('href')).toBe(
    '/admin/draft-editor?id=100&type=articles',
  )

  // Many problems come in groups and pages, and each leads to its item.
  const problems = card('Content problems')
  await problems.getByText('articles/broken.md:1').waitFor()
  await problems.getByText('1 fault', { exact: true }).first().waitFor()
  const faults = problems.locator('.file-list > li')
  expect(await faults.count()).toBe(10)
  const group = problems.getByRole('region', { name: /^Unknown category/ })
  expect(await group.locator('li').first().textContent()).toContain('articles/odd-')
  const next = problems.getByRole('button', { name: 'Next' })
  await next.focus()
  await page.keyboard.press('Enter')
  await problems.getByText(/^11 to 20 of /).waitFor()
  expect(await faults.count()).toBe(10)
  expect(await faults.first().getByRole('link').getAttribute('href')).toMatch(
    /^\/admin\/draft-editor\?id=\d+&type=articles$/,
  )
  // The focus is on the page that was turned to.
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('By kind')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await problems.getByText(/^1 to 10 of /).waitFor()
  await problems.getByRole('heading', { level: 3, name: 'articles/broken.md' }).waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(7000)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }

  // The growth of the list is a plot with a text and a table, for a year and for a month.
  const growth = card('Subscribers')
  const plot = (text: string) => growth.getByRole('img', { name: text })
  await plot('Subscribers: from 0 to 3. 3 joined and 0 left in the last 12 months.').waitFor()
  await growth.getByRole('button', { name: '30 days' }).focus()
  await page.keyboard.press('Enter')
  await plot('Subscribers: from 1 to 3. 2 joined and 0 left in the last 30 days.').waitFor()
  await growth.getByText('The figures as a table').focus()
  await page.keyboard.press('Enter')
  const table = growth.getByRole('table')
  await table.waitFor()
  expect(await table.getByRole('row').count()).toBe(31)
  expect(await table.getByRole('row').nth(1).getByRole('cell').last().textContent()).toBe('3')
  await expectAccessible(page, [1280])
})
