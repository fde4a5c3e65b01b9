import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { publish } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { heldToast } from './browser.ts'
import { leave } from './draft-site.ts'

const settings = `# The words of this site.
name: Test Notes # shown everywhere
tagline: T
description: D
disclaimer: X
about: A
own: stays
social: []
`
const about = '---\ntitle: About\nextra: stays\n---\n\nFirst part.\n\n* one\n* two\n\nLast part.\n'
/** What each test begins with. */
const files = {
  'site.yaml': settings,
  'pages/about.md': about,
  'pages/privacy-policy.md': '---\ntitle: [\n---\nText.\n',
  'pages/terms-of-service.md': '---\ntitle: Terms\n---\n\nText.\n',
}
const site = adminInBrowser({ files })
beforeEach(() => publish(site.server(), files))
const { git } = site
const file = (name: string) => git('show', `HEAD:content/${name}`)
const changedLines = async () =>
  (await git('diff', '-U0', 'HEAD~1', 'HEAD'))
    .split('\n')
    .filter((line) => /^[+-](?![+-])/.test(line))
const panel = (page: Page, name: string) => page.getByRole('form', { name })
const toast = (page: Page, text: string) =>
  page.locator('[data-part="toast"]', { hasText: text }).first().waitFor()
const save = (page: Page, name: string) =>
  panel(page, name).getByRole('button', { name: 'Save Changes' }).click()
const state = (page: Page, name: string, word: string) =>
  panel(page, name)
    .locator('[role=status]', { hasText: new RegExp(`^${word}$`) })
    .first()
    .waitFor()

async function edit(page: Page, name = 'About') {
  await page.getByRole('tab', { name }).click()
  await panel(page, name).locator('.ProseMirror').waitFor()
}

