import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { gate, tabTo, texts } from './browser.ts'
import { follow } from './draft-site.ts'

const issue = (id: number, number: number, fields: string) =>
  `---\nid: ${id}\ntitle: Issue of week ${number}\nissueNumber: ${number}\npublishedAt: 2026-02-0${number}\n${fields}---\n\nHello.\n`

const site = adminInBrowser({
  files: {
    'site.yaml':
      'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\ntimeZone: Asia/Tokyo\n',
    'articles/2026/warp.md': articleFile({
      id: '1',
      title: 'Warp everything',
      excerpt: 'Granular **stretching**.',
      category: 'sound-design',
      publishedAt: '2026-01-04T20:00:00Z',
      imageUrl: '/media/2026/warp.png',
      imageAlt: 'A wave',
      tags: '[warp, audio, clips, tempo, loops]',
    }),
    'articles/2026/alpha.md': articleFile({
      id: '2',
      title: 'Alpha tracks',
      publishedAt: '2026-01-03',
      tags: '[one]',
    }),
    'articles/2026/zebra.md': articleFile({
      id: '3',
      title: 'zebra grooves',
      publishedAt: '2026-01-02',
    }),
    'articles/2026/later.md': articleFile({
      id: '4',
      title: 'Coming soon',
      publishedAt: '2036-05-06',
    }),
    'articles/2026/begun.md':
      '---\nid: 5\ntitle: Just begun\nexcerpt: E\ncategory: hardware\n---\n\nText.\n',
    'articles/2026/dated.md': articleFile({
      id: '6',
      title: 'Held back',
      draft: 'true',
      publishedAt: '2026-01-01',
    }),
    'media/2026/warp.png': await halves(64, 40).png().toBuffer(),
    'newsletters/2026/001-one.md': issue(7, 1, 'description: All about *grooves*.\n'),
    'newsletters/2026/002-two.md': issue(8, 2, ''),
  },
})

const screen = '/admin/manage-content'
const titles = (page: Page) => texts(page, '[data-item] h2')
const card = (page: Page, title: string) =>
  page.locator('[data-item]', { has: page.getByRole('heading', { name: title }) })
const words = async (page: Page, title: string) =>
  // Waits for the card: those below the window are rendered after the others.
  (await card(page, title).innerText()).split(/\s*\n+\s*/)

