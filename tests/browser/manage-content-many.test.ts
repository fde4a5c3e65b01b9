import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFiles } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { texts } from './browser.ts'

const many = 420
const name = (number: number) => `Technique ${String(number).padStart(4, '0')}`

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    ...articleFiles(many, 'articles/2020/a', (at) => ({
      id: String(at + 1),
      title: name(at + 1),
      publishedAt: new Date(Date.UTC(2020, 0, 1 + at)).toISOString(),
    })),
  },
})

const rows = (page: Page) => page.locator('[data-part="manage-list"] > li')
const card = (page: Page, title: string) =>
  page.locator('[data-item]', { has: page.getByRole('heading', { name: title }) })

test('a long list renders few cards, each with its position; keys reach cards beyond the first, coming back restores the position, and the oldest is found, edited and deleted', async () => {
  const page = await site.visit('/admin/manage-content')
  await card(page, name(many)).waitFor()
  expect(await texts(page, '[role="status"]')).toContain(`${many} articles`)
  expect(await rows(page).count()).toBeLessThan(40)
  expect(await rows(page).first().getAttribute('aria-setsize')).toBe(String(many))
  expect(await rows(page).first().getAttribute('aria-posinset')).toBe('1')
  // The next pages load while scrolling down.
  for (let turn = 0; turn < 3; turn++) {
    const before = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeGreaterThan(before)
  }
  await page.evaluate(() => scrollTo(0, 300 * 140))
  await expect
    .poll(async () => Number(await rows(page).first().getAttribute('aria-posinset')))
    .toBeGreaterThan(200)
  expect(await rows(page).count()).toBeLessThan(40)

  // The keyboard moves from card to card, beyond the cards that were rendered first.
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => rows(page).first().getAttribute('aria-posinset')).toBe('1')
  const last = Number(await rows(page).last().getAttribute('aria-posinset'))
  await rows(page).last().getByRole('link', { name: 'Open in Editor' }).focus()
  for (let next = last + 1; next <= last + 4; next++) {
    // Keys that are quicker than the frames in which the list follows would lead out of it.
    await page.locator(`[aria-posinset="${next}"]`).waitFor({ state: 'attached' })
    for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab')
  }
  const place = () =>
    page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'))
  expect(await place()).toBe(String(last + 4))
  // A focused element stays in the page, however far the window is scrolled away.
  await page.evaluate(() => scrollTo(0, 80 * 140))
  await expect
    .poll(async () => Number(await rows(page).nth(3).getAttribute('aria-posinset')))
    .toBeGreaterThan(40)
  expect(await place()).toBe(String(last + 4))

  // Coming back from another screen restores the position.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect
    .poll(async () => Number(await rows(page).first().getAttribute('aria-posinset')))
    .toBeGreaterThan(60)
  // The browser reports the scroll position with the next frame, and nobody clicks before that.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', () => resolve(null), { once: true })
        scrollTo(0, 90 * 140)
      }),
  )
  await expect
    .poll(async () => Number(await rows(page).first().getAttribute('aria-posinset')))
    .toBeGreaterThan(60)
  const top = await page.evaluate(() => scrollY)
  await page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('nav[aria-label="Admin"] a')?.click(),
  )
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
  await page.goBack()
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - top))
    .toBeLessThan(400)
  await expect
    .poll(async () => Number(await rows(page).first().getAttribute('aria-posinset')))
    .toBeGreaterThan(60)

  // The oldest is found by search and sort, edited and deleted.
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByLabel('Sort by').selectOption('oldest')
  await card(page, name(1)).waitFor()
  await page.getByRole('searchbox').fill('technique 0002')
  await expect.poll(() => texts(page, '[data-item] h2')).toEqual([name(2)])
  await card(page, name(2)).getByRole('button', { name: 'Quick Edit' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Renamed')
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('No matching content found.').waitFor()
  // The list may show the change before the dialog closes, and the open dialog keeps the focus.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('renamed')
  await card(page, 'Renamed').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No other item links to it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .locator('[data-part="toast"]')
    .getByText('The item has been successfully deleted.')
    .waitFor()
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => texts(page, '[role="status"]')).toContain(`${many - 1} articles`)
})
