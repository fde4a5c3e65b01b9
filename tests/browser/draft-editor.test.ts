import { expect, test } from 'vitest'
import { admin } from '../signed-in-site.ts'
import { expectAccessible } from './axe.ts'
import { heldToast, overflowing } from './browser.ts'
import { draftSite, longText, save, typeInBody, waitForState } from './draft-site.ts'

const site = draftSite()

test('a redo without a previous undo changes nothing', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 4, {})
  await typeInBody(page, ' Once.')
  for (const key of ['z', 'Shift+z', 'Shift+z', 'Shift+z', 'Shift+z']) await page.keyboard.press(`ControlOrMeta+${key}`)
  expect(await page.locator('.ProseMirror p').textContent()).toMatch(/ Once\.$/)
})

test('shows that it is loading, then all fields of an article', async () => {
  let open = () => {}
  const held = new Promise<void>((resolve) => {
    open = resolve
  })
  const page = await site.visit('/admin/draft-editor?id=1&type=articles', {
    arrange: (page) =>
      page.route('**/api/articles/1', async (route) => {
        await held
        await route.continue()
      }),
  })
  await page.getByText('Loading content...').waitFor()
  open()
  await page.getByRole('heading', { level: 1, name: 'Edit Article', exact: true }).waitFor()
  await waitForState(page, 'Saved')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Warp modes')
  expect(await page.getByLabel('URL Slug').inputValue()).toBe('warp')
  expect(await page.getByLabel('URL Slug').getAttribute('readonly')).not.toBeNull()
  expect(await page.getByLabel('Publication Date').inputValue()).toBe('2026-01-02T00:00')
  for (const text of [
    'URL slugs cannot be changed after publication to maintain SEO integrity',
    '100-150 characters recommended',
    '0/160',
    'On the site since January 2, 2026, 12:00 AM (Europe/Berlin). Empty the date to make it a draft again.',
    'Content Settings',
    'Press Enter to add',
    'Featured Image',
    'Click to add a featured image',
  ])
    await page.getByText(text).first().waitFor()
  for (const name of ['Back to Content', 'Preview', 'Save Changes', 'Add Image', 'Move URL'])
    await page.getByRole('button', { name, exact: true }).first().waitFor()
  const categories = await page.getByLabel('Category').locator('option').allTextContents()
  expect(categories).toEqual([
    'Workflow',
    'Mixing',
    'Sound Design',
    'Composition',
    'Mastering',
    'Live Performance',
    'Ableton Push',
    'Plugins',
  ])
  await page.getByRole('button', { name: 'Remove warp' }).click()
  await page.getByText('No tags added yet').waitFor()
  for (const tag of ['ableton', 'production', 'tutorial', 'midi', 'audio', 'plugin'])
    await page.getByRole('button', { name: `+ ${tag}` }).waitFor()
})

test.each([
  ['type=news&id=1', 'Edit News'],
  ['type=newsletters&id=1', 'Edit Newsletter'],
  ['type=podcasts&id=1', 'Edit podcast'],
  ['id=1', 'Edit Content'],
])('is titled by the type: %s', { tags: ['thorough'] }, async (query, title) => {
  const page = await site.visit(`/admin/draft-editor?${query}`, { walk: 'titles' })
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
})

test('reports an address without an item, and a deleted item', { tags: ['thorough'] }, async () => {
  const page = await site.visit('/admin/draft-editor?type=articles', { expected: /404/ })
  await page.getByText('Missing content ID or type').waitFor()
  await page.goto('/admin/draft-editor?type=articles&id=99')
  await page.getByText('This content does not exist').waitFor()
})

test('saves one changed line in one commit, and stays', async () => {
  const page = await site.edit('articles', 1)
  await page.getByLabel('Excerpt').fill('What warp modes do.')
  await waitForState(page, 'Unsaved')
  await save(page)
  expect(await site.lastChange()).toEqual({
    message: 'Update article: Warp modes',
    author: 'ada',
    files: ['content/articles/warp.md'],
    lines: ['-excerpt: What it says.', '+excerpt: What warp modes do.'],
  })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Edit Article')
  const commit = await site.head()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Nothing to save').first().waitFor()
  expect(await site.head()).toBe(commit)
})

