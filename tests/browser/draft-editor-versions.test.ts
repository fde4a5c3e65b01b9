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

test('the history shows each change and restores an old version', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 3)
  await page.getByLabel('Excerpt').fill('Something else.')
  await save(page)
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('button')
  await expect.poll(() => versions.count()).toBe(2)
  await expect.poll(() => versions.first().textContent()).toMatch(/^ExcerptAdminada · .+ · current$/)
  await expect.poll(() => versions.last().textContent()).toMatch(/^CreatedGitContentWren Writer · .+$/)
  await panel.getByRole('heading', { name: 'Excerpt' }).waitFor()
  expect(await panel.locator('[data-kind="added"] mark').allTextContents()).toEqual(['Something', 'else'])
  expect(await panel.getByRole('button', { name: 'Restore this version' }).count()).toBe(0)
  await expectAccessible(page, [390, 1280])
  await panel.getByRole('tab', { name: 'File' }).click()
  await panel.getByText('excerpt: Something else.').waitFor()
  expect(await panel.locator('[data-part="diff"] mark').allTextContents()).not.toEqual([])
  await versions.nth(1).click()
  await panel.getByRole('tab', { name: 'As it was' }).click()
  await panel.locator('.prose', { hasText: 'Read about warping.' }).waitFor()
  const restore = panel.getByRole('button', { name: 'Restore this version' })
  await restore.click()
  await page.getByText('Restore this version?').waitFor()
  // Escape closes the dialog, and not the screen below it.
  await page.keyboard.press('Escape')
  await page.getByText('Restore this version?').waitFor({ state: 'detached' })
  await restore.click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Version restored').first().waitFor()
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('What it says.')
  expect((await site.lastChange()).lines).toEqual(['-excerpt: Something else.', '+excerpt: What it says.'])
})

test('nothing is restored over unsaved changes', async () => {
  await (await site.administrator()).call('PATCH', '/api/articles/3', { metaDescription: 'Since then.' })
  const page = await site.edit('articles', 3)
  await page.getByLabel('Excerpt').fill('Unsaved.')
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History' })
  await panel.getByRole('list', { name: 'Versions' }).getByRole('button').last().click()
  await panel.getByText('Save your changes first, so that none of them is lost.').waitFor()
  expect(await panel.getByRole('button', { name: 'Restore this version' }).isDisabled()).toBe(true)
})

test('edits in different places are merged automatically', async () => {
  const page = await site.edit('articles', 2)
  await page.getByLabel('Excerpt').fill('Mine.')
  await commitNatively('articles/draft.md', (text) => `${text}\nA second paragraph.\n`)
  await save(page)
  await page.locator('.ProseMirror').getByText('A second paragraph.').waitFor()
  const text = await readFile(file('articles/draft.md'), 'utf8')
  expect(text).toContain('excerpt: Mine.')
  expect(text).toContain('A second paragraph.')
})