test('the list shows its items as cards, sorts, searches and filters them; search, sorting and filters are in the address, a list that failed is loaded again, everything can be done from the keyboard, nothing is wider than a small phone, and axe finds nothing serious', async () => {
  // It shows that it is loading, and a failure offers another attempt.
  const { opened, open: let_go } = gate()
  let answers = 0
  const page = await site.visit(screen, {
    expected: /^(500|net::ERR_CONNECTION_REFUSED) \/api\/articles$/,
    arrange: (fresh) =>
      fresh.route('**/api/articles?**', async (route) => {
        answers += 1
        if (answers === 1) {
          await opened
          await route.fulfill({
            status: 500,
            json: { message: 'Something went wrong on the server.' },
          })
        } else if (answers === 2) await route.abort('connectionrefused')
        else await route.continue()
      }),
  })
  await page.getByText('Loading content...').waitFor()
  let_go()
  await page.getByText('Something went wrong on the server.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The server could not be reached.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => titles(page)).toHaveLength(6)
  await showItems(page)

  // Search, sorting and filters are in the address: Back, a reload and the button of the editor
  // restore them.
  await page.getByRole('searchbox').fill('tmepo')
  const found = page.getByRole('region', { name: 'Found in texts, tags and authors' })
  await found.getByRole('link', { name: 'Warp everything Article' }).waitFor()
  await page.getByRole('searchbox').fill('issue')
  await page.getByText('No matching content found.').waitFor()
  await found.getByRole('link', { name: 'Issue of week 1 Newsletter' }).waitFor()
  await page.getByLabel('Sort by').selectOption('oldest')
  await page.getByRole('tab', { name: 'Newsletters' }).click()
  await expect.poll(() => titles(page)).toEqual(['Issue of week 1', 'Issue of week 2'])
  expect(new URL(page.url()).search).toBe('?type=newsletters&q=issue&sort=oldest')
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Issue of week 1', 'Issue of week 2'])
  expect(await page.getByRole('searchbox').inputValue()).toBe('issue')
  await page.getByRole('link', { name: 'Open in Editor' }).first().click()
  await page.getByRole('button', { name: 'Back to Content' }).click()
  await expect.poll(() => titles(page)).toEqual(['Issue of week 1', 'Issue of week 2'])
  expect(new URL(page.url()).search).toBe('?type=newsletters&q=issue&sort=oldest')
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Dashboard' })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(['Issue of week 1', 'Issue of week 2'])
  await page.goBack()
  await page.getByText('No matching content found.').waitFor()
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Articles')

  // Filters narrow the list further, and each is a chip that can be removed.
  await follow(page, screen)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Status').selectOption('Published')
  await page.getByLabel('Tag', { exact: true }).selectOption('loops (1)')
  await expect.poll(() => titles(page)).toEqual(['Warp everything'])
  expect(new URL(page.url()).search).toBe('?status=published&tag=loops')
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Warp everything'])
  await page.getByRole('button', { name: 'Remove the filter Tag: loops' }).click()
  await expect.poll(() => titles(page)).toHaveLength(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the filter Status: Published' }).click()
  await expect.poll(() => titles(page)).toHaveLength(6)

  // Everything can be done from the keyboard.
  await follow(page, screen)
  await card(page, 'Warp everything').waitFor()
  await tabTo(page, '[role="tab"][aria-selected="true"]')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => titles(page)).toEqual(['Issue of week 2', 'Issue of week 1'])
  await tabTo(page, '[data-part="manage-actions"] button')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create newsletter' })
  await dialog.waitFor()
  expect(
    await dialog.getByLabel('Title').evaluate((field) => field === document.activeElement),
  ).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Create')
  await tabTo(page, '[data-item] a')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page
    .getByText("Are you sure you want to delete 'Issue of week 2'? This action cannot be undone.")
    .waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Nothing is wider than a small phone, and axe finds nothing serious in the list and its dialogs.
  await page.getByRole('tab', { name: 'Articles' }).click()
  await card(page, 'Warp everything').waitFor()
  await page.setViewportSize({ width: 360, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page, [390])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessibleAs(page, 'dark')
  await page.keyboard.press('Escape')
  await card(page, 'Warp everything').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No other item links to it.').waitFor()
})

/** The list shows its items as cards, sorts, searches and filters them. */
async function showItems(page: Page) {
  expect(await texts(page, 'nav[aria-label="Breadcrumb"] li')).toEqual([
    'Home/',
    'Admin/',
    'Manage Content',
  ])
  expect(
    await page
      .locator('nav[aria-label="Breadcrumb"] a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
  ).toEqual(['/', '/admin'])
  expect(await texts(page, 'h1')).toEqual(['Manage Content'])
  expect(await page.getByRole('searchbox').getAttribute('placeholder')).toBe('Search content...')
  const sort = page.getByLabel('Sort by')
  expect(await sort.locator('option').allTextContents()).toEqual([
    'Newest First',
    'Oldest First',
    'Title (A-Z)',
    'Title (Z-A)',
  ])
  expect(await sort.inputValue()).toBe('newest')
  expect(await texts(page, '[role="tab"]')).toEqual(['Articles', 'Newsletters', 'News'])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Articles')
  expect(await page.locator('p[role="status"]').first().textContent()).toBe('6 articles')

  // A card shows image, category, day on the site, title, excerpt, three tags and how many more.
  expect(await words(page, 'Warp everything')).toEqual([
    'January 5, 2026',
    'Sound Design',
    'Warp everything',
    'Granular **stretching**.',
    'warp',
    'audio',
    'clips',
    '+2 more',
    'Open in Editor',
    'Quick Edit',
    'Delete',
  ])
  const image = card(page, 'Warp everything').getByRole('img')
  expect([await image.getAttribute('src'), await image.getAttribute('alt')]).toEqual([
    '/media/2026/warp.png?w=320',
    'A wave',
  ])
  expect(await card(page, 'Alpha tracks').getByRole('img').count()).toBe(0)
  expect(await words(page, 'Alpha tracks')).not.toContain('+0 more')
  expect(await card(page, 'Warp everything').getByText('Open in Editor').getAttribute('href')).toBe(
    '/admin/draft-editor?id=1&type=articles',
  )

  // Drafts and scheduled items carry a badge, with their date where they have one.
  expect((await words(page, 'Just begun')).slice(0, 3)).toEqual(['Draft', 'Hardware', 'Just begun'])
  expect((await words(page, 'Held back')).slice(0, 2)).toEqual(['Draft', 'January 1, 2026'])
  expect((await words(page, 'Coming soon')).slice(0, 2)).toEqual(['Scheduled', 'May 6, 2036'])
  expect(
    await card(page, 'Alpha tracks')
      .getByText(/Draft|Scheduled/)
      .count(),
  ).toBe(0)

  // The four orders.
  const orders = [
    [
      'Newest First',
      [
        'Just begun',
        'Coming soon',
        'Warp everything',
        'Alpha tracks',
        'zebra grooves',
        'Held back',
      ],
    ],
    [
      'Oldest First',
      [
        'Held back',
        'zebra grooves',
        'Alpha tracks',
        'Warp everything',
        'Coming soon',
        'Just begun',
      ],
    ],
    [
      'Title (A-Z)',
      [
        'Alpha tracks',
        'Coming soon',
        'Held back',
        'Just begun',
        'Warp everything',
        'zebra grooves',
      ],
    ],
    [
      'Title (Z-A)',
      [
        'zebra grooves',
        'Warp everything',
        'Just begun',
        'Held back',
        'Coming soon',
        'Alpha tracks',
      ],
    ],
  ] as const
  for (const [label, order] of orders) {
    await sort.selectOption({ label })
    await expect.poll(() => titles(page), { message: label }).toEqual(order)
  }
  await sort.selectOption('newest')

  // The search finds a part of title, excerpt or description in any case, with every key.
  const asked: Array<string> = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/articles') asked.push(url.searchParams.get('q') ?? '')
  })
  await page.getByRole('searchbox').pressSequentially('GRANU')
  await expect.poll(() => titles(page)).toEqual(['Warp everything'])
  // The browser may report two requests of a moment in either order.
  expect(asked.sort()).toEqual(['G', 'GR', 'GRA', 'GRAN', 'GRANU'])
  expect(await page.locator('p[role="status"]').first().textContent()).toBe('1 article found')
  await page.getByRole('searchbox').fill('GROOVE')
  await expect.poll(() => titles(page)).toEqual(['zebra grooves'])
  await page.getByRole('tab', { name: 'Newsletters' }).click()
  await expect.poll(() => titles(page)).toEqual(['Issue of week 1'])
  await page.getByRole('searchbox').fill('xyz')
  await page.getByText('No matching content found.').waitFor()
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => titles(page)).toEqual(['Issue of week 2', 'Issue of week 1'])

  // Newsletters show their number and description, or that there is none.
  expect((await words(page, 'Issue of week 1')).slice(0, 4)).toEqual([
    'February 1, 2026',
    'Issue #1',
    'Issue of week 1',
    'All about *grooves*.',
  ])
  expect(await words(page, 'Issue of week 2')).toContain('No description available')
  expect(await card(page, 'Issue of week 1').getByText('Open in Editor').getAttribute('href')).toBe(
    '/admin/draft-editor?id=7&type=newsletters',
  )

  // An empty list says so.
  await page.getByRole('tab', { name: 'News', exact: true }).click()
  await page.locator('.empty-title').waitFor()
  expect(await texts(page, '.empty-title')).toEqual(['No news found.'])
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  await page.getByText('No deleted news found.').waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'Articles', exact: true }).click()
  await expect.poll(() => titles(page)).toHaveLength(6)
}