test('saves the body by Mod+S with its last words, and changes only edited parts', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 2)
  await typeInBody(page, ' And more.')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Your content has been updated successfully.').first().waitFor()
  expect((await site.lastChange()).lines).toEqual([`-${longText}`, `+${longText} And more.`])
})

test('Undo in the message about a save reverts its commit, and the editor shows the text as it was', async () => {
  const page = await site.edit('articles', 2)
  const body = page.locator('.ProseMirror')
  const before = await body.textContent()
  await typeInBody(page, ' Too much.')
  await page.keyboard.press('ControlOrMeta+s')
  const message = await heldToast(page, 'Your content has been updated successfully.')
  const [taken, added] = (await site.lastChange()).lines.map((line) => line.slice(1))
  await message.getByRole('button', { name: 'Undo' }).click()
  await heldToast(page, 'Change undone')
  await expect.poll(() => body.textContent()).toBe(before)
  // The news of the change does not replace the message.
  await page.getByText('Change undone').first().waitFor()
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual([`-${added}`, `+${taken}`])
})

test('is unsaved as soon as something is typed, even before the editor has converted it to Markdown', {
  tags: ['thorough'],
}, async () => {
  const page = await site.edit('articles', 2, {
    arrange: (page) => page.route('**/markdown-worker*', () => new Promise(() => {})),
  })
  await waitForState(page, 'Saved')
  await typeInBody(page, ' One more.')
  await waitForState(page, 'Unsaved')
})

test('shows Saving... during the save', { tags: ['thorough'] }, async () => {
  let open = () => {}
  const held = new Promise<void>((resolve) => {
    open = resolve
  })
  const page = await site.edit('articles', 3, {
    arrange: (page) =>
      page.route('**/api/articles/3', async (route) => {
        if (route.request().method() === 'PATCH') await held
        await route.continue()
      }),
  })
  await page.getByLabel('Excerpt').fill('Typed.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Saving...' }).waitFor()
  await waitForState(page, 'Saving')
  // Text typed meanwhile stays, and a click on a link in the text does not navigate.
  await page.locator('.ProseMirror a').click()
  await page.getByLabel('Excerpt').fill('Typed meanwhile.')
  open()
  await waitForState(page, 'Unsaved')
  await save(page)
  expect((await site.lastChange()).lines).toEqual(['-excerpt: Typed.', '+excerpt: Typed meanwhile.'])
})

test('shows errors at their fields and sends nothing', { tags: ['thorough'] }, async () => {
  const commit = await site.head()
  const page = await site.edit('articles', 2)
  for (const label of ['Title', 'URL Slug', 'Excerpt']) await page.getByLabel(label, { exact: true }).fill('')
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  for (const text of ['Title is required', 'Slug is required', 'Excerpt is required', 'Content is required'])
    await page.getByText(text, { exact: true }).waitFor()
  const title = page.getByLabel('Title', { exact: true })
  expect(await title.getAttribute('aria-invalid')).toBe('true')
  expect(await title.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Meta Description').getAttribute('maxlength')).toBe('160')
  expect(await site.head()).toBe(commit)
})

test('a slug that is taken is reported at its field', async () => {
  const page = await site.edit('articles', 2, { expected: /422/ })
  await page.getByLabel('URL Slug').fill('linking')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText("The slug 'linking' is taken by 'Linking'.").first().waitFor()
  await page.getByText('Failed to update content').first().waitFor()
  expect(await page.getByLabel('URL Slug').getAttribute('aria-invalid')).toBe('true')
})

test('the slug of a draft follows the title until another one is written', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 2)
  const [title, slug] = [page.getByLabel('Title', { exact: true }), page.getByLabel('URL Slug')]
  await slug.fill('')
  await title.fill('Größe & More')
  expect(await slug.inputValue()).toBe('groe-more')
  await title.fill('A better plan')
  expect(await slug.inputValue()).toBe('a-better-plan')
  await slug.fill('own')
  await title.fill('The best plan')
  expect(await slug.inputValue()).toBe('own')
  await save(page)
  const { lines } = await site.lastChange()
  expect(lines).toContain('+title: The best plan')
  expect(lines).toContain('+slug: own')
})

