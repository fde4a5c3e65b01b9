import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventStream } from '../event-stream.ts'
import { inviteAdministrator } from '../signed-in-site.ts'
import { expectAccessible, expectAccessibleAs } from './axe.ts'
import { draftSite, goToEditor, longText, save, typeInBody, waitForState } from './draft-site.ts'

const site = draftSite()

const name = 'articles/hardware.md'
const bodyOf = (file: string) => file.slice(file.indexOf('\n---\n', 4) + 5).trim()
const body = async () => bodyOf(await site.file(name))

/** A writer changes the body with git. */
function commitBody(change: (body: string) => string): Promise<void> {
  return site.commitNatively(name, (file) => file.replace(bodyOf(file), () => change(bodyOf(file))))
}

/** Makes the file and the open editor, which has no changes, say this. */
async function begin(page: Page, text: string): Promise<void> {
  await commitBody(() => text)
  await expect
    .poll(() => page.locator('.ProseMirror').textContent())
    .toBe(text.replace(/[*\n]/g, ''))
  await waitForState(page, 'Saved')
}

const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Somebody else changed this too' })
const others = (page: Page) => page.getByRole('button', { name: 'Somebody else changed this' })

/** Puts the caret behind a word of the body, as keys do. */
async function typeBehind(page: Page, word: string, typed: string): Promise<void> {
  await page.locator('.ProseMirror').first().focus()
  await page.evaluate((sought) => {
    const walker = document.createTreeWalker(
      document.querySelector('.ProseMirror')!,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent!.indexOf(sought)
      if (at < 0) continue
      getSelection()!.collapse(node, at + sought.length)
      return
    }
  }, word)
  await page.keyboard.type(typed)
}

test('two people see where the other is; for edits of the same words the user chooses, also with keys only, and no typed text is lost; that somebody else changed the text stays in view, one proposal has the words of both, and moved parts are compared as moved', async () => {
  const page = await site.edit('articles', 1, { expected: /409/ })
  await meet(page)
  await chooseForSameWords(page)
  await takeProposal(page)
})

/** Each of two people sees that the other has the text open, and where they are. */
async function meet(page: Page) {
  const ada = await site.administrator()
  const Cookie = await inviteAdministrator(ada, 'ben')
  using bens = await eventStream(site.url(), Cookie)
  await page.locator('.ProseMirror').first().click()
  await bens.shows('ada is editing, paragraph 1')
  const place = { kind: 'articles', item: '1', editing: false }
  const sign = (open: ReadonlyArray<object>) =>
    ada.call('POST', '/api/presence', { tab: 'ben', open }, { Cookie })
  await sign([{ ...place, at: { article: null, paragraph: 3 } }])
  const mark = page.getByText('ben is editing, paragraph 3')
  await mark.waitFor()
  expect(await page.getByRole('status').getByText('ben has this open').count()).toBe(1)
  await sign([])
  await mark.waitFor({ state: 'detached' })
}

/**
 * For edits of the same words the user chooses; a conflict is resolved with keys only, and letters
 * in its fields are text.
 */
