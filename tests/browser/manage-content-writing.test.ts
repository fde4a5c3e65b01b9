import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { halves } from '../sample-pictures.ts'
import { adminInBrowser } from './admin.ts'
import { gate, heldToast, texts } from './browser.ts'
import { waitForStored } from './stored-entries.ts'

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/2026/warp.md': articleFile(
      {
        id: '1',
        title: 'Warp',
        category: 'hardware',
        tags: '[warp, audio] # as they come',
        abletonVersion: '11.3',
      },
      '* One\n* Two\n\nThree.',
    ),
    'articles/2026/linking.md': articleFile(
      { id: '2', title: 'Linking' },
      'See [it](/article/goes) and [it](/news/1).',
    ),
    'articles/2026/goes.md': articleFile({ id: '3', title: 'Goes' }),
    'articles/2026/dup.md': articleFile({ id: '4', title: "Somebody's" }, 'First.\n\nSecond.'),
    'articles/2026/contested.md': articleFile({ id: '5', title: 'Contested' }, 'First.\n\nSecond.'),
    'articles/2026/dirty.md': articleFile({ id: '6', title: 'Worked on' }),
    'media/2026/pads.png': await halves(64, 40).png().toBuffer(),
    'news/2026/item.md':
      '---\nid: 1\ntitle: Item\nexcerpt: E\ncategory: releases\ntags: [a]\npublishedAt: 2026-01-02\n---\n\nText.\n',
    'newsletters/2026/001-issue.md':
      '---\nid: 1\ntitle: Issue\nissueNumber: 1\ndescription: D\npublishedAt: 2026-01-02\narticles:\n  - title: Piece\n    content: "Some *words*."\n---\n\nHello.\n',
  },
})

const screen = '/admin/manage-content'
const git = (...args: Array<string>) => site.repository().git(...args)
const lastSubject = async () => (await git('log', '-1', '--format=%s')).trim()
const head = async () => (await git('rev-parse', 'HEAD')).trim()
const changedLines = async () =>
  (await git('show', '--format=', '-U0', 'HEAD'))
    .split('\n')
    .filter((line) => /^[+-](?![+-]{2})/.test(line))
const titles = (page: Page) => texts(page, '[data-item] h2')
const card = (page: Page, title: string) =>
  page.locator('[data-item]', { has: page.getByRole('heading', { name: title, exact: true }) })
const labels = (page: Page) => texts(page, 'dialog label')
const toast = (page: Page) => page.locator('[data-part="toast"]')
/** Waits for a toast with this title and text, both in one step: it disappears by itself. */
const toastShown = (page: Page, title: string, text: string) =>
  toast(page).filter({ hasText: title }).getByText(text).waitFor()

/** Shows the items of a type, without what the test did to calls. */
async function show(page: Page, type = 'Articles') {
  await page.unrouteAll()
  await page.getByRole('tab', { name: type, exact: true }).click()
  await page.locator('[data-item]').first().waitFor()
}

/** Opens the list. Some tests provoke rejections and a lost server. */
async function open() {
  const page = await site.visit(screen, { expected: /^(409|422|500) |status of 500/ })
  await page.locator('[data-item]').first().waitFor()
  return page
}

async function edit(page: Page, title: string) {
  await card(page, title).getByRole('button', { name: 'Quick Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').waitFor()
  return dialog
}

/** Delays the next call of a method until the gate is opened. */
async function delayCall(page: Page, method: string) {
  const { opened, open: release } = gate()
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === method) await opened
    await route.continue()
  })
  return release
}

test('items are created with the fields of their dialogs, edited, deleted and restored in one visit: one changed field is one changed line, typed text is not lost, and a conflict, uncommitted changes and a server that fails are named', async () => {
  const page = await open()
  await createItems(page)
  await show(page)
  await editItems(page)
  await show(page)
  await removeItems(page)
})

/**
 * An article is created with everything that its dialog offers, news with four fields, a newsletter
 * with its own, and typed text is not lost.
 */
