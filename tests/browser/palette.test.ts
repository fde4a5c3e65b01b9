import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { expectAccessible } from './axe.ts'
import { draftSite, waitForState } from './draft-site.ts'
import { visitWithWorker } from './offline-page.ts'
import { waitForStored } from './stored-entries.ts'

const site = draftSite()

const field = (page: Page) => page.getByRole('combobox', { name: 'Find or do' })
const active = (page: Page) =>
  page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true })

/** Opens the palette, types, and waits until this is the active entry. */
async function find(page: Page, query: string, title: string | RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).waitFor()
  await page.keyboard.insertText(query)
  await active(page).filter({ hasText: title }).waitFor()
}

test('Ctrl+K finds drafts by a mistyped title, texts by their words, people and screens, and does what the screen can, with the keyboard alone', async () => {
  await site.repository().write('content/pages/about.md', '---\ntitle: About\n---\n\nWho.\n')
  await site.repository().commit('Write about us')
  const page = await site.visit('/admin', { colorScheme: 'light' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const headers = { 'Content-Type': 'text/csv', Origin: site.url() }
  const data = 'email\nreader@example.org'
  await page.request.post('/api/subscribers/import', { data, headers })

  await find(page, 'a paln', /^A plan/)
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 390, height: 844 })
  const isCut = (list: Element) => list.scrollWidth > (list.parentElement as Element).clientWidth
  expect(await page.getByRole('listbox', { name: 'Found' }).evaluate(isCut)).toBe(false)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await active(page).textContent()).toBe('A planDraft · Article')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  expect(new URL(page.url()).search).toBe('?id=2&type=articles')

  await page.getByLabel('Title', { exact: true }).fill('A plan, changed')
  await find(page, 'save', /^Save Changes/)
  await page.keyboard.press('Enter')
  await waitForState(page, 'Saved')

  await find(page, 'markers hold', /^Warp modes/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  expect(await active(page).textContent()).toBe('Warp modesArticle')
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })

  await find(page, 'preview', /^Preview/)
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await preview.waitFor()
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'detached' })
  await find(page, 'publish', /^Publish now/)
  await page.keyboard.press('Enter')
  await eventually(async () => /publishedAt: /.test(await site.file('articles/draft.md')))

  for (const [query, found] of [
    ['ada', /^adaUser$/],
    ['reader@', /^reader@example\.orgSubscriber$/],
    ['about', /^AboutPage$/],
  ] as Array<[string, RegExp]>) {
    await find(page, query, found)
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
  }

  // The key opens it also before the browser has told that it was closed.
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).waitFor()
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
    document.dispatchEvent(new KeyboardEvent('keydown', key))
  })
  await field(page).waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })

  await find(page, 'Site details', /^Site details/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/site')

  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('qqqq')
  await page.getByText('Nothing fits.').waitFor()
})

test('in a text the key makes a link, and pressed again opens the palette; unsaved work is asked about', async () => {
  const page = await site.edit('articles', 1)
  await page.locator('.ProseMirror').click()
  await page.keyboard.insertText('Unsaved ')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('group', { name: 'Link' }).or(page.getByLabel('Link to')).first().waitFor()
  await find(page, 'dashboard', /^Dashboard/)
  await page.keyboard.press('Enter')
  await page.getByText('You have unsaved changes.').waitFor()
  expect(await field(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin')
  await waitForStored(page, 'content', 'Unsaved')
  await find(page, 'warp', /^Warp modesNot saved/)
})

test('without a network the palette has the screens and the stored titles', async () => {
  const page = await visitWithWorker(site, '/admin/manage-content')
  await page.context().setOffline(true)
  await find(page, 'linkng', /^Linking/)
  await page.keyboard.press('Enter')
  await page.locator('.ProseMirror').getByText('about warping').waitFor()
  await find(page, 'media', /^Media/)
})