test('for edits of the same words the user chooses, and no typed text is lost', { tags: ['thorough'] }, async () => {
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
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByText('0 of 2 resolved').waitFor()
  expect(await dialog.getByRole('button', { name: 'Save Changes' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Back to the editor' }).click()
  await waitForState(page, 'Conflict')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine')
  await page.getByText('Somebody has changed this meanwhile. Choose what to keep, then save again.').waitFor()
  const solve = page.getByRole('button', { name: 'Choose what to keep' })
  await solve.click()
  await dialog.getByRole('button', { name: 'Title: keep theirs' }).click()
  await dialog.getByText('1 of 2 resolved').waitFor()
  await dialog.getByRole('button', { name: 'Back to the editor' }).click()
  await solve.click()
  // The choices stay until more text is typed, which becomes part of the conflict.
  await dialog.getByText('1 of 2 resolved').waitFor()
  await dialog.getByRole('button', { name: 'Back to the editor' }).click()
  await page.getByLabel('Excerpt').fill('Typed after the conflict.')
  await solve.click()
  await dialog.getByText('0 of 2 resolved').waitFor()
  await dialog.getByRole('button', { name: 'Title: keep theirs' }).click()
  await dialog.getByRole('button', { name: 'Title: edit by hand' }).click()
  await dialog.getByLabel('Title to save').fill('Theirs and mine')
  await dialog.getByRole('button', { name: 'Text 1: keep yours' }).click()
  await dialog.getByText('2 of 2 resolved').waitFor()
  await dialog.getByRole('button', { name: 'Edit the merged text by hand' }).click()
  const merged = dialog.getByLabel('Merged text (Markdown)')
  expect(await merged.inputValue()).toContain(`${longText} Mine.`)
  await merged.fill(`${longText} By hand.\n`)
  await dialog.getByRole('button', { name: 'Choose part by part' }).click()
  await dialog.getByRole('button', { name: 'Edit the merged text by hand' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual([
    '-title: Theirs',
    '-excerpt: What it says.',
    '+title: Theirs and mine',
    '+excerpt: Typed after the conflict.',
    '+metaDescription: Only mine.',
    `-${longText} Theirs.`,
    `+${longText} By hand.`,
  ])
})

test('for two edits of the articles of an issue, one list is chosen and the other is shown', {
  tags: ['thorough'],
}, async () => {
  const page = await site.edit('newsletters', 1, { expected: /409/ })
  await page.getByLabel('Title of article 1').fill('One, mine')
  await page.getByLabel('Description').fill('Mine alone.')
  await commitNatively('newsletters/001-issue.md', (text) => text.replace('title: One', 'title: One, theirs'))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.getByText('0 of 1 resolved').waitFor()
  await expectAccessible(page, [390])
  await dialog.getByRole('button', { name: 'Articles of this issue: keep yours' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Saved')
  const text = await readFile(file('newsletters/001-issue.md'), 'utf8')
  expect(text).toContain('title: One, mine')
  expect(text).toContain('description: Mine alone.')
})

test('an item deleted with git cannot be saved; the editor says so and keeps the text', async () => {
  const page = await site.edit('articles', 4, { expected: /404/ })
  await page.getByLabel('Excerpt').fill('Typed.')
  await site.repository().remove('content/articles/hardware.md')
  await site.repository().commit('Delete it')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  // The event of the deletion shows a notice too, perhaps before the save is answered.
  await page.getByText('Failed to update content').first().waitFor()
  const notice = page.locator('.notice')
  expect(await notice.textContent()).toMatch(/deleted/)
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed.')
  await site.repository().git('revert', '--no-edit', 'HEAD')
  const ada = await site.administrator()
  await expect.poll(async () => (await ada.call('GET', '/api/articles/4')).status).toBe(200)
  // The notice disappears when the page is informed that the item exists again.
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual(['-excerpt: What it says.', '+excerpt: Typed.'])
})

test('a file with uncommitted changes is not overwritten, and the typed text stays', async () => {
  const page = await site.edit('news', 1, { expected: /409/ })
  const excerpt = await page.getByLabel('Excerpt').inputValue()
  const before = await readFile(file('news/first.md'), 'utf8')
  const commit = await site.head()
  await site.repository().write('content/news/first.md', `${before}Uncommitted.\n`)
  await page.getByLabel('Excerpt').fill('Typed.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Failed to update content').first().waitFor()
  const notice = page.locator('.notice')
  expect(await notice.textContent()).toMatch(/not committed.*pass this message on to the person who runs the server/)
  await waitForState(page, 'Unsaved')
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Typed.')
  expect(await site.head()).toBe(commit)
  await site.repository().write('content/news/first.md', before)
  await notice.getByRole('button', { name: 'Save again' }).click()
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual([`-excerpt: ${excerpt}`, '+excerpt: Typed.'])
})

test('without a network a save waits on this device, and becomes one commit', async () => {
  const page = await site.edit('news', 1, { expected: /ERR_|Failed to fetch/ })
  const excerpt = await page.getByLabel('Excerpt').inputValue()
  await page.getByLabel('Excerpt').fill('Typed offline.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Offline')
  await page.locator('.notice').getByText('Your last change waits on this device.').waitFor()
  await page.context().setOffline(false)
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual([`-excerpt: ${excerpt}`, '+excerpt: Typed offline.'])
})

test('Move URL says what it does, and does it in one commit', { tags: ['thorough'] }, async () => {
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

test('a conflict is resolved with keys only, and letters in its fields are text', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 3, { expected: /409/ })
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByLabel('Excerpt').fill('My excerpt.')
  await typeInBody(page, ' Mine.')
  await commitNatively('articles/linking.md', (text) =>
    text
      .replace('title: Linking', 'title: Theirs')
      .replace('excerpt: What it says.', 'excerpt: Their excerpt.')
      .replace(/\)\.\n$/, '). Theirs.\n'),
  )
  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby') ?? '')
  const place = (name: string) => dialog.getByRole('region', { name })
  await dialog.getByText('0 of 3 resolved').waitFor()
  expect(await focused()).toContain('title')
  await dialog.getByText('Still to resolve: Title, Excerpt, Text 1.').waitFor()
  await page.keyboard.press('ControlOrMeta+s')
  expect(await dialog.isVisible()).toBe(true)
  await page.keyboard.press('j')
  await page.keyboard.press('2')
  await dialog.getByText('1 of 3 resolved').waitFor()
  await expect.poll(focused).toContain('text')
  await page.keyboard.press('e')
  const field = dialog.getByLabel('Text 1 to save')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' jk120')
  expect(await field.inputValue()).toMatch(/\)\. Mine\. jk120$/)
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('text')
  await expectAccessible(page, [390, 1280])
  await page.keyboard.press('n')
  await expect.poll(focused).toContain('title')
  await page.keyboard.press('Alt+Digit1')
  await dialog.getByText('3 of 3 resolved').waitFor()
  await place('Title').getByText('Yours', { exact: true }).first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save Changes')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual([
    '-title: Theirs',
    '+title: Mine',
    expect.stringMatching(/^-.*\)\. Theirs\.$/),
    expect.stringMatching(/^\+.*\)\. Mine\. jk120$/),
  ])
})

