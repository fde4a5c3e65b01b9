import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAs } from './axe.ts'
import { gate } from './browser.ts'
import { analyze, creatorAddress, creatorSite, prepareAgain, toast } from './creator-site.ts'
import { emptyRequired, follow, longText, typeInBody, waitForRequired } from './draft-site.ts'

const site = creatorSite()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const excerpt = (page: Page) => page.getByLabel('Excerpt')
const year = new Date().getUTCFullYear()
async function arrived(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/admin/manage-content' && url.search === '')
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()
}

async function removeTags(page: Page): Promise<void> {
  const remove = page.locator('[data-part="tag-chip"] button')
  while (await remove.count()) await remove.first().click()
}

/** The address of edit mode. */
function editAddress(item: object | string, contentType = 'article'): string {
  const content = typeof item === 'string' ? item : JSON.stringify(item)
  return `${creatorAddress}?${new URLSearchParams({ edit: 'true', contentType, content })}`
}

/** Follows a link to edit mode; `reload` loads the document, which asks nothing. */
async function edit(
  page: Page,
  item: object | string,
  contentType = 'article',
  reload = false,
): Promise<void> {
  const address = editAddress(item, contentType)
  await (reload ? page.goto(address) : follow(page, address))
  await page.getByRole('heading', { level: 1, name: 'Edit Content' }).waitFor()
  await page.locator('.ProseMirror').waitFor()
}