async function createItems(page: Page) {
  // An article, published now.
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create article' })
  await expect
    .poll(() => labels(page))
    .toEqual([
      'Title',
      'Content',
      'Excerpt',
      'Category',
      'Read Time (minutes)',
      'Technique Level',
      'Ableton Version',
      'Featured',
      'Tags',
      'Image URL',
    ])
  await dialog.getByLabel('Title').fill('Made here')
  await dialog.getByLabel('Excerpt').fill('What it says.')
  await dialog.getByLabel('Content').fill('Some **Markdown**.\n')
  await dialog.getByLabel('Category').selectOption('sound_design')
  await dialog.getByLabel('Read Time (minutes)').fill('7')
  await dialog.getByLabel('Ableton Version').selectOption('live_12')
  await dialog.getByLabel('Featured').check()
  const tags = dialog.getByLabel('Tags')
  for (const typed of ['bass', ' bass ', '  ']) {
    await tags.fill(typed)
    await tags.press('Enter')
  }
  await dialog.getByRole('button', { name: '+ effects' }).click()
  const release = await delayCall(page, 'POST')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByRole('button', { name: 'Creating...' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Creating...' }).isDisabled()).toBe(true)
  release()
  await toastShown(page, 'Content created', 'The article has been successfully created.')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await titles(page))[0]).toBe('Made here')
  expect(await lastSubject()).toBe('Create article: Made here')
  const file = await git(
    'show',
    `HEAD:content/articles/${new Date().getUTCFullYear()}/made-here.md`,
  )
  expect(file).toMatch(/\n---\n\nSome \*\*Markdown\*\*\.\n$/)
  for (const line of [
    'category: sound_design',
    'readTime: 7',
    'featured: true',
    'techniqueLevel: beginner',
    'abletonVersion: live_12',
  ])
    expect(file).toContain(`${line}\n`)
  expect(file).toMatch(/tags:\s*(\[bass, effects\]|\n {2}- bass\n {2}- effects)\n/)
  const published = Date.parse(/publishedAt: "?([^"\n]+)/.exec(file)?.[1] ?? '')
  expect(Math.abs(published - Date.now())).toBeLessThan(60_000)
  await page.getByRole('button', { name: 'Create' }).click()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('')

  // What is typed runs in the direction of its first letter.
  const direction = () =>
    dialog.getByLabel('Title').evaluate((field) => getComputedStyle(field).direction)
  expect(await direction()).toBe('ltr')
  await dialog.getByLabel('Title').fill('הגיטרה (Warm Tone)')
  expect(await direction()).toBe('rtl')

  // Every way to close a dialog with typed text asks first.
  await dialog.getByLabel('Title').fill('Typed')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.mouse.click(5, 400),
  ]) {
    await close()
    await question.waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Typed')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create' }).click()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // The server's rejection is shown at its field, and the text stays.
  await page.getByRole('button', { name: 'Create' }).click()
  await dialog.getByLabel('Content').fill('Typed.')
  await dialog.getByLabel('Read Time (minutes)').fill('')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByRole('alert').getByText('Title is required').waitFor()
  await dialog.getByText('Excerpt is required').waitFor()
  const title = dialog.getByLabel('Title')
  expect(await title.getAttribute('aria-invalid')).toBe('true')
  const described = await title.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Title is required')
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true)
  await toast(page).getByText('Creation failed').waitFor()
  expect(await dialog.getByLabel('Content').inputValue()).toBe('Typed.')
  await title.fill('Read in a minute')
  await dialog.getByLabel('Excerpt').fill('E')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await git('show', 'HEAD')).toContain('+readTime: 1\n')

  // News is created with four fields, a newsletter with its own.
  await show(page, 'News')
  await card(page, 'Item').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => labels(page)).toEqual(['Title', 'Content', 'Excerpt', 'Category'])
  const fields = page.getByRole('dialog')
  expect(await fields.getByLabel('Category').inputValue()).toBe('news')
  await fields.getByLabel('Title').fill('Fresh')
  await fields.getByLabel('Excerpt').fill('E')
  await fields.getByLabel('Content').fill('T')
  await page.keyboard.press('Control+s')
  await toast(page).getByText('The news has been successfully created.').waitFor()
  expect(await lastSubject()).toBe('Create news: Fresh')
  await page.getByRole('tab', { name: 'Newsletters' }).click()
  await card(page, 'Issue').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect
    .poll(() => labels(page))
    .toEqual(['Title', 'Issue Number', 'Content', 'Description', 'Publication Date'])
  const number = fields.getByLabel('Issue Number')
  expect(await number.inputValue()).toBe('')
  await expect.poll(() => number.getAttribute('placeholder')).toMatch(/^\d+$/)
  const next = await number.getAttribute('placeholder')
  await fields.getByText('It begins as a draft.').waitFor()
  await fields.getByLabel('Title').fill('The week')
  await number.fill(String(Number(next) - 1))
  const before = await head()
  await fields.getByRole('button', { name: 'Create', exact: true }).click()
  const twice = page.getByRole('dialog', { name: 'Two issues of one number?' })
  await twice.getByText(`The issue “Issue” has the number ${Number(next) - 1} already.`).waitFor()
  expect(await head()).toBe(before)
  await twice.getByRole('button', { name: 'Change the number' }).click()
  await number.fill('12')
  await fields.getByRole('button', { name: 'Create', exact: true }).click()
  await toast(page).getByText('The newsletter has been successfully created.').waitFor()
  await expect.poll(() => titles(page)).toEqual(['The week', 'Issue'])
  const issue = await git(
    'show',
    `HEAD:content/newsletters/${new Date().getUTCFullYear()}/012-the-week.md`,
  )
  expect(issue).toContain('issueNumber: 12\n')
  // The date is the one that it is planned for.
  expect(issue).toContain('draft: true\n')
  await page.getByRole('button', { name: 'Create' }).click()
  await fields.getByLabel('Title').fill('The next week')
  await fields.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => titles(page)).toContain('The next week')
  await git(
    'cat-file',
    '-e',
    `HEAD:content/newsletters/${new Date().getUTCFullYear()}/013-the-next-week.md`,
  )
}