async function chooseForSameWords(page: Page) {
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByLabel('Meta Description').fill('Only mine.')
  await typeInBody(page, ' Mine.')
  await site.commitNatively('articles/warp.md', (text) =>
    text.replace('title: Warp modes', 'title: Theirs').replace(longText, `${longText} Theirs.`),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = dialogOf(page)
  await dialog.getByText('0 of 2 resolved').waitFor()
  expect(await dialog.getByRole('button', { name: 'Save Changes' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Back to the editor' }).click()
  await waitForState(page, 'Conflict')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine')
  await page
    .getByText('Somebody has changed this meanwhile. Choose what to keep, then save again.')
    .waitFor()
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

  // With keys only, and letters in its fields are text.
  await goToEditor(page, 'articles', 3)
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByLabel('Excerpt').fill('My excerpt.')
  await typeInBody(page, ' Mine.')
  await site.commitNatively('articles/linking.md', (text) =>
    text
      .replace('title: Linking', 'title: Theirs')
      .replace('excerpt: What it says.', 'excerpt: Their excerpt.')
      .replace(/\)\.\n$/, '). Theirs.\n'),
  )
  await page.keyboard.press('ControlOrMeta+s')
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby') ?? '')
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
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' jk120')
  expect(await field.inputValue()).toMatch(/\)\. Mine\. jk120$/)
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('text')
  await expectAccessible(page, [1280])
  await page.keyboard.press('n')
  await expect.poll(focused).toContain('title')
  await page.keyboard.press('Alt+Digit1')
  await dialog.getByText('3 of 3 resolved').waitFor()
  await dialog
    .getByRole('region', { name: 'Title' })
    .getByText('Yours', { exact: true })
    .first()
    .waitFor()
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
}

/**
 * One proposal with the words of both is taken by key, none is made where both changed the same
 * word, and a moved part is compared as moved.
 */
async function takeProposal(page: Page) {
  await goToEditor(page, 'articles', 4)
  const filler = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of the text.`).join('\n\n')
  await begin(page, `The **kick** is short and loud.\n\n${filler}`)
  await page.getByText('Changed by somebody else').first().waitFor()
  await typeBehind(page, 'short', ' tight')
  await typeBehind(page, 'Paragraph 39', ' at the end')
  await waitForState(page, 'Unsaved')
  await commitBody((body) => body.replace('loud', 'very loud'))
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await others(page).waitFor()
    const box = await others(page).boundingBox()
    expect([box!.y >= 0, box!.y + box!.height <= 800], `${width} px`).toEqual([true, true])
  }
  // From the text, the bar is reached with keys alone.
  await others(page).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await dialog.getByText('0 of 1 resolved').waitFor()
  const place = dialog.getByRole('region', { name: /^Text 1/ })
  expect(await place.evaluate((element) => element === document.activeElement)).toBe(true)
  // Screen readers hear why there is a proposal, and whose each word is.
  const described = await place.getAttribute('aria-describedby')
  expect(await dialog.locator(`[id="${described}"]`).textContent()).toMatch(
    /^You changed different words/,
  )
  const proposal = place.locator('[data-side="proposal"] .merge-text')
  expect((await proposal.textContent())?.replace(/\s+/g, ' ')).toBe(
    'The kick is short [you added: tight ] and [they added: very ] loud.',
  )
  expect(await proposal.locator('strong').textContent()).toBe('kick')
  expect(await dialog.getByText('**kick**').count()).toBe(0)
  await expectAccessible(page, [390])
  expect(await body()).not.toContain('tight')
  await page.keyboard.press('4')
  await dialog.getByText('1 of 1 resolved').waitFor()
  await place.getByText('The proposal', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+s')
  await dialog.waitFor({ state: 'detached' })
  await waitForState(page, 'Saved')
  expect(await body()).toMatch(
    /^The \*\*kick\*\* is short tight and very loud\.[\s\S]*Paragraph 39 at the end of the text\.$/,
  )
  expect(await others(page).count()).toBe(0)

  // Where both changed the same word nothing is proposed.
  await page.setViewportSize({ width: 1280, height: 800 })
  await begin(page, 'The kick is short.')
  await typeBehind(page, 'short', 'er')
  await commitBody((body) => body.replace('short', 'long'))
  await page.keyboard.press('ControlOrMeta+s')
  await dialog.getByText('0 of 1 resolved').waitFor()
  expect(await dialog.getByText('Proposed').count()).toBe(0)
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await waitForState(page, 'Saved')
  expect(await body()).toBe('The kick is long.')

  // The comparison of a file and a draft shows rendered text, and moved parts as moved.
  await begin(page, 'The *kick* is short.\n\nThe snare is loud.\n\nThe hat is open.')
  await typeBehind(page, 'loud', ' and wide')
  await waitForState(page, 'Unsaved')
  await commitBody(() => 'The snare is loud.\n\nThe hat is open.\n\nThe *kick* is short.')
  await page.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('dialog', { name: 'The file and your draft' })
  await comparison.getByText('Moved here').first().waitFor()
  expect(await comparison.locator('em').first().textContent()).toBe('kick')
  expect(await comparison.locator('ins').allTextContents()).toEqual([' [added:  and wide] '])
  await expectAccessibleAs(page, 'dark')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Merge' }).click()
  await save(page)
  expect(await body()).toBe(
    'The snare is loud and wide.\n\nThe hat is open.\n\nThe *kick* is short.',
  )
}