test('schedules, publishes and unpublishes by the clock of the site', async () => {
  const page = await site.edit('articles', 2)
  const title = await page.getByLabel('Title', { exact: true }).inputValue()
  const address = `/article/${await page.getByLabel('URL Slug').inputValue()}`
  await page.getByText('Visitors don’t see it. Set a date to publish or schedule it.').waitFor()
  await page.getByLabel('Publication Date').fill('2099-07-01T12:30')
  await page.getByText('It appears by itself on July 1, 2099, 12:30 PM (Europe/Berlin).').waitFor()
  await save(page)
  expect((await site.lastChange()).lines.join()).toMatch(/\+publishedAt: .?2099-07-01T10:30:00/)
  expect(await page.getByLabel('URL Slug').getAttribute('readonly')).not.toBeNull()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('Save to publish it').waitFor()
  await save(page)
  await page.getByText('On the site since').waitFor()
  expect(await page.getByRole('link', { name: 'View page' }).getAttribute('href')).toBe(address)
  expect((await (await fetch(`${site.url()}${address}`)).text()).includes(title)).toBe(true)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await save(page)
  expect((await site.lastChange()).lines.join()).toMatch(/^-publishedAt/)
  expect((await fetch(`${site.url()}${address}`)).status).toBe(404)
})

test('a category in another spelling keeps its bytes', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 4)
  const category = page.getByLabel('Category')
  expect(await category.inputValue()).toBe('sound_design')
  await category.selectOption('plugins')
  await category.selectOption('sound_design')
  await page.getByLabel('Read Time').fill('')
  await page.getByLabel('Title', { exact: true }).focus()
  expect(await page.getByLabel('Read Time').inputValue()).toBe('1')
  await page.getByLabel('Featured', { exact: true }).check()
  await save(page)
  const { lines } = await site.lastChange()
  expect(lines.filter((line) => line.startsWith('-'))).toEqual([])
  expect(lines.sort()).toEqual(['+featured: true', '+readTime: 1'])
})

test('a primary keyword comes first among the tags, and goes with its tag', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 1)
  await page.getByRole('tab', { name: 'SEO Analysis' }).click()
  await page.getByRole('button', { name: 'Make primary: warp markers' }).click()
  await page.getByText('Primary keyword set').first().waitFor()
  await page.getByText('"warp markers" is now your primary keyword.').first().waitFor()
  await page.getByRole('button', { name: 'Primary: warp markers' }).waitFor()
  expect(await page.locator('[data-part="tag-chip"]').allTextContents()).toEqual(['warp markers', 'warp'])
  await page.getByRole('button', { name: 'Remove warp markers' }).click()
  await page.getByRole('button', { name: 'Make primary: warp markers' }).click()
  await save(page)
  expect((await site.lastChange()).lines.join()).toContain('warp markers, warp')
})

test('the SEO tab analyzes text, and says when there is none', { tags: ['thorough'] }, async () => {
  const page = await site.edit('articles', 1)
  const analysis = page.getByRole('tab', { name: 'SEO Analysis' })
  await analysis.click()
  await page.getByText('SEO score').waitFor()
  expect(await page.locator('[data-part="seo-keyword"]').count()).toBe(5)
  await page.getByRole('button', { name: 'Show All' }).click()
  expect(await page.locator('[data-part="seo-keyword"]').count()).toBeGreaterThan(5)
  expect(await page.locator('[data-part="seo-score"]').getAttribute('data-color')).toMatch(/^(green|yellow|red)$/)
  await page.getByText('What to do').waitFor()
  await page.getByText('Warp modes · Test Notes').waitFor()
  await page.getByRole('tab', { name: 'Editor' }).click()
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await analysis.click()
  await page.getByText('No content to analyze').waitFor()
  await page.getByText('Add content in the editor tab first to enable SEO analysis').waitFor()
})

test('asks before unsaved changes are left, by button and by link', async () => {
  const page = await site.edit('articles', 1)
  await page.getByLabel('Excerpt').fill('Unsaved.')
  const question = page.getByText('You have unsaved changes. Are you sure you want to go back?')
  await page.getByRole('button', { name: 'Back to Content' }).click()
  await question.waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('Unsaved.')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click()
  await question.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back to Content' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin/manage-content')
})