/**
 * Editing one field changes one line of the file; a conflict is shown on its screen, and a file
 * with uncommitted changes is not changed.
 */
async function editItems(page: Page) {
  const dialog = await edit(page, 'Warp')
  await expect
    .poll(() => labels(page))
    .toEqual(['Title', 'Content', 'Excerpt', 'Category', 'Tags', 'Image URL'])
  expect(await dialog.getByLabel('Content').inputValue()).toBe('* One\n* Two\n\nThree.\n')
  expect(await dialog.getByLabel('Category').inputValue()).toBe('hardware')
  expect(await dialog.getByLabel('Category').locator('option').allTextContents()).toContain(
    'Hardware',
  )
  await dialog.getByLabel('Title').fill('Warping')
  const release = await delayCall(page, 'PATCH')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByRole('button', { name: 'Saving...' }).waitFor()
  release()
  await toastShown(page, 'Content updated', 'The item has been successfully updated.')
  await dialog.waitFor({ state: 'detached' })
  await card(page, 'Warping').waitFor()
  expect(await lastSubject()).toBe('Update article: Warping')
  expect(await changedLines()).toEqual(['-title: Warp', '+title: Warping'])
  const again = await edit(page, 'Warping')
  await again.getByLabel('Content').fill('* One\n* Two\n\nFour.\n')
  await again.getByRole('button', { name: 'Save Changes' }).click()
  await again.waitFor({ state: 'detached' })
  expect(await changedLines()).toEqual(['-Three.', '+Four.'])
  const commit = await head()
  const untouched = await edit(page, 'Warping')
  await untouched.getByRole('button', { name: 'Save Changes' }).click()
  await untouched.waitFor({ state: 'detached' })
  expect(await head()).toBe(commit)

  // The pieces of an issue stay.
  await show(page, 'News')
  await edit(page, 'Item')
  await expect
    .poll(() => labels(page))
    .toEqual(['Title', 'Content', 'Excerpt', 'Category', 'Tags', 'Image URL'])
  await dialog.getByLabel('Excerpt').fill('Other')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await changedLines()).toEqual(['-excerpt: E', '+excerpt: Other'])
  await page.getByRole('tab', { name: 'Newsletters' }).click()
  await edit(page, 'Issue')
  await expect
    .poll(() => labels(page))
    .toEqual(['Title', 'Issue Number', 'Content', 'Description', 'Image URL'])
  await dialog.getByLabel('Issue Number').fill('4')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await changedLines()).toEqual(['-issueNumber: 1', '+issueNumber: 4'])
  await expect.poll(() => card(page, 'Issue').textContent()).toContain('Issue #4')

  // The picture of an item is chosen from the library with its words, and the form around it stays.
  await show(page, 'News')
  await edit(page, 'Item')
  const form = page.getByRole('dialog', { name: 'Edit news' })
  expect(await form.getByLabel('Alt Text').count()).toBe(0)
  const choose = form.getByRole('button', { name: 'Choose from media' })
  const picker = page.getByRole('dialog', { name: 'Media Library' })
  await choose.click()
  await picker.getByRole('searchbox').focus()
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  expect(await choose.evaluate((button) => button === document.activeElement)).toBe(true)
  await choose.click()
  await picker.getByRole('button', { name: /^pads\.png/ }).click()
  await picker.getByLabel('Alt Text').fill('Eight pads')
  await picker.getByRole('button', { name: 'Use Image' }).click()
  await picker.waitFor({ state: 'detached' })
  expect(await form.getByLabel('Image URL').inputValue()).toBe('/media/2026/pads.png')
  expect(await form.getByLabel('Alt Text').inputValue()).toBe('Eight pads')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await changedLines()).toEqual(['+imageUrl: /media/2026/pads.png', '+imageAlt: Eight pads'])

  // A conflicting change is shown on the conflict screen.
  await show(page)
  const path = 'content/articles/2026/contested.md'
  const native = async (from: string, to: string) => {
    const text = await git('show', `HEAD:${path}`)
    await site.repository().write(path, text.replace(from, to))
    await site.repository().commit('Their change')
    const commit = await head()
    const ada = await site.administrator()
    await expect.poll(async () => (await ada.call('GET', '/api/health')).body.revision).toBe(commit)
  }
  await edit(page, 'Contested')
  const editing = page.getByRole('dialog', { name: 'Edit article' })
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  await editing.getByText('Saved', { exact: true }).waitFor()
  await editing.getByLabel('Title').fill('Mine')
  await editing.getByLabel('Content').fill('First.\n\nSecond, mine.\n')
  await editing.getByText('Unsaved', { exact: true }).waitFor()
  await native('title: Contested', 'title: Theirs')
  await native('First.', 'First, theirs.')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await conflict.getByText('0 of 1 resolved').waitFor()
  await conflict.getByText('Theirs', { exact: true }).first().waitFor()
  await conflict.getByRole('button', { name: 'Back to the form' }).click()
  await editing.getByText('Conflict', { exact: true }).waitFor()
  await editing.getByRole('alert').getByText('Choose what to keep, then save again.').waitFor()
  expect(await editing.getByLabel('Title').inputValue()).toBe('Mine')
  await editing.getByRole('button', { name: 'Choose what to keep' }).click()
  await conflict.getByRole('button', { name: 'Title: keep yours' }).click()
  await conflict.getByRole('button', { name: 'Save Changes' }).click()
  await editing.waitFor({ state: 'detached' })
  expect(await changedLines()).toEqual([
    '-title: Theirs',
    '+title: Mine',
    '-Second.',
    '+Second, mine.',
  ])

  // No action changes a file with uncommitted changes.
  await show(page)
  const dirty = 'content/articles/2026/dirty.md'
  await site.repository().write(dirty, `${await git('show', `HEAD:${dirty}`)}\nNot committed.\n`)
  await edit(page, 'Worked on')
  await editing.getByLabel('Title').fill('Over it')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await editing.getByRole('alert').getByText('not committed').waitFor()
  expect(await editing.getByLabel('Title').inputValue()).toBe('Over it')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await card(page, 'Worked on').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('alert').getByText('not committed').waitFor()
  await git('checkout', '--', dirty)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/**
 * An item is deleted, and restored at once and later; a server that fails is named in each dialog.
 */
