import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { draftSite, longText, save, typeInBody, waitForState } from './draft-site.ts'

const site = draftSite()

const file = (name: string) => site.repository().path(`content/${name}`)

/** A writer changes a file with git. */
async function commitNatively(name: string, change: (text: string) => string): Promise<void> {
  const { write, commit } = site.repository()
  await write(`content/${name}`, change(await readFile(file(name), 'utf8')))
  await commit('Rewrite')
}

test('the history shows each change and brings an old version back', async () => {
  const page = await site.edit('articles', 3)
  await page.getByLabel('Excerpt').fill('Something else.')
  await save(page)
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect.poll(() => versions.count()).toBe(2)
  expect(await versions.first().textContent()).toMatch(/^Update article: Linkingada · .+ · current$/)
  await panel.getByText('excerpt: Something else.').waitFor()
  expect(await panel.locator('.diff mark').allTextContents()).not.toEqual([])
  expect(await panel.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
  await expectAccessible(page, [1280])
  await versions.nth(1).click()
  await panel.getByRole('tab', { name: 'As it was' }).click()
  await panel.locator('.prose', { hasText: 'Read about warping.' }).waitFor()
  await panel.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByText('Restore this version?').waitFor()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Version restored').first().waitFor()
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('What it says.')
  expect((await site.lastChange()).lines).toEqual(['-excerpt: Something else.', '+excerpt: What it says.'])
})

test('nothing is restored over unsaved changes', async () => {
  const page = await site.edit('articles', 3)
  await page.getByLabel('Excerpt').fill('Unsaved.')
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  await panel.getByRole('list', { name: 'Versions' }).getByRole('button').last().click()
  await panel.getByText('Save your changes first, so that none of them is lost.').waitFor()
  expect(await panel.getByRole('button', { name: 'Restore this version' }).isDisabled()).toBe(true)
})

test('edits in different places merge by themselves', async () => {
  const page = await site.edit('articles', 2)
  await page.getByLabel('Excerpt').fill('Mine.')
  await commitNatively('articles/draft.md', (text) => `${text}\nA second paragraph.\n`)
  await save(page)
  await page.locator('.ProseMirror').getByText('A second paragraph.').waitFor()
  const text = await readFile(file('articles/draft.md'), 'utf8')
  expect(text).toContain('excerpt: Mine.')
  expect(text).toContain('A second paragraph.')
})

test('edits of the same words are chosen from, and nothing typed is lost', async () => {
  const page = await site.edit('articles', 1, { expected: /409/ })
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByLabel('Meta Description').fill('Only mine.')
  await typeInBody(page, ' Mine.')
  await commitNatively('articles/warp.md', (text) =>
    text.replace('title: Warp modes', 'title: Theirs').replace(longText, `${longText} Theirs.`),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.waitFor()
  await expectAccessible(page, [390])
  await dialog.getByText('2 choices left').waitFor()
  expect(await dialog.getByRole('button', { name: 'Save Changes' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Back to the editor' }).click()
  await waitForState(page, 'Conflict')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine')
  await page.getByText('Somebody has changed this meanwhile. Choose what to keep, then save again.').waitFor()
  await page.getByRole('button', { name: 'Choose what to keep' }).click()
  await dialog.getByRole('button', { name: 'Title: keep theirs' }).click()
  await dialog.getByLabel('Title to save').fill('Theirs and mine')
  await dialog.getByRole('button', { name: 'Keep yours', exact: true }).click()
  await dialog.getByText('Everything is chosen').waitFor()
  await dialog.getByRole('button', { name: 'Edit the merged text by hand' }).click()
  const merged = dialog.getByLabel('Merged text (Markdown)')
  expect(await merged.inputValue()).toContain(`${longText} Mine.`)
  await merged.fill(`${longText} By hand.\n`)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual([
    '-title: Theirs',
    '+title: Theirs and mine',
    '+metaDescription: Only mine.',
    `-${longText} Theirs.`,
    `+${longText} By hand.`,
  ])
})

test('a file with work that is not committed keeps its work, and the text stays', async () => {
  const page = await site.edit('news', 1, { expected: /409/ })
  const before = await readFile(file('news/first.md'), 'utf8')
  const commit = await site.head()
  await site.repository().write('content/news/first.md', `${before}Uncommitted.\n`)
  await page.getByLabel('Excerpt').fill('Typed.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Failed to update content').first().waitFor()
  const notice = page.locator('.notice')
  expect(await notice.textContent()).toMatch(/uncommitted|not committed/i)
  await waitForState(page, 'Unsaved')
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed.')
  expect(await site.head()).toBe(commit)
  await site.repository().write('content/news/first.md', before)
  await notice.getByRole('button', { name: 'Save again' }).click()
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual(['-excerpt: E.', '+excerpt: Typed.'])
})

test('without a network the text stays, and one commit comes of saving again', async () => {
  const page = await site.edit('news', 1, { expected: /ERR_|Failed to fetch/ })
  await page.getByLabel('Excerpt').fill('Typed offline.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.locator('.notice').getByText('The server could not be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save again' }).click()
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual(['-excerpt: Typed.', '+excerpt: Typed offline.'])
})

test('Move URL tells what happens and does it in one commit', async () => {
  const commit = await site.head()
  const page = await site.edit('articles', 1)
  await page.getByRole('button', { name: 'Move URL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move URL' })
  await dialog.getByText('One page links here').waitFor()
  await dialog.getByRole('link', { name: 'Linking' }).waitFor()
  await expectAccessible(page, [390])
  const slug = dialog.getByLabel('New URL Slug')
  await slug.fill('No slug')
  await dialog.getByRole('button', { name: 'Move URL' }).click()
  await dialog.getByText('A slug has lowercase letters, digits, hyphens and underscores only').waitFor()
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
})
