import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleFile } from '../running-site.ts'
import { adminInBrowser } from './admin.ts'
import { expectAccessible } from './axe.ts'

const paragraphs = (count: number, about: string) =>
  Array.from(
    { length: count },
    (_, number) => `Paragraph ${number + 1} about ${about}. ${'Words of it. '.repeat(20)}`,
  )

const site = adminInBrowser({
  files: {
    'site.yaml': 'name: Test Notes\ntagline: T\ndescription: D\ndisclaimer: X\nabout: A\n',
    'articles/long.md': articleFile(
      { id: '1', title: 'A long text' },
      [
        ...paragraphs(12, 'warping'),
        '- The same item\n- One with *signs* and `code`\n\n  Its second paragraph.',
        'The same words.',
        'Between them.',
        'The same words.',
        '```js\nconst first = 1\n```',
        ...paragraphs(8, 'clips'),
      ].join('\n\n'),
    ),
    'newsletters/001-issue.md': `---\nid: 1\ntitle: Issue\nissueNumber: 1\ndescription: D\npublishedAt: 2026-01-02\narticles:\n  - title: One\n    excerpt: ""\n    content: First text.\n  - title: Two\n    excerpt: ""\n    content: |\n      Second text.\n\n      Its end.\n---\n\nOpening.\n`,
    'news/first.md':
      '---\nid: 1\ntitle: First\nexcerpt: E\ncategory: releases\npublishedAt: 2026-01-02\n---\n\nHappened.\n',
    'pages/about.md': '---\ntitle: About\n---\n\nWho we are.\n\nWhat we do.\n',
    'downloads/pack.md': '---\nid: 1\ntitle: Pack\ndescription: D\nfileType: ALS\n---\n',
    'downloads/pack.als': 'a set',
  },
})

const link = (page: Page) => page.getByRole('link', { name: 'Edit', exact: true })
const editor = (page: Page) => page.locator('.ProseMirror:focus')

/** The block with the caret, once the editor has it. */
async function blockOfCaret(page: Page): Promise<string> {
  await editor(page).waitFor()
  return page.evaluate(() => {
    const { anchorNode } = getSelection() as Selection
    const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement
    return (element?.closest('p, h2, pre, td')?.textContent ?? '').trim()
  })
}

const isInView = (page: Page, text: string) =>
  page
    .getByText(text)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })

test('a typo seen on a page is corrected by E, typing and Ctrl+S; Back shows the corrected paragraph', async () => {
  const page = await site.visit('/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/article/long')
  await link(page).waitFor()
  await page.getByText('Paragraph 9 about warping').evaluate((element) => {
    element.scrollIntoView({ block: 'center' })
  })
  await page.keyboard.press('e')
  expect(await blockOfCaret(page)).toMatch(/^Paragraph 9 about warping/)
  expect(await isInView(page, 'Paragraph 9 about warping')).toBe(true)
  await page.keyboard.insertText('Corrected: ')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.keyboard.press('Control+s')
  expect((await saved).status()).toBe(200)
  await page.locator('[role="status"]', { hasText: /^Saved$/ }).waitFor()
  await page.goBack()
  await page.getByText('Corrected: Paragraph 9 about warping').waitFor()
  await expect.poll(() => isInView(page, 'Corrected: Paragraph 9 about warping')).toBe(true)
})

test('the link leads to what was clicked, in every kind of page and block', async () => {
  const page = await site.visit('/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const clicks: Array<[address: string, clicked: string, at: number, found: RegExp]> = [
    ['/article/long', 'Its second paragraph', 0, /^Its second/],
    ['/article/long', 'const first', 0, /const first = 1/],
    ['/news/1', 'Happened.', 0, /^Happened\.$/],
    ['/newsletter/1', 'Its end.', 0, /^Its end\.$/],
    ['/about', 'What we do.', 0, /^What we do\.$/],
    ['/article/long', 'The same words.', 1, /^The same words\.$/],
  ]
  for (const [address, clicked, at, found] of clicks) {
    await page.goto(address)
    await link(page).waitFor()
    await page.locator('.prose').getByText(clicked).nth(at).click()
    await link(page).click()
    expect(await blockOfCaret(page), clicked).toMatch(found)
  }
  // Of two paragraphs with the same words, the clicked one.
  await page.keyboard.insertText('Second: ')
  expect(
    await page.locator('.ProseMirror > p', { hasText: 'The same words.' }).allTextContents(),
  ).toEqual(['The same words.', 'Second: The same words.'])
})

test('at its top, a page leads to the top of its editor, and a download to its form; a key in a field is a letter', async () => {
  const page = await site.visit('/admin', { colorScheme: 'light', expected: /^403 / })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/downloads/pack')
  await link(page).waitFor()
  await page.getByLabel('Email').first().press('e')
  expect(new URL(page.url()).pathname).toBe('/downloads/pack')
  await expectAccessible(page, [390])
  await link(page).click()
  await page.getByRole('dialog', { name: /^Edit/ }).waitFor()
  await page.goto('/article/long')
  await link(page).waitFor()
  expect(await link(page).getAttribute('href')).toBe('/admin/draft-editor?id=1&type=articles')
})

test('a visitor sees no link and loads nothing for it, and the page is the same', async () => {
  const page = await site.visit('/article/long', { session: 'none' })
  const loaded: Array<string> = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.reload({ waitUntil: 'networkidle' })
  await page.keyboard.press('e')
  expect(await link(page).count()).toBe(0)
  expect(loaded.filter((path) => /edit-link/.test(path))).toEqual([])
  expect(loaded.filter((path) => path.endsWith('.js'))).toHaveLength(2)
})
