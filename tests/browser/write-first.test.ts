import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../running-site.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { gate, overflowing } from './browser.ts'
import { draftSite, follow, goToEditor, leave, typeInBody, waitForState } from './draft-site.ts'

const site = draftSite()

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** The lowest place of the first line of the text in a window of this width. */
const most = (width: number) => (width === desktop.width ? 360 : 420)

const title = (page: Page) => page.getByLabel('Title', { exact: true })
const details = (page: Page) => page.getByRole('button', { name: 'Details' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Details' })
const group = (page: Page, name: string) =>
  page.locator('[data-part="field-group"]', {
    has: page.getByRole('heading', { name, exact: true }),
  })

const topOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().top)
const isFocused = (place: Locator) =>
  place.evaluate((element) => element === document.activeElement)

/** Opens a blank page whose editor is loaded only when the returned function is called. */
async function blankPageWithoutEditor(page: Page): Promise<() => void> {
  const { opened, open } = gate()
  await page.route(/editor-[^/]*\.css$/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/admin/create-content?write=true')
  return open
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(place)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it.')
}

const items = [
  { type: 'articles', id: 1, description: 'Excerpt' },
  { type: 'news', id: 1, description: 'Excerpt' },
  { type: 'newsletters', id: 1, description: 'Description' },
]

test('title, toolbar and text are in the first screen of the editor, the quick edit and a blank page, under one bar; focus mode hides all but title, text, state and save; Enter in the title goes on to the text', async () => {
  const page = await site.visit('/admin', { colorScheme: 'light' })
  const line = page.locator('.ProseMirror > *').first()
  const bar = page.getByRole('banner')
  /** One bar: no header, footer or subscribe form of the site. */
  const expectOneBar = async (screen: string) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await bar.count(), screen).toBe(1)
    expect((await bar.boundingBox())?.height, screen).toBeLessThan(60)
    expect(await page.getByRole('contentinfo').count(), screen).toBe(0)
    expect(await page.locator('input[name="email"]').count(), screen).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Main' }).count(), screen).toBe(0)
    expect(await bar.getByRole('link', { name: 'Test Notes' }).getAttribute('href')).toBe('/')
  }
  await expectOneBar('the dashboard')
  for (const { type, id, description } of items) {
    await goToEditor(page, type, id)
    await expectOneBar(`editor of ${type}`)
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' }).first()
    for (const viewport of [phone, desktop]) {
      const { width } = viewport
      await page.setViewportSize(viewport)
      const places = () => Promise.all([title(page), toolbar, line].map(topOf))
      await expect
        .poll(async () => (await places())[2], { message: `editor of ${type}, ${width} px` })
        .toBeLessThanOrEqual(most(width))
      const [first = 0, ...others] = await places()
      expect([first, ...others], `editor of ${type}, ${width} px`).toEqual(
        [first, ...others].sort((a, b) => a - b),
      )
      expect(first).toBeGreaterThan(0)
    }

    await follow(page, `/admin/manage-content?type=${type}&edit=${id}`)
    const dialog = page.getByRole('dialog', { name: /^Edit/ })
    const text = dialog.getByLabel('Content')
    await text.waitFor()
    for (const viewport of [phone, desktop]) {
      const { width } = viewport
      await page.setViewportSize(viewport)
      const firstLine = () =>
        text.evaluate(
          (field) =>
            field.getBoundingClientRect().top +
            Number.parseFloat(getComputedStyle(field).paddingTop),
        )
      await expect
        .poll(firstLine, { message: `quick edit of ${type}, ${width} px` })
        .toBeLessThanOrEqual(most(width))
      expect(await topOf(dialog.getByLabel('Title'))).toBeLessThan(await topOf(text))
      await expect.poll(() => dialog.getByLabel(description).isVisible()).toBe(viewport === desktop)
    }
  }
  await follow(page, '/admin/manage-content')
  await expectOneBar('the list')
  await follow(page, '/admin/create-content?write=true')
  await line.waitFor()
  await expectOneBar('a blank page')
  await title(page).fill('How to warp a whole drum loop')
  for (const viewport of [phone, desktop]) {
    const { width } = viewport
    await page.setViewportSize(viewport)
    // The title has two lines in a narrow window.
    await expect
      .poll(() => topOf(line), { message: `blank page, ${width} px` })
      .toBeLessThanOrEqual(most(width))
  }
  await title(page).fill('')

  // The theme can be changed in its menu.
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Light or Dark' }).click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')

  // In a wide window the fields are open beside the text.
  await goToEditor(page, 'articles', 1)
  for (const label of [
    'URL Slug',
    'Publication Date',
    'Excerpt',
    'Meta Description',
    'Category',
    'Read Time',
    'Tags',
  ]) {
    const field = page.getByLabel(label, { exact: true })
    expect(await field.isVisible(), label).toBe(true)
    expect(
      await field.evaluate((element) => element.getBoundingClientRect().left),
      label,
    ).toBeGreaterThan(900)
  }
  const settings = group(page, 'Content Settings')
  await settings.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => settings.innerText()).toMatch(/Mastering · \d+ min · 1 tag/)
  for (const width of [360, 768, 1024, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator('.ProseMirror').waitFor()
    expect(await overflowing(page), `${width} px`).toEqual([])
  }
  await page.setViewportSize(desktop)

  // Focus mode is switched by its key or its button.
  const others = [
    page.getByRole('banner'),
    page.getByRole('navigation', { name: 'Breadcrumb' }),
    page.getByLabel('Excerpt'),
    page.getByRole('tab', { name: 'SEO Analysis' }),
    page.getByRole('button', { name: 'History' }),
  ]
  const seen = () => Promise.all(others.map((one) => one.isVisible()))
  await typeInBody(page, ' In focus.')
  expect(await seen()).toEqual(others.map(() => true))
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expect.poll(seen).toEqual(others.map(() => false))
  const button = page.getByRole('button', { name: 'Focus mode' })
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.insertText(' Still typing.')
  await page.keyboard.press('ControlOrMeta+S')
  await eventually(async () =>
    (await site.file('articles/warp.md')).includes('In focus. Still typing.'),
  )
  await expectAccessibleAs(page, 'dark')
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expect.poll(seen).toEqual(others.map(() => true))
  await button.click()
  await expect.poll(seen).toEqual(others.map(() => false))
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await expect.poll(seen).toEqual(others.map(() => true))

  // Enter in the title goes on to the text before the next key.
  const focused = await title(page).evaluate((field) => {
    field.focus()
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )
    return document.activeElement?.className
  })
  expect(focused).toContain('ProseMirror')
})