async function typeInBody(page: Page, text: string, name = 'About') {
  await panel(page, name).locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

test('values and links of the site and the text of a page are changed in place, errors are shown at their fields, and text typed elsewhere stays', async () => {
  // A change of a value is undone.
  const page = await site.visit('/admin/site')
  await panel(page, 'Site details').getByLabel('Name', { exact: true }).fill('Other Notes')
  await state(page, 'Site details', 'Unsaved')
  await save(page, 'Site details')
  await heldToast(page, 'The item has been successfully updated.')
  await state(page, 'Site details', 'Saved')
  expect(await changedLines()).toEqual([
    '-name: Test Notes # shown everywhere',
    '+name: Other Notes # shown everywhere',
  ])
  await page.locator('[data-part="toast"]').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Change undone')
  await expect
    .poll(() => panel(page, 'Site details').getByLabel('Name', { exact: true }).inputValue())
    .toBe('Test Notes')
  expect(`${await file('site.yaml')}\n`).toBe(settings)

  // Links are added.
  const form = panel(page, 'Site details')
  await form.getByRole('button', { name: 'Add Link' }).click()
  await form.getByLabel('Name of link 1').fill('Mastodon')
  await form.getByLabel('Address of link 1').fill('nowhere')
  await form.getByLabel('Time zone').fill('Mars/Base')
  await save(page, 'Site details')
  await form.getByText('Please enter a valid URL').waitFor()
  await form.getByText('Write a time zone as UTC or Europe/Berlin').waitFor()
  await form.getByLabel('Address of link 1').fill('https://example.social/@you')
  await form.getByLabel('Time zone').fill('Europe/Berlin')
  await save(page, 'Site details')
  await expect.poll(() => file('site.yaml')).toContain('name: Mastodon')
  await state(page, 'Site details', 'Saved')

  // One changed word of a page changes one line, and text typed elsewhere stays.
  await panel(page, 'Site details').getByLabel('Tagline').fill('Unsaved words')
  await edit(page)
  await typeInBody(page, ' And more.')
  await state(page, 'About', 'Unsaved')
  await page.keyboard.press('ControlOrMeta+s')
  await toast(page, 'The item has been successfully updated.')
  await state(page, 'About', 'Saved')
  expect(await changedLines()).toEqual(['-Last part.', '+Last part. And more.'])
  expect(await git('log', '-1', '--format=%s')).toBe('Update page: About')
  await page.getByRole('tab', { name: 'Site details' }).click()
  expect(await panel(page, 'Site details').getByLabel('Tagline').inputValue()).toBe('Unsaved words')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const leaving = page.getByRole('dialog', { name: 'Unsaved changes' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
})

test('a page is added as a draft, published, moved and deleted, the deletion is undone, and a link to it leaves the admin', async () => {
  const page = await site.visit('/admin/site', { expected: /^404 \/api\/pages/ })
  await page.getByRole('button', { name: 'Add Page' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Page' })
  await adding.getByLabel('Title').fill('Über uns')
  expect(await adding.getByLabel('Address').inputValue()).toBe('uber-uns')
  await adding.getByLabel('Address').fill('search')
  await adding.getByRole('button', { name: 'Add Page' }).click()
  await adding
    .getByText("The site needs the address '/search' itself; choose another name")
    .waitFor()
  await adding.getByLabel('Address').fill('imprint')
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })
  await adding.getByRole('button', { name: 'Add Page' }).click()
  await page.getByRole('tab', { name: 'Über uns (draft)' }).waitFor()
  expect(await file('pages/imprint.md')).toBe('---\ntitle: Über uns\ndraft: true\n---')

  await panel(page, 'Über uns').locator('.ProseMirror').waitFor()
  await typeInBody(page, 'We are two.', 'Über uns')
  await panel(page, 'Über uns').getByLabel('Draft').uncheck()
  await save(page, 'Über uns')
  await page.getByRole('tab', { name: 'Über uns', exact: true }).waitFor()
  await state(page, 'Über uns', 'Saved')
  expect(await file('pages/imprint.md')).toBe('---\ntitle: Über uns\n---\n\nWe are two.')
  await expectAccessible(page, [1280])

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect
    .poll(() => versions.allTextContents())
    .toEqual([
      expect.stringMatching(/^1 paragraph added, draftAdmin/),
      expect.stringMatching(/^CreatedAdmin/),
    ])
  await versions.last().click()
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await page
    .getByRole('region', { name: 'What changes' })
    .locator('del', { hasText: 'We are two.' })
    .waitFor()
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('tab', { name: 'Über uns (draft)' }).waitFor()
  expect(await panel(page, 'Über uns').getByLabel('Draft').isChecked()).toBe(true)
  await page.locator('[data-part="toast"]', { hasText: 'Version restored' }).waitFor()
  await typeInBody(page, 'We are two.', 'Über uns')
  await panel(page, 'Über uns').getByLabel('Draft').uncheck()
  await save(page, 'Über uns')
  await page.getByRole('tab', { name: 'Über uns', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Move Page' }).click()
  const moving = page.getByRole('dialog', { name: 'Move Page' })
  await moving.getByLabel('Address').fill('legal/imprint')
  await moving.getByRole('button', { name: 'Move Page' }).click()
  await toast(page, 'It is at /legal/imprint now.')
  expect(await file('pages/legal/imprint.md')).toContain('aliases:')
  await panel(page, 'Über uns').locator('.ProseMirror', { hasText: 'We are two.' }).waitFor()

  await page.getByRole('button', { name: 'Delete Page' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await panel(page, 'Site details').waitFor()
  await expect.poll(() => page.getByRole('tab', { name: 'Über uns' }).count()).toBe(0)
  await page
    .locator('[data-part="toast"]', { hasText: 'Page deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByRole('tab', { name: 'Über uns' }).waitFor()
  // The admin leaves its address to the server.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/legal/imprint' })
    document.body.append(link)
    link.click()
  })
  await page.getByRole('heading', { level: 1, name: 'Über uns' }).waitFor()
})

test('a missing page is created, an unreadable one shows the reason, and typed text is a draft after a reload', async () => {
  const page = await site.visit('/admin/site', {
    expected: /^(?:422 \/api\/pages\/privacy-policy|500 \/api\/pages\/terms)|RequestError/,
  })
  await edit(page, 'Cookie Policy')
  await save(page, 'Cookie Policy')
  await panel(page, 'Cookie Policy').getByText('Title is required').waitFor()
  await panel(page, 'Cookie Policy').getByText('Content is required').waitFor()
  await panel(page, 'Cookie Policy').getByLabel('Title').fill('Cookies')
  await typeInBody(page, 'None.', 'Cookie Policy')
  await save(page, 'Cookie Policy')
  await toast(page, 'The item has been successfully updated.')
  expect(await file('pages/cookie-policy.md')).toContain('None.')
  await page.getByRole('tab', { name: 'Privacy Policy' }).click()
  await page.getByText(/pages\/privacy-policy\.md, line \d/).waitFor()

  // The draft can be discarded and brought back.
  await page.getByRole('tab', { name: 'Terms of Service' }).click()
  const terms = panel(page, 'Terms of Service')
  await terms.locator('.ProseMirror').waitFor()
  await typeInBody(page, ' Typed before.', 'Terms of Service')
  await terms.getByLabel('Title').fill('Other terms')
  await page.getByRole('tab', { name: 'Site details' }).click()
  await panel(page, 'Site details').getByLabel('Tagline').fill('Not saved yet')
  await page.reload()
  await page.getByRole('tab', { name: 'Terms of Service' }).click()
  const notice = terms.locator('.notice', { hasText: 'This is a draft, not the file.' })
  await notice.getByText('The file has not changed since.').waitFor()
  await state(page, 'Terms of Service', 'Unsaved')
  expect(await terms.getByLabel('Title').inputValue()).toBe('Other terms')
  await page.getByRole('tab', { name: 'Site details' }).click()
  const details = panel(page, 'Site details')
  await details.locator('.notice', { hasText: 'This is a draft, not the file.' }).waitFor()
  await expect.poll(() => details.getByLabel('Tagline').inputValue()).toBe('Not saved yet')
  await page.getByRole('tab', { name: 'Terms of Service' }).click()
  await terms.locator('.ProseMirror', { hasText: 'Text. Typed before.' }).waitFor()
  await expectAccessible(page, [1280])
  await notice.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('dialog', { name: 'The file and your draft' })
  await comparison.getByRole('heading', { name: 'Title' }).waitFor()
  const sides = await comparison.locator('.merge-side').allTextContents()
  expect(sides.map((text) => text.trim())).toEqual(['FileTerms', 'DraftOther terms'])
  expect(await comparison.locator('ins').textContent()).toContain('Typed before.')
  await expectAccessibleAs(page, 'light')
  await comparison.getByRole('button', { name: 'Back to the form' }).click()

  await notice.getByRole('button', { name: 'Discard' }).click()
  await toast(page, 'The form shows the file again.')
  await state(page, 'Terms of Service', 'Saved')
  expect(await terms.getByLabel('Title').inputValue()).toBe('Terms')
  await page
    .locator('[data-part="toast"]', { hasText: 'Draft discarded' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await state(page, 'Terms of Service', 'Unsaved')
  expect(await terms.getByLabel('Title').inputValue()).toBe('Other terms')
  await save(page, 'Terms of Service')
  await toast(page, 'The item has been successfully updated.')
  expect(await file('pages/terms-of-service.md')).toContain('Text. Typed before.')
  await state(page, 'Terms of Service', 'Saved')

  // A save that was made, though the server said that it failed, is sent again: what somebody has
  // changed since is shown, not the older answer.
  await page.route('**/api/pages/terms-of-service', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch()
    await route.fulfill({ status: 500, json: { message: 'Not today.' } })
  })
  await terms.getByLabel('Title').fill('Mine')
  await save(page, 'Terms of Service')
  await toast(page, 'Not today.')
  await page.unroute('**/api/pages/terms-of-service')
  const mine = await file('pages/terms-of-service.md')
  await publish(site.server(), { 'pages/terms-of-service.md': mine.replace('Mine', 'Theirs') })
  await save(page, 'Terms of Service')
  await expect.poll(() => terms.getByLabel('Title').inputValue()).toBe('Theirs')
  await state(page, 'Terms of Service', 'Saved')
  expect(await file('pages/terms-of-service.md')).toContain('title: Theirs')
  await leave(page, '/admin/device')
  await page.getByText('Changes of the settings').waitFor()
})
