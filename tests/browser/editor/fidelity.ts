import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { begin, type EditorPages, press, saved, selectionSeen } from './editor-page.ts'

/** Places the caret at an end of the block that contains a text. */
async function caretIn(page: Page, text: string, end: 'Home' | 'End'): Promise<void> {
  await page.locator('.ProseMirror').getByText(text).first().click()
  await selectionSeen(page)
  await press(page, end)
}

/** Places the caret behind words of one text node. */
async function caretBehind(page: Page, words: string): Promise<void> {
  await page.evaluate((words) => {
    const text = document.querySelector<HTMLElement>('.ProseMirror')
    const walker = document.createTreeWalker(text as Node, NodeFilter.SHOW_TEXT)
    text?.focus()
    while (!walker.nextNode()?.nodeValue?.includes(words));
    const node = walker.currentNode as Text
    getSelection()?.collapse(node, node.data.indexOf(words) + words.length)
  }, words)
  await selectionSeen(page)
}

type Edit = (page: Page) => Promise<void>

const empties =
  (text: string): Edit =>
  async (page) => {
    await page.locator('.ProseMirror').getByText(text).first().click({ clickCount: 3 })
    await selectionSeen(page)
    await press(page, 'Backspace')
  }
const presses =
  (text: string, end: 'Home' | 'End', ...keys: Array<string>): Edit =>
  async (page) => {
    await caretIn(page, text, end)
    await press(page, ...keys)
  }

/** What the browser itself edits; the editor's own commands are in `edits-in-place.test.ts`. */
const cases: ReadonlyArray<[name: string, markdown: string, edit: Edit, expected: string]> = [
  [
    'a paragraph between two lists is emptied',
    'Title\n=====\n\n* one\n* two\n\nMiddle:\n\n* three\n',
    empties('Middle:'),
    'Title\n=====\n\n* one\n* two\n\n- three\n',
  ],
  [
    'a bare address gets more letters',
    'See https://e.org/p and _more_.\n',
    async (page) => {
      await caretBehind(page, 'https://e.org/p')
      await page.keyboard.type('q.html')
      await selectionSeen(page)
    },
    'See https://e.org/pq.html and _more_.\n',
  ],
  [
    'a bare address loses its end',
    'See https://e.org/path\n',
    presses('https', 'End', 'Backspace', 'Backspace'),
    'See https://e.org/pa\n',
  ],
  [
    'a table grows by Tab in its last cell',
    '|a|b|\n|-|-|\n|1|2|\n',
    async (page) => {
      await caretIn(page, '2', 'End')
      await press(page, 'Tab')
      await page.keyboard.type('x')
      await press(page, 'Tab')
      await page.keyboard.type('y')
      await selectionSeen(page)
    },
    '|a|b|\n|-|-|\n|1|2|\n|x|y|\n',
  ],
]

/** An edit in one place changes only that place in the file. */
export function fidelityTests({ open }: EditorPages): void {
  test('an edit changes the file in its place only, whatever stands beside it', async () => {
    const page = await open('')
    for (const [name, markdown, edit, expected] of cases) {
      await begin(page, markdown)
      await edit(page)
      expect.soft(await saved(page), name).toBe(expected)
    }
  })
}