async function removeItems(page: Page) {
  // The dialog lists the links to an item, and the toast restores the item.
  await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText("Are you sure you want to delete 'Goes'? This action cannot be undone.")
    .waitFor()
  await dialog.getByText('1 other item links to it. That link will lead nowhere:').waitFor()
  expect(await dialog.getByRole('link', { name: 'Linking' }).getAttribute('href')).toBe(
    '/admin/draft-editor?id=2&type=articles',
  )
  const before = await git('rev-parse', 'HEAD:content')
  const release = await delayCall(page, 'DELETE')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Deleting...' }).waitFor()
  release()
  const message = await heldToast(page, 'Content deleted')
  await message.getByText('The item has been successfully deleted.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await card(page, 'Goes').waitFor({ state: 'detached' })
  expect(await lastSubject()).toBe('Delete article: Goes')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await toast(page).getByText('Change undone').waitFor()
  await card(page, 'Goes').waitFor()
  expect(await lastSubject()).toBe('Undo: Delete article: Goes')
  expect(await git('rev-parse', 'HEAD:content')).toBe(before)

  // An item changed meanwhile is deleted only after a confirmation.
  await show(page)
  const ada = await site.administrator()
  await card(page, "Somebody's").waitFor()
  await card(page, "Somebody's").getByRole('button', { name: 'Delete' }).click()
  await ada.call('PATCH', '/api/articles/4', { excerpt: 'Changed.' })
  await page.getByText('Changed.', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('Press Delete again to delete it all the same.').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(lastSubject).toBe("Delete article: Somebody's")
  await dialog.waitFor({ state: 'detached' })

  // A server that fails is named in each dialog, which keeps what was typed.
  await show(page)
  await page.route('**/api/articles**', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    if (route.request().method() === 'POST') await route.fetch()
    await route.fulfill({ status: 500, json: { message: 'Not today.' } })
  })
  const fail = async (label: string, title: string) => {
    await Promise.all([
      toastShown(page, title, 'Not today.'),
      dialog.getByRole('button', { name: label, exact: true }).click(),
    ])
    await dialog.getByRole('alert').getByText('Not today.').waitFor()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Create' }).click()
  for (const label of ['Title', 'Excerpt', 'Content']) await dialog.getByLabel(label).fill('Kept')
  // It was created all the same: the next attempt changes that article.
  const tip = await head()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByRole('alert').getByText('Not today.').waitFor()
  await dialog.getByLabel('Title').fill('Kept once')
  await waitForStored(page, 'title', 'Kept once')
  await page.unroute('**/api/articles**')
  await page.reload()
  await page.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('what was sent of it may be on the site.').waitFor()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await git('log', '--reverse', '--format=%s', `${tip}..`)).trim().split('\n')).toEqual([
    'Create article: Kept',
    'Update article: Kept once',
  ])
  await page.route('**/api/articles**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: { message: 'Not today.' } }),
  )
  await edit(page, 'Goes')
  await dialog.getByLabel('Title').fill('Kept')
  await fail('Save Changes', 'Update failed')
  await page.getByRole('button', { name: 'Discard' }).click()
  await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
  await fail('Delete', 'Delete failed')

  // A deleted item is found and restored later, without git.
  await show(page, 'News')
  await card(page, 'Item').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('Linking').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await card(page, 'Item').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const row = page.locator('[data-part="deleted-row"]', { hasText: 'Item' })
  await row.waitFor()
  expect(await row.textContent()).toMatch(/Deleted on \w+ \d+, 20\d\d by ada/)
  await row.getByRole('button', { name: 'Restore' }).click()
  await toast(page).getByText('The item has been successfully restored.').waitFor()
  await page.getByText('No deleted news found.').waitFor()
  expect(await lastSubject()).toBe('Restore news: Item')
  await page.goBack()
  await card(page, 'Item').waitFor()
}