test("asks before the browser's Back leaves unsaved changes, and goes there", { tags: ['thorough'] }, async () => {
  const page = await site.visit('/admin/users')
  await page.getByRole('link', { name: 'Manage Content' }).click()
  await page
    .getByRole('link', { name: /Warp modes|^Open in Editor$/ })
    .first()
    .click()
  await page.waitForURL('**/admin/draft-editor?**')
  const excerpt = page.getByLabel('Excerpt')
  await excerpt.fill('Unsaved.')
  await waitForState(page, 'Unsaved')
  const question = page.getByText('You have unsaved changes. Are you sure you want to go back?')
  const address = page.url()
  for (let time = 0; time < 2; time++) {
    await page.goBack()
    await question.waitFor()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Stay' }).click()
  }
  expect(await excerpt.inputValue()).toBe('Unsaved.')
  await page.goBack()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin/manage-content')
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
})

test('a session that expires during typing loses nothing: a login over the screen continues the save', {
  tags: ['thorough'],
}, async () => {
  const page = await site.visit('/admin/draft-editor?id=3&type=articles', { session: 'own', expected: /401/ })
  await typeInBody(page, ' Typed when the session was over.')
  await site.endSession(page)
  await page.keyboard.press('ControlOrMeta+s')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.waitFor()
  await dialog.getByLabel('Password').fill(admin.ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await waitForState(page, 'Saved')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Typed when the session was over.').waitFor()
  const { message, lines } = await site.lastChange()
  expect(message).toBe('Update article: Linking')
  expect(lines.at(-1)).toContain('Typed when the session was over.')
})

test('a news item is edited with free text for its category', { tags: ['thorough'] }, async () => {
  const page = await site.edit('news', 1)
  expect(await page.getByLabel('Read Time').count()).toBe(0)
  await page.getByLabel('Category').fill('updates')
  await save(page)
  expect(await site.lastChange()).toMatchObject({
    message: 'Update news: First news',
    lines: ['-category: releases', '+category: updates'],
  })
})

test('the articles of an issue are added, written, ordered and removed', async () => {
  const page = await site.edit('newsletters', 1)
  expect(await page.getByText('Content Settings').count()).toBe(0)
  await page.getByLabel('Issue Number').fill('7')
  await page.getByRole('button', { name: 'Add Article' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Title is required').waitFor()
  await page.getByLabel('Title of article 3').fill('Three')
  await typeInBody(page, 'Third text.', 3)
  await page.getByRole('button', { name: 'Move article 3 up' }).click()
  await page.getByRole('button', { name: 'Remove article 1' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  expect(await page.getByLabel('Title of article 1').inputValue()).toBe('Three')
  expect(await page.getByLabel('Title of article 2').inputValue()).toBe('Two')
  await page.getByLabel('Description').fill('New words.')
  await save(page)
  const ada = await site.administrator()
  const { body } = await ada.call<{ articles: Array<object> }>('GET', '/api/newsletters/1')
  expect(body).toMatchObject({ issueNumber: 7, description: 'New words.' })
  expect(body.articles).toMatchObject([
    { title: 'Three', markdown: 'Third text.\n' },
    { title: 'Two', markdown: 'Second text.' },
  ])
  expect((await site.lastChange()).files).toEqual(['content/newsletters/001-issue.md'])
})

test('the preview shows what is typed as its own page would', async () => {
  const page = await site.edit('articles', 1)
  await page.getByLabel('Title', { exact: true }).fill('Warp modes, anew')
  await typeInBody(page, ' Typed.')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await dialog.getByText('5 min read').first().waitFor()
  const frame = page.frameLocator('.preview-frame')
  await frame.getByRole('heading', { level: 1, name: 'Warp modes, anew' }).waitFor()
  await frame.locator('.prose').getByText('Typed.').waitFor()
  await dialog.getByRole('button', { name: 'Phone' }).click()
  expect(await page.locator('.preview-frame').evaluate((element) => element.clientWidth)).toBeLessThan(400)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('is accessible, and fits on a phone', { tags: ['thorough'] }, async () => {
  const page = await site.edit('newsletters', 1)
  await page.setViewportSize({ width: 360, height: 700 })
  // The layout changes after the browser has reported the new width.
  await expect.poll(() => overflowing(page)).toEqual([])
  await page.goto('/admin/draft-editor?id=1&type=articles')
  await page.locator('.ProseMirror').waitFor()
  expect(await overflowing(page)).toEqual([])
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'SEO Analysis' }).click()
  await page.getByText('SEO score').waitFor()
  await expectAccessible(page)
})
