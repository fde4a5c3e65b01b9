import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AdminVisit } from './admin.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { gate } from './browser.ts'
import { draftSite, save } from './draft-site.ts'

const site = draftSite()

/** Puts the caret into an empty paragraph at the end of the text. */
async function emptyLine(page: Page): Promise<void> {
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
}

/** An editor with an empty paragraph at the end of its text, and the caret in it. */
async function openEditor(options: AdminVisit = {}): Promise<Page> {
  const page = await site.edit('articles', 4, options)
  await emptyLine(page)
  return page
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Link to' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const links = (page: Page) =>
  page
    .locator('.ProseMirror a')
    .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))
const lastLink = async (page: Page) => (await links(page)).at(-1)

test('Mod+K makes a link of a name, selected words or an address, by the keyboard alone, doubtful links are marked, and a typed or pasted own address and a name in brackets become links', async () => {
  // A page is found by its name, and what is saved is a Markdown link.
  const page = await openEditor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('warp mo')
  await option(page, /Warp modes.*Article/).waitFor()
  // The list of the first letters may stand until the one of the last has arrived.
  const active = async () => {
    const id = await field(page).getAttribute('aria-activedescendant')
    return id === null ? '' : page.locator(`[id="${id}"]`).textContent()
  }
  await expect.poll(active).toContain('Warp modes')
  expect(await field(page).getAttribute('aria-expanded')).toBe('true')
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await option(page, /Warp modes/).boundingBox())?.width).toBeLessThan(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  // Enter that takes the proposal of an input method applies no link.
  await field(page).evaluate((input) =>
    input.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'Enter',
        keyCode: 229,
        isComposing: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  )
  expect(await option(page, /Warp modes/).count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => links(page)).toEqual([['Warp modes', '/article/warp']])
  await page.keyboard.type(' and on')
  await save(page)
  expect((await site.lastChange()).lines).toContain('+[Warp modes](/article/warp) and on')

  // A name that no page has is not made an address.
  await emptyLine(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('sidechain')
  await page.keyboard.press('Enter')
  await page.getByText("No page is called 'sidechain', and it is no address.").waitFor()
  expect(await field(page).getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('example.org/a')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => lastLink(page))
    .toEqual(['https://example.org/a', 'https://example.org/a'])

  // What is typed right after an own address was applied stands behind the link.
  await emptyLine(page)
  const { opened, open } = gate()
  await page.route('**/api/links/check', async (route) => {
    await opened
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('/news/1')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and on')
  open()
  await expect.poll(() => lastLink(page)).toEqual(['First news', '/news/1'])
  expect(await page.locator('.ProseMirror').textContent()).toMatch(/First news and on$/)
  await page.unroute('**/api/links/check')

  // Selected words are looked up at once.
  await emptyLine(page)
  await page.keyboard.type('first news')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('ControlOrMeta+k')
  await option(page, /First news/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => lastLink(page)).toEqual(['first news', '/news/1'])

  // Links to what does not exist or is a draft are marked, and found one after the other.
  await emptyLine(page)
  for (const path of ['/article/none', '/article/draft']) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(path)
    await page.keyboard.press('Enter')
    await page.keyboard.type(' then ')
  }
  await expect
    .poll(() => page.locator('.ProseMirror').textContent())
    .toMatch(/\/article\/none then A plan then $/)
  const marked = page.locator('.editor-link-broken')
  await expect.poll(() => marked.count()).toBe(2)
  expect(await marked.first().getAttribute('title')).toBe("The link '/article/none' leads nowhere")
  const next = page.getByRole('button', { name: '2 links to check' })
  await next.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('leads').waitFor()
  await expectAccessible(page, [1280])
  await field(page).press('Escape')

  // Closed brackets with the name of a page are a link.
  await emptyLine(page)
  await page.keyboard.type('[[Warp modes')
  await option(page, /Warp modes/).waitFor()
  await page.keyboard.type(']]')
  await expect.poll(() => lastLink(page)).toEqual(['Warp modes', '/article/warp'])
  expect(await page.locator('.ProseMirror').textContent()).not.toContain(']')

  // An own address becomes the short path and shows the title.
  await emptyLine(page)
  await page.keyboard.type(`${site.url()}/news/1 `)
  await expect.poll(() => lastLink(page)).toEqual(['First news', '/news/1'])
  await page.keyboard.press('Enter')
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document
      .querySelector('.ProseMirror')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, `${site.url()}/article/warp`)
  await expect.poll(() => lastLink(page)).toEqual(['Warp modes', '/article/warp'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(`${site.url()}/newsletter/1`)
  await page.keyboard.press('Enter')
  await expect.poll(() => lastLink(page)).toEqual(['Issue one', '/newsletter/1'])

  // [[ offers pages, drafts and headings while a name is typed, and Escape leaves the text as it
  // is.
  await emptyLine(page)
  await page.keyboard.type('See [[issue')
  await option(page, /Issue one.*Newsletter/).waitFor()
  const editor = page.locator('.ProseMirror')
  const offered = await editor.getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${offered}"]`).textContent()).toContain('Issue one')
  await expectAccessibleAs(page, 'light')
  await page.keyboard.press('Enter')
  await expect.poll(() => lastLink(page)).toEqual(['Issue one', '/newsletter/1'])
  expect(await editor.getAttribute('aria-activedescendant')).toBeNull()
  await page.keyboard.type(' [[a pla')
  await option(page, /A plan.*Draft/).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => option(page, /A plan/).count()).toBe(0)
  await page.keyboard.type('n')
  expect(await editor.textContent()).toContain('[[a plan')
})
