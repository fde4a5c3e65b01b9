import { expect, test } from 'vitest'
import { admin } from '../signed-in-site.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { gate, heldToast, overflowing } from './browser.ts'
import {
  chooseFeatured,
  draftSite,
  emptyRequired,
  follow,
  goToEditor,
  longText,
  openEditor,
  pastePicture,
  picture,
  save,
  typeInBody,
  waitForRequired,
  waitForState,
} from './draft-site.ts'

const site = draftSite()

test('the editor says that it is loading, shows all fields of an article, analyzes its text, and shows errors at their fields; a slug follows the title, and dates publish by the clock of the site, not of the device', async () => {
  const { opened, open } = gate()
  const page = await site.visit('/admin/draft-editor?id=1&type=articles', {
    expected: /404|422/,
    prepare: (context) => context.clock.setSystemTime(Date.now() + 600_000),
    arrange: (page) =>
      page.route('**/api/articles/1', async (route) => {
        await opened
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
  await page.locator('.ProseMirror').waitFor()
  await page.setViewportSize({ width: 360, height: 700 })
  // The layout changes after the browser has reported the new width.
  await expect.poll(() => overflowing(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  const analysis = page.getByRole('tab', { name: 'SEO Analysis' })
  await analysis.click()
  await page.getByText('SEO score').waitFor()
  expect(await page.locator('[data-part="seo-keyword"]').count()).toBe(5)
  await page.getByRole('button', { name: 'Show All' }).click()
  expect(await page.locator('[data-part="seo-keyword"]').count()).toBeGreaterThan(5)
  expect(await page.locator('[data-part="seo-score"]').getAttribute('data-color')).toMatch(
    /^(green|yellow|red)$/,
  )
  await page.getByText('What to do').waitFor()
  await page.getByText('Warp modes · Test Notes').waitFor()
  await expectAccessible(page, [1280])

  // A primary keyword comes first among the tags, and goes with its tag.
  await page.getByRole('button', { name: 'Make primary: warp markers' }).click()
  await page.getByText('Primary keyword set').first().waitFor()
  await page.getByText('"warp markers" is now your primary keyword.').first().waitFor()
  await page.getByRole('button', { name: 'Primary: warp markers' }).waitFor()
  expect(await page.locator('[data-part="tag-chip"]').allTextContents()).toEqual([
    'warp markers',
    'warp',
  ])
  await page.getByRole('button', { name: 'Remove warp markers' }).click()
  await page.getByRole('button', { name: 'Make primary: warp markers' }).waitFor()
  await page.getByRole('button', { name: 'Remove warp' }).click()
  await page.getByText('No tags added yet').waitFor()
  await page.getByRole('button', { name: '+ tutorial' }).waitFor()
  await page.getByRole('tab', { name: 'Editor' }).click()
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await analysis.click()
  await page.getByText('No content to analyze').waitFor()
  await page.getByText('Add content in the editor tab first to enable SEO analysis').waitFor()

  await page.getByRole('button', { name: 'Back to Content' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin/manage-content')
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()

  // Addresses without an item, and of one that does not exist.
  await follow(page, '/admin/draft-editor?type=articles')
  await page.getByText('Missing content ID or type').waitFor()
  await follow(page, '/admin/draft-editor?type=articles&id=99')
  await page.getByText('This content does not exist').waitFor()

  // Errors are shown at their fields.
  await goToEditor(page, 'articles', 2)
  const commit = await site.head()
  const [title, slug] = [page.getByLabel('Title', { exact: true }), page.getByLabel('URL Slug')]
  const excerpt = await page.getByLabel('Excerpt').inputValue()
  await emptyRequired(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForRequired(page)
  expect(await title.getAttribute('aria-invalid')).toBe('true')
  expect(await title.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Meta Description').getAttribute('maxlength')).toBe('160')
  expect(await site.head()).toBe(commit)

  // The slug of a draft follows the title until another one is written.
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByLabel('Excerpt').fill(excerpt)
  await title.fill('Größe & More')
  expect(await slug.inputValue()).toBe('grosse-more')
  await title.fill('A better plan')
  expect(await slug.inputValue()).toBe('a-better-plan')
  await slug.fill('linking')
  await title.fill('The best plan')
  expect(await slug.inputValue()).toBe('linking')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText("The slug 'linking' is taken by 'Linking'.").first().waitFor()
  await page.getByText('Failed to update content').first().waitFor()
  expect(await slug.getAttribute('aria-invalid')).toBe('true')
  await slug.fill('own')
  await save(page)
  const { lines } = await site.lastChange()
  expect(lines).toContain('+title: The best plan')
  expect(lines).toContain('+slug: own')

  // Scheduled, published and unpublished.
  await page.getByText('Visitors don’t see it. Set a date to publish or schedule it.').waitFor()
  await page.getByLabel('Publication Date').fill('2099-07-01T12:30')
  await page.getByText('It appears by itself on July 1, 2099, 12:30 PM (Europe/Berlin).').waitFor()
  await save(page)
  expect((await site.lastChange()).lines.join()).toMatch(/\+publishedAt: .?2099-07-01T10:30:00/)
  expect(await slug.getAttribute('readonly')).not.toBeNull()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('On the site since').waitFor()
  expect((await site.lastChange()).lines.join()).toMatch(
    /-publishedAt: .?2099.*\+publishedAt: .?20/,
  )
  expect(await page.getByRole('link', { name: 'View page' }).getAttribute('href')).toBe(
    '/article/own',
  )
  expect(await (await fetch(`${site.url()}/article/own`)).text()).toContain('The best plan')
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('Will be taken off the site when you save.').waitFor()
  await page.getByText('Published', { exact: true }).waitFor()
  await save(page)
  expect((await site.lastChange()).lines.join()).toMatch(/^-publishedAt/)
  expect((await fetch(`${site.url()}/article/own`)).status).toBe(404)

  // A category in another spelling keeps its bytes.
  await goToEditor(page, 'articles', 4)
  const category = page.getByLabel('Category')
  expect(await category.inputValue()).toBe('sound_design')
  await category.selectOption('plugins')
  await category.selectOption('sound_design')
  await page.getByLabel('Read Time').fill('')
  await title.focus()
  expect(await page.getByLabel('Read Time').inputValue()).toBe('1')
  await page.getByLabel('Featured', { exact: true }).check()
  await save(page)
  expect((await site.lastChange()).lines.toSorted()).toEqual(['+featured: true', '+readTime: 1'])
})

test('a save is one commit of what was typed, by button or Mod+S, and can be undone', async () => {
  const page = await site.edit('articles', 3, {
    arrange: (page) => page.route('**/markdown-worker*', () => new Promise(() => {})),
  })
  const body = page.locator('.ProseMirror')
  await waitForState(page, 'Saved')
  // Before the editor has converted it to Markdown, too.
  await typeInBody(page, ' One more.')
  await waitForState(page, 'Unsaved')
  await page.unroute('**/markdown-worker*')

  await openEditor(page, 'articles', 1)
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

  // A redo without a previous undo changes nothing. Mod+S saves the last words, and only edited
  // parts.
  const before = await body.textContent()
  await typeInBody(page, ' And more.')
  for (const key of ['z', 'Shift+z', 'Shift+z', 'Shift+z', 'Shift+z'])
    await page.keyboard.press(`ControlOrMeta+${key}`)
  expect(await body.textContent()).toMatch(/ And more\.$/)
  await page.keyboard.press('ControlOrMeta+s')
  const message = await heldToast(page, 'Your content has been updated successfully.')
  expect((await site.lastChange()).lines).toEqual([`-${longText}`, `+${longText} And more.`])
  await message.getByRole('button', { name: 'Undo' }).click()
  await heldToast(page, 'Change undone')
  await expect.poll(() => body.textContent()).toBe(before)
  // The news of the change does not replace the message.
  await page.getByText('Change undone').first().waitFor()
  await waitForState(page, 'Saved')
  expect((await site.lastChange()).lines).toEqual([`-${longText} And more.`, `+${longText}`])
  // The same words from the same version are another save, not the first one sent again.
  await typeInBody(page, ' And more.')
  await save(page)
  expect((await site.lastChange()).lines).toEqual([`-${longText}`, `+${longText} And more.`])

  // Text typed during a save stays, and a click on a link in the text does not navigate.
  await goToEditor(page, 'articles', 3)
  await page.getByText('This is a draft, not the file.').waitFor()
  const { opened, open } = gate()
  await page.route('**/api/articles/3', async (route) => {
    if (route.request().method() === 'PATCH') await opened
    await route.continue()
  })
  await page.getByLabel('Excerpt').fill('Typed.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Saving...' }).waitFor()
  await waitForState(page, 'Saving')
  await page.locator('.ProseMirror a').click()
  await page.getByLabel('Excerpt').fill('Typed meanwhile.')
  open()
  await waitForState(page, 'Unsaved')
  await save(page)
  expect((await site.lastChange()).lines).toEqual([
    '-excerpt: Typed.',
    '+excerpt: Typed meanwhile.',
  ])
})

test('unsaved changes are not left without a question, by button, link or Back, and an expired session loses nothing; a news item has free text for its category, and the articles of an issue are added, written, ordered, removed and previewed', async () => {
  const page = await site.visit('/admin/users', {
    session: 'own',
    expected: /401|ERR_FAILED|Failed to fetch/,
  })
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
  const stay = async () => {
    await question.waitFor()
    expect(page.url()).toBe(address)
    await page.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await excerpt.inputValue()).toBe('Unsaved.')
  }
  await page.getByRole('button', { name: 'Back to Content' }).click()
  await stay()
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Dashboard' })
    .click()
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.goBack()
  await stay()
  await page.goBack()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin/manage-content')
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()

  await follow(page, address)
  await excerpt.fill('Unsaved again.')
  await page.getByRole('button', { name: 'Back to Content' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin/manage-content')
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()

  // A session that expires during typing: a login over the screen continues the save.
  await goToEditor(page, 'articles', 4)
  await site.endSession(page)
  await typeInBody(page, ' Typed when')
  // What the page notices by itself takes no key from somebody who is typing.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await page.getByText('You are signed out. What you have typed is still here.').waitFor()
  await page.keyboard.type(' the session was over.')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  expect(await dialog.count()).toBe(0)
  expect(await page.getByText('Offline').count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+s')
  await page.keyboard.type(' Nor here.')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  const password = dialog.getByLabel('Password')
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(admin.ADMIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await waitForState(page, 'Unsaved')
  await save(page)
  const { message, lines } = await site.lastChange()
  expect(message).toBe('Update article: Odd one')
  expect(lines.at(-1)).toContain('Typed when the session was over. Nor here.')

  // Other kinds of content.
  await goToEditor(page, 'news', 1)
  await page.getByRole('heading', { level: 1, name: 'Edit News', exact: true }).waitFor()
  expect(await page.getByLabel('Read Time').count()).toBe(0)
  await page.getByLabel('Category').fill('updates')
  await save(page)
  expect(await site.lastChange()).toMatchObject({
    message: 'Update news: First news',
    lines: ['-category: releases', '+category: updates'],
  })

  await goToEditor(page, 'newsletters', 1)
  await page.getByRole('heading', { level: 1, name: 'Edit Newsletter', exact: true }).waitFor()
  expect(await page.getByText('Content Settings').count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 700 })
  await expect.poll(() => overflowing(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
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

  // The preview shows what is typed and pictures that wait for their upload; a failed one says what
  // to do.
  await page.getByLabel('Title', { exact: true }).fill('Issue one, anew')
  await page.route('**/api/{health,preview}', (route) => route.abort())
  await page.route('**/api/media', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await chooseFeatured(page, await picture('Front.png', '#0a7'))
  await page.locator('[data-part="draft-image"][src^="blob:"]').waitFor()
  await pastePicture(page, await picture('Waiting.png', '#27c'))
  await page.locator('.editor-waiting img[src^="blob:"]').waitFor()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const shown = page.getByRole('dialog')
  await shown.getByText('Your text is kept: go on writing').waitFor()
  await expectAccessibleAs(page, 'dark')
  await page.unroute('**/api/{health,preview}')
  await shown.getByRole('button', { name: 'Try again' }).click()
  const preview = page.frameLocator('.preview-frame')
  await preview.getByRole('heading', { level: 1, name: 'Issue one, anew' }).waitFor()
  await preview.getByText('Third text.').waitFor()
  const pictures = preview.locator('img[src^="blob:"]')
  const widths = () =>
    pictures.evaluateAll((all: Array<HTMLImageElement>) =>
      all.map((image) => image.naturalWidth > 1),
    )
  await expect.poll(widths).toEqual([true, true])
  const frame = page.locator('.preview-frame')
  await shown.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(() => frame.evaluate((element) => element.clientWidth)).toBeLessThan(400)
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
})