test('an article is prepared, checked, previewed and published in one commit; going back keeps its text, the SEO tab sets the keyword, a refused save says why, and a draft needs no tags; edit mode proposes the text of its address, and changes of others are applied or offered as a merge', async () => {
  const page = await site.prepare('Article', {
    expected: /^4(?:04|09|22) |RequestError|Failed to create|can’t be read/,
  })
  const commit = await site.head()
  const slug = page.getByLabel('URL Slug')
  await page.getByText('Step 2 of 2').waitFor()
  expect(await title(page).inputValue()).toBe('Warp modes, compared')
  expect(await slug.inputValue()).toBe('warp-modes-compared')
  await page.getByText('/article/', { exact: true }).waitFor()
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Editor', 'SEO Optimization'])
  await button(page, 'Remove It From the Text').click()
  await expect.poll(() => page.locator('.ProseMirror').textContent()).toMatch(/^Warp modes decide/)
  await page.locator('.ProseMirror:focus').waitFor()

  // The featured image is picked and described.
  await button(page, 'Add Image').click()
  const images = page.getByRole('dialog', { name: 'Select Image' })
  await images.getByText('Choose an image from your gallery or upload a new one.').waitFor()
  await images.getByRole('tab', { name: 'URL' }).click()
  await images.getByLabel('Image URL').fill('/media/other.png')
  await images.getByRole('button', { name: 'Use Image' }).click()
  await page.getByLabel('Alt Text').fill('A zither')

  // Errors are shown at their fields, and nothing is sent.
  const described = await excerpt(page).inputValue()
  await emptyRequired(page)
  await expect.poll(() => button(page, 'Preview').isDisabled()).toBe(true)
  await removeTags(page)
  await button(page, 'Publish Article').click()
  const fewTags = page.getByText('At least 2 tags are recommended for better article discovery', {
    exact: true,
  })
  await waitForRequired(page)
  await fewTags.waitFor()
  expect(await title(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await expectAccessibleAs(page, 'dark')

  // Missing tags get the focus when everything else is valid.
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+z')
  await title(page).fill('Warp modes in short')
  expect(await slug.inputValue()).toBe('warp-modes-in-short')
  await excerpt(page).fill(described)
  await button(page, 'Publish Article').click()
  await fewTags.waitFor()
  const tags = page.getByLabel('Tags', { exact: true })
  await expect.poll(() => tags.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('bass')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect(await page.locator('[data-part="tag-chip"]').allTextContents()).toEqual(['bass'])
  expect(await site.head()).toBe(commit)

  await page.getByLabel('Category').selectOption({ label: 'Sound Design' })
  await page.getByRole('button', { name: '+ tutorial' }).click()
  await page.getByLabel('Reading Time').fill('')
  await page.getByRole('switch', { name: 'Featured' }).check()
  expect(await page.getByLabel('Reading Time').inputValue()).toBe('1')
  await typeInBody(page, ' Listen twice.')

  // The preview shows what is typed, dated today.
  await button(page, 'Preview').click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  const today = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: 'Europe/Berlin',
  }).format(new Date())
  await dialog.getByText(new RegExp(`Warp modes in short.*min read.*${today}`)).waitFor()
  await page.frameLocator('.preview-frame').getByText('Pick Beats for drums').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await button(page, 'Publish Article').click()
  expect(await toast(page, 'Content created')).toContain(
    'The article has been successfully created.',
  )
  await arrived(page)
  await page.getByRole('heading', { name: 'Warp modes in short' }).waitFor()
  const path = `articles/${year}/warp-modes-in-short.md`
  expect(await site.lastChange()).toMatchObject({
    message: 'Create article: Warp modes in short',
    author: 'ada',
    files: [`content/${path}`],
  })
  const text = await site.file(path)
  expect(text).toMatch(/^category: sound_design$/m)
  expect(text).toMatch(/^tags: \[bass, tutorial\]$/m)
  expect(text).toMatch(/^readTime: 1$/m)
  expect(text).toMatch(/^featured: true$/m)
  expect(text).toMatch(/^publishedAt: /m)
  expect(text).toMatch(/^imageUrl: \/media\/other\.png$/m)
  expect(text).toMatch(/^imageAlt: A zither$/m)
  expect(text).toContain('---\n\nWarp modes decide how')
  expect(text).toContain('- Pick Beats for drums\n- Pick Complex for a mix\n')
  expect(text).toMatch(/before you mix it\. Listen twice\.\n$/)

  // Going back keeps the text.
  await prepareAgain(page, 'Article')
  await button(page, 'Back to Content Input').click()
  await page.getByRole('heading', { level: 1, name: 'Paste Your Content' }).waitFor()
  await button(page, 'Continue Editing').click()
  await typeInBody(page, ' And more.')
  await button(page, 'Back to Content Input').click()
  const asked = 'You have unsaved changes. Are you sure you want to go back to the input step?'
  await page.getByText(asked).waitFor()
  await button(page, 'Stay').click()
  await page.getByRole('heading', { level: 1, name: 'Edit Content' }).waitFor()
  await button(page, 'Back to Content Input').click()
  await button(page, 'Go Back').click()
  expect(await page.getByLabel('Raw Content').inputValue()).toContain('• Pick Beats')
  await page.getByText('Your edited text is kept. Analyzing again replaces it.').waitFor()
  await button(page, 'Continue Editing').click()
  await page.locator('.ProseMirror').getByText('And more.').waitFor()
  await button(page, 'Back to Content Input').click()
  await button(page, 'Go Back').click()
  await analyze(page)
  expect(await page.locator('.ProseMirror').textContent()).not.toContain('And more.')

  await page.getByRole('tab', { name: 'SEO Optimization' }).click()
  await page.getByText('Best practice:').waitFor()
  await page.getByLabel('Meta Description').fill('x'.repeat(170))
  await page.getByText('170/160').waitFor()
  await page.getByText('SEO score').waitFor()
  await page.getByRole('button', { name: 'Make primary: modes' }).click()
  expect(await toast(page, 'Primary keyword set')).toContain('"modes" is now your primary keyword.')
  await expect
    .poll(() => page.locator('[data-part="tag-chip"][data-highlighted]').allTextContents())
    .toEqual(['modes'])
  // The analysis has proposed it as a tag, which keeps its place.
  expect(await page.locator('[data-part="tag-chip"]', { hasText: 'modes' }).count()).toBe(1)
  await expectAccessibleAs(page, 'light')
  await page.getByRole('tab', { name: 'Editor' }).click()

  // A refused save keeps the text, and gives the reason.
  const { opened, open } = gate()
  await page.route('**/api/articles', async (route) => {
    if (route.request().method() === 'POST') await opened
    await route.continue()
  })
  await page.getByLabel('URL Slug').fill('linking')
  await button(page, 'Publish Article').click()
  expect(await button(page, 'Saving...').isDisabled()).toBe(true)
  open()
  const message = "The slug 'linking' is taken by 'Linking'."
  expect(await toast(page, 'Failed to create content')).toContain(message)
  expect(await page.getByLabel('URL Slug').getAttribute('aria-invalid')).toBe('true')
  expect(await title(page).inputValue()).toBe('Warp modes, compared')
  await page.getByLabel('URL Slug').fill('linking-again')
  await button(page, 'Publish Article').click()
  await arrived(page)
  expect((await site.lastChange()).files).toEqual([`content/articles/${year}/linking-again.md`])

  // A draft is invisible to visitors, needs no tags, and is saved by Mod+S.
  await prepareAgain(page, 'Article')
  await removeTags(page)
  await title(page).fill('Not yet')
  await page.keyboard.press('ControlOrMeta+s')
  await toast(page, 'Content created')
  await arrived(page)
  expect(await site.file(`articles/${year}/not-yet.md`)).not.toMatch(/^publishedAt/m)
  expect((await fetch(`${site.url()}/article/not-yet`)).status).toBe(404)
  await editProposal(page)
})

/**
 * Edit mode takes its address as the proposed text, restores typed text, and reports what it can’t
 * do; changes of others are applied while nothing was typed, and offered as a merge after that.
 */
async function editProposal(page: Page) {
  const ada = await site.administrator()
  const { body: item } = await ada.call<{ content: string }>('GET', '/api/articles/1')
  const proposed = {
    ...item,
    revision: 'f'.repeat(40),
    title: 'Proposed title',
    slug: 'elsewhere',
    tags: ['warp', 'midi'],
    content: item.content.replace('in place', 'in its place'),
  }
  await page.goto(editAddress(proposed))
  await page
    .getByText('URL slugs cannot be changed after publication to maintain SEO integrity')
    .waitFor()
  expect(await title(page).inputValue()).toBe('Proposed title')
  expect(await page.getByLabel('URL Slug').inputValue()).toBe('warp')
  await button(page, 'Update Content').click()
  expect(await toast(page, 'Content updated')).toContain('The item has been successfully updated.')
  await arrived(page)
  const { files, lines, message } = await site.lastChange()
  expect({ files, message }).toEqual({
    files: ['content/articles/warp.md'],
    message: 'Update article: Proposed title',
  })
  expect(lines).toEqual([
    '-title: Warp modes',
    '+title: Proposed title',
    '-tags: [warp]',
    '+tags: [warp, midi]',
    `-${longText}`,
    `+${longText.replace('in place', 'in its place')}`,
  ])

  await edit(page, { id: 3, title: 'Proposed title' })
  await page.getByText('The address of this page proposes changes to the item.').waitFor()
  await button(page, 'Compare').click()
  await page
    .getByRole('dialog', { name: 'The file and your draft' })
    .getByText('Proposed')
    .waitFor()
  await page.keyboard.press('Escape')
  await title(page).fill('Typed after that')
  await page.reload()
  await page.getByText('This is a draft, not the file.').waitFor()
  expect(await title(page).inputValue()).toBe('Typed after that')
  await button(page, 'Discard').click()
  await expect.poll(() => title(page).inputValue()).toBe('Linking')

  // Content that can't be read.
  await edit(page, '%7Bbad')
  expect(await title(page).inputValue()).toBe('')
  await page.getByText('The address of this page holds no content that can be read.').waitFor()

  // A refused update.
  await edit(page, { id: 2, excerpt: '' }, 'article', true)
  await button(page, 'Update Content').click()
  await page.getByText('Excerpt is required').waitFor()
  await excerpt(page).fill('There')
  for (const tag of ['midi', 'audio']) await page.getByRole('button', { name: `+ ${tag}` }).click()
  await page
    .getByText('This item is a draft, and updating it changes nothing about that.')
    .waitFor()
  await button(page, 'Update Content').click()
  await arrived(page)
  expect((await site.lastChange()).lines).toContain('+excerpt: There')

  // Changes of others.
  await edit(page, { id: 4 })
  const native = (from: string, to: string) =>
    site.commitNatively('articles/hardware.md', (text) => text.replace(from, to))
  const notice = page.locator('.notice', { hasText: 'Somebody else has changed this meanwhile.' })
  await native('title: Odd one', 'title: Another one')
  await expect.poll(() => title(page).inputValue()).toBe('Another one')
  await excerpt(page).fill('Mine.')
  await native('Text.', 'Text, theirs.')
  await notice.getByText('Wren Writer, ').waitFor()
  expect(await page.locator('.ProseMirror').textContent()).toBe('Text.')
  await notice.getByRole('button', { name: 'Merge' }).click()
  await page.locator('.ProseMirror').getByText('Text, theirs.').waitFor()
  expect(await excerpt(page).inputValue()).toBe('Mine.')
  for (const tag of ['midi', 'audio']) await page.getByRole('button', { name: `+ ${tag}` }).click()
  await button(page, 'Update Content').click()
  await arrived(page)
  expect((await site.lastChange()).lines.filter((line) => !line.includes('tags'))).toEqual([
    '-excerpt: What it says.',
    '+excerpt: Mine.',
  ])
}