test('Write opens a blank page, which is a file with the first save, before it a draft that survives a reload, and empty nothing; on a phone the other fields are in a sheet, which a keyboard alone opens, fills and leaves, and a failed save opens at the field', async () => {
  const page = await site.visit('/admin')
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'New Article' }).waitFor()
  await page.locator('.ProseMirror').waitFor()
  await expect.poll(() => isFocused(title(page))).toBe(true)
  const head = await site.head()
  await page.keyboard.type('Slow attacks')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('A slow attack lets the click through. Then it holds.')
  expect(await site.head()).toBe(head)
  await page.keyboard.press('ControlOrMeta+S')
  await page.waitForURL(/\/admin\/draft-editor\?id=\d+&type=articles/)
  const name = `articles/${new Date().getFullYear()}/slow-attacks.md`
  const text = await site.file(name)
  expect(text).toContain('title: Slow attacks')
  expect(text).toContain('excerpt: A slow attack lets the click through. Then it holds.')
  expect(text).not.toContain('publishedAt')
  expect((await site.lastChange()).files).toEqual([`content/${name}`])
  // The caret is where it was, at the end of the text.
  await page.getByRole('heading', { level: 1, name: 'Edit Article' }).waitFor()
  await expect.poll(() => isFocused(page.locator('.ProseMirror').first())).toBe(true)
  await page.keyboard.type(' And more.')
  await page.keyboard.press('ControlOrMeta+S')
  await eventually(async () => (await site.file(name)).includes('Then it holds. And more.'))
  await waitForState(page, 'Saved')

  // Nobody wrote on this one.
  await follow(page, '/admin/create-content?write=true')
  await page.locator('.ProseMirror').waitFor()
  await page.getByRole('link', { name: 'Manage' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Manage Content' }).waitFor()
  await follow(page, '/admin/create-content')
  await page.getByRole('heading', { level: 1, name: 'Paste Your Content' }).waitFor()
  expect(await page.getByText('This is a draft that no file has yet.').count()).toBe(0)

  // What was typed survives a reload before the first save, and is found again.
  await page.getByRole('radio', { name: 'News' }).check()
  await page
    .getByRole('navigation', { name: 'Ways to begin' })
    .getByRole('link', { name: 'Write' })
    .click()
  await page.getByRole('heading', { level: 1, name: 'New News Item' }).waitFor()
  await page.locator('.ProseMirror').waitFor()
  await title(page).fill('A new pack')
  await typeInBody(page, 'Words that no file has yet.')
  await page.reload()
  await page.getByText('This is a draft that no file has yet.').waitFor()
  expect(await title(page).inputValue()).toBe('A new pack')
  await page.locator('.ProseMirror', { hasText: 'Words that no file has yet.' }).waitFor()

  // Another blank page leaves it alone.
  await leave(page, '/admin/create-content?write=true')
  await page.locator('.ProseMirror').waitFor()
  expect(await title(page).inputValue()).toBe('')
  await follow(page, '/admin/device')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'A new pack' })
    .getByRole('link')
    .first()
    .click()
  await expect.poll(() => title(page).inputValue()).toBe('A new pack')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  const saved = `news/${new Date().getFullYear()}/a-new-pack.md`
  await eventually(async () => (await site.file(saved).catch(() => '')).includes('no file has yet'))
  await page.waitForURL((url) => url.pathname !== '/admin/create-content')
  await page.locator('.ProseMirror, [data-item]').first().waitFor()
  await writeOnPhone(page)
})