test('a save that makes the file too long is refused in one sentence; the typed text survives a reload and is saved when it is shorter', {
  tags: ['thorough'],
}, async () => {
  await commitNatively('news/first.md', (text) =>
    text.replace('\n---\n', `\n${`# ${'n'.repeat(997)}\n`.repeat(33).slice(0, 32_500)}\n---\n`),
  )
  const ada = await site.administrator()
  await expect
    .poll(async () => ((await ada.call('GET', '/api/news/1')).body as { revision: string }).revision)
    .toBe(
      await site
        .repository()
        .git('rev-parse', 'HEAD:content/news/first.md')
        .then((blob) => blob.trim()),
    )
  const page = await site.edit('news', 1, { expected: /422/ })
  const commit = await site.head()
  const excerpt = 'More than fits. '.repeat(30).trim()
  await typeInBody(page, ' Typed at the end.')
  await page.getByLabel('Excerpt').fill(excerpt)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Failed to update content').first().waitFor()
  expect(await page.locator('.notice').textContent()).toMatch(/^The frontmatter is larger than 32 KB\./)
  const expectTyped = async () => {
    await waitForState(page, 'Unsaved')
    expect(await page.getByLabel('Excerpt').inputValue()).toBe(excerpt)
    expect(await page.locator('.ProseMirror').textContent()).toMatch(/ Typed at the end\.$/)
    expect(await site.head()).toBe(commit)
  }
  await expectTyped()
  await page.reload()
  await page.locator('.ProseMirror').waitFor()
  await expectTyped()
  await page.getByLabel('Excerpt').fill('Short.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual(expect.arrayContaining(['+excerpt: Short.']))
})
