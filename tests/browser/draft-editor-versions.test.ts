import { expect, test } from 'vitest'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import {
  draftSite,
  follow,
  goToEditor,
  longText,
  save,
  typeInBody,
  waitForState,
} from './draft-site.ts'

const site = draftSite()

test('the history shows each change, is filtered with keys alone, and restores an old version, also of a deleted item, and never over unsaved changes; the page as it was has an address, and Move URL says what it does, in one commit', async () => {
  const page = await site.edit('articles', 2)
  const ada = await site.administrator()
  const excerpt = page.getByRole('textbox', { name: 'Excerpt' })
  await excerpt.fill('Something else.')
  await save(page)
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect.poll(() => versions.count()).toBe(2)
  await expect
    .poll(() => versions.first().textContent())
    .toMatch(/^ExcerptAdminada · .+ · current$/)
  await expect
    .poll(() => versions.last().textContent())
    .toMatch(/^CreatedGitContentWren Writer · .+$/)
  await panel.getByRole('heading', { name: 'Excerpt' }).waitFor()
  expect(await panel.locator('[data-kind="added"] mark').allTextContents()).toEqual([
    'Something',
    'else',
  ])
  expect(await panel.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
  await expectAccessible(page, [390])
  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.getByRole('tab', { name: 'File' }).click()
  await panel.getByText('excerpt: Something else.').waitFor()
  expect(await panel.locator('[data-part="diff"] mark').allTextContents()).not.toEqual([])
  await versions.nth(1).click()
  // The oldest version begins the content; what it has that is not there now is shown before a
  // restore.
  await panel.getByText('The content begins here: there is no version before this one.').waitFor()
  await panel.locator('.prose', { hasText: longText }).waitFor()
  await panel.getByRole('tab', { name: 'Against now' }).click()
  await expect
    .poll(() => panel.locator('[data-kind="removed"] mark').allTextContents())
    .toEqual(['Something', 'else'])
  await panel.getByRole('tab', { name: 'As it was' }).click()
  await panel.locator('.prose', { hasText: longText }).waitFor()
  const restore = panel.getByRole('button', { name: 'Restore this version' })
  await restore.click()
  await page.getByText('Restore this version?').waitFor()
  // Escape closes the dialog, and not the screen below it.
  await page.keyboard.press('Escape')
  await page.getByText('Restore this version?').waitFor({ state: 'detached' })
  await restore.click()
  const changed = page.getByRole('region', { name: 'What changes' })
  await expect
    .poll(() => changed.locator('[data-kind="removed"] mark').allTextContents())
    .toEqual(['Something', 'else'])
  await expectAccessible(page, [1280])
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Version restored').first().waitFor()
  expect(await excerpt.inputValue()).toBe('What it says.')
  expect((await site.lastChange()).lines).toEqual([
    '-excerpt: Something else.',
    '+excerpt: What it says.',
  ])

  // Nothing is restored over unsaved changes. Of a long history the server reads the newer part,
  // and the list says so.
  await page.route('**/api/articles/2/history', async (route) => {
    const answer = await route.fetch()
    const all: Array<unknown> = await answer.json()
    await route.fulfill({ response: answer, json: all.slice(0, 2) })
  })
  await excerpt.fill('Unsaved.')
  await page.getByRole('button', { name: 'History' }).click()
  await panel.getByText('The list ends with 2 versions. Older ones are in the repository').waitFor()
  await versions.last().click()
  await panel.getByText('Save your changes first, so that none of them is lost.').waitFor()
  expect(await restore.isDisabled()).toBe(true)

  // The history of a deleted item, with the keyboard alone.
  await ada.call('DELETE', '/api/articles/4')
  await page.keyboard.press('Escape')
  await excerpt.fill('What it says.')
  await waitForState(page, 'Saved')
  await follow(page, '/admin/manage-content?type=articles&show=deleted')
  await page.getByRole('button', { name: 'History of “Odd one”' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => versions.first().textContent()).toMatch(/^DeletedAdminada · /)
  await versions.last().focus()
  await page.keyboard.press('Enter')
  await restore.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Restore this version?' })
  await question.getByText('The content is deleted now. All of this comes back').waitFor()
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Version restored').first().waitFor()
  expect((await ada.call('GET', '/api/articles/4')).status).toBe(200)

  // The history is filtered with keys alone, the page as it was has an address, and Move URL is one
  // commit.
  await site.commitNatively('articles/warp.md', (text) => `${text}\nThe *kick* is short.\n`)
  await goToEditor(page, 'articles', 1)
  await page.locator('.ProseMirror').getByText('The kick is short.').waitFor()
  await typeInBody(page, ' Like a drum.')
  await save(page)
  await page.getByRole('button', { name: 'History' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => versions.first().textContent()).toMatch(/^1 paragraphAdminada · /)
  const all = await versions.count()
  const changes = panel.locator('[data-part="comparison"]')
  await expect
    .poll(() => changes.locator('ins').allTextContents())
    .toEqual([expect.stringMatching(/drum/)])
  expect(await changes.locator('em').first().textContent()).toContain('kick')
  // Letters choose in a list, as everywhere in the browser.
  await panel.getByLabel('From').focus()
  await page.keyboard.type('G')
  await expect.poll(() => versions.first().textContent()).toMatch(/GitRewriteWren Writer · /)
  expect(await versions.count()).toBeLessThan(all)
  await panel.getByLabel('By').focus()
  await page.keyboard.type('ada')
  await panel.getByText('No version is like that.').waitFor()
  await panel.getByLabel('From').focus()
  await page.keyboard.press('Home')
  await expect.poll(() => versions.count()).toBeGreaterThan(0)
  const address =
    (await panel.getByRole('link', { name: 'The page as it was' }).getAttribute('href')) ?? ''
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  const commit = await site.head()
  await page.getByRole('button', { name: 'Move URL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move URL' })
  await dialog.getByText('One page links here').waitFor()
  await dialog.getByRole('link', { name: 'Linking' }).waitFor()
  await expectAccessibleAs(page, 'dark')
  const slug = dialog.getByLabel('New URL Slug')
  await slug.fill('No slug')
  await dialog.getByRole('button', { name: 'Move URL' }).click()
  await dialog
    .getByText('A slug has lowercase letters, digits, hyphens and underscores only')
    .waitFor()
  await slug.fill('warping')
  await slug.press('Enter')
  await page.getByText('URL moved').first().waitFor()
  expect(await page.getByLabel('URL Slug').inputValue()).toBe('warping')
  const { files, lines } = await site.lastChange()
  expect(files).toEqual(['content/articles/linking.md', 'content/articles/warp.md'])
  expect(lines).toContain('+Read [about warping](/article/warping).')
  expect((await site.repository().git('rev-parse', 'HEAD~1')).trim()).toBe(commit)
  const old = await fetch(`${site.url()}/article/warp`, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([301, '/article/warping'])

  await follow(page, address)
  await page.frameLocator('iframe').getByText('Like a drum.').waitFor()
  const answer = await fetch(`${site.url()}${address}`, { redirect: 'manual' })
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(await answer.text()).not.toContain('drum')
})
