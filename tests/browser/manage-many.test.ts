import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { numberedArticles, upTo } from '../numbered-articles.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { texts } from './browser.ts'

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    ...numberedArticles(upTo(120)),
    'newsletters/2026/001-one.md':
      '---\nid: 201\ntitle: Empty one\nissueNumber: 1\ndraft: true\n---\n',
    'newsletters/2026/002-two.md':
      '---\nid: 202\ntitle: Full one\nissueNumber: 2\ndraft: true\n---\n\nHello.\n',
  },
})

const subject = () => site.git('log', '-1', '--format=%s')
const selected = (page: Page) =>
  page.getByRole('region', { name: 'Chosen items' }).getByRole('status')
const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Select “${title}”`, exact: true })

test('items are chosen by pointer and keyboard, changed in one commit, taken back by one Undo, and what stays is named', async () => {
  const page = await site.visit('/admin/manage-content', {
    expected: /^net::ERR_INTERNET_DISCONNECTED /,
  })

  // By pointer: a click, and a click with Shift up to another.
  await box(page, 'Article 120').click()
  await box(page, 'Article 117').click({ modifiers: ['Shift'] })
  await expect.poll(() => selected(page).textContent()).toBe('4 selected')
  await expectAccessible(page)

  // By keyboard: the arrows, Space, and Escape.
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => selected(page).textContent()).toBe('5 selected')
  await page.keyboard.press('Space')
  await expect.poll(() => selected(page).textContent()).toBe('4 selected')
  await page.keyboard.press('Escape')
  await selected(page).waitFor({ state: 'detached' })

  // All that there are, those of later pages too.
  await page.keyboard.press('Control+a')
  await expect.poll(() => selected(page).textContent()).toBe('120 selected')
  const stored = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await stored).suggestedFilename()).toBe('articles.zip')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Change tags...' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add tags').fill('spring')
  await dialog.getByLabel('Add tags').press('Enter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change tags' }).click()
  await page.getByText('120 articles changed').locator('visible=true').first().waitFor()
  expect(await subject()).toBe('Update 120 articles')
  await expect.poll(() => texts(page, '[data-item] .tag')).toContain('spring')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Change undone').locator('visible=true').first().waitFor()
  expect(await subject()).toBe('Undo: Update 120 articles')

  // What a single save would refuse stays chosen, and is named.
  await page.getByRole('tab', { name: 'Newsletters' }).click()
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Publish...', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: '1 item stays as before' }).waitFor()
  expect(await dialog.getByRole('listitem').first().textContent()).toBe(
    'Empty one: This issue has no text yet. Write it before it is published or sent.',
  )
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  expect(await selected(page).textContent()).toBe('1 selected')
  expect(await subject()).toBe('Update newsletter: Full one')

  // Nothing waits on the device without a network.
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('Changing several items needs the network').waitFor()
  await page.context().setOffline(false)
})