/**
 * On a phone the other fields are in a sheet: a keyboard alone opens, fills and leaves it, and a
 * failed save opens it at the field.
 */
async function writeOnPhone(page: Page) {
  await page.setViewportSize(phone)
  await goToEditor(page, 'articles', 2)
  expect(await page.getByLabel('Excerpt').isVisible()).toBe(false)
  await page.locator('body').press('Tab')
  await tabTo(page, details(page))
  await page.keyboard.press('Enter')
  await sheet(page).waitFor()
  const states = {
    Publishing: /^Draft · \/article\//,
    Summary: '13 characters · meta 0',
    'Featured Image': 'No image',
  }
  for (const [name, state] of Object.entries(states))
    await group(page, name).locator('[data-part="group-state"]', { hasText: state }).waitFor()
  expect(await group(page, 'Content Settings').innerText()).toMatch(/Mixing · \d+ min · 0 tags/)
  await expectAccessible(page, [phone.width])

  await tabTo(page, group(page, 'Summary').locator('summary'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Excerpt'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('Typed in the sheet.')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'hidden' })
  expect(await isFocused(details(page))).toBe(true)
  await page.keyboard.press('ControlOrMeta+S')
  await eventually(async () =>
    (await site.file('articles/draft.md')).includes('excerpt: Typed in the sheet.'),
  )
  await waitForState(page, 'Saved')

  // The sheet of the quick edit takes a change and a save.
  await follow(page, '/admin/manage-content?type=news&edit=1')
  const dialog = page.getByRole('dialog', { name: /^Edit/ })
  await dialog.getByLabel('Content').waitFor()
  await details(page).press('Enter')
  await group(page, 'Summary').locator('summary').press('Enter')
  await page.getByLabel('Excerpt').fill('From a phone.')
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await site.file('news/first.md')).toContain('excerpt: From a phone.')

  // A failed save opens the sheet at the field.
  await goToEditor(page, 'articles', 2)
  await details(page).click()
  await group(page, 'Summary').locator('summary').click()
  await page.getByLabel('Excerpt').fill('')
  await group(page, 'Summary').locator('summary').click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await sheet(page).getByText('Excerpt is required').waitFor()
  await expect.poll(() => isFocused(page.getByLabel('Excerpt'))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Details.*missing/ }).waitFor()
}

test('Enter in the title goes on also to a text that is still loading, and finishes a composed word', async () => {
  const page = await site.visit('/robots.txt')
  const loadEditor = await blankPageWithoutEditor(page)
  await title(page).pressSequentially('Typed early')
  expect(await page.locator('.ProseMirror').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('The first paragraph.\nBegin with ')
  expect(await title(page).inputValue()).toBe('Typed early')
  loadEditor()
  await expect.poll(() => isFocused(page.locator('.ProseMirror'))).toBe(true)
  await page.keyboard.type('the second.')
  await expect
    .poll(() => page.locator('.ProseMirror > p').allTextContents())
    .toEqual(['The first paragraph.', 'Begin with the second.'])
  await page.keyboard.press('ControlOrMeta+S')
  await page.waitForURL(/\/admin\/draft-editor\?id=\d+/)
  expect(await site.file(`articles/${new Date().getFullYear()}/typed-early.md`)).toMatch(
    /\n\nThe first paragraph\.\n\nBegin with the second\.\n$/,
  )

  // A word that an input method is composing when the editor opens is finished before the caret
  // goes on there.
  const loadForWord = await blankPageWithoutEditor(page)
  await title(page).pressSequentially('Composed early')
  await page.keyboard.press('Enter')
  await page.keyboard.type('In Japanese: ')
  const keys = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keys.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await compose('に')
  loadForWord()
  await page.locator('.ProseMirror > p', { hasText: 'に' }).waitFor()
  await compose('にほん')
  expect(await isFocused(page.locator('textarea[aria-label="Content"]'))).toBe(true)
  await keys.send('Input.insertText', { text: '日本' })
  await expect.poll(() => isFocused(page.locator('.ProseMirror'))).toBe(true)
  await page.keyboard.type('.')
  await expect
    .poll(() => page.locator('.ProseMirror > p').allTextContents())
    .toEqual(['In Japanese: 日本.'])
})
