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
const types =
  (words: string, text: string, end: 'Home' | 'End' = 'End'): Edit =>
  async (page) => {
    await caretIn(page, text, end)
    await page.keyboard.type(words)
    await selectionSeen(page)
  }
const presses =
  (text: string, end: 'Home' | 'End', ...keys: Array<string>): Edit =>
  async (page) => {
    await caretIn(page, text, end)
    await press(page, ...keys)
  }

const cases: ReadonlyArray<[name: string, markdown: string, edit: Edit, expected: string]> = [
  [
    'a paragraph between two lists is emptied',
    'Title\n=====\n\n* one\n* two\n\nMiddle:\n\n* three\n',
    empties('Middle:'),
    'Title\n=====\n\n* one\n* two\n\n- three\n',
  ],
  [
    'a paragraph between a list and indented code is emptied',
    'Title\n=====\n\n* one\n* two\n\nMiddle:\n\n    three\n',
    empties('Middle:'),
    'Title\n=====\n\n* one\n* two\n\n<!-- -->\n\n    three\n',
  ],
  [
    'a paragraph with a picture as Obsidian writes it is edited',
    'See ![[shot.png|A *shot*]] and [[a note]] here, and ![B](images/b.png)\n',
    types('Now ', 'See', 'Home'),
    'Now See ![[shot.png|A *shot*]] and [[a note]] here, and ![B](images/b.png)\n',
  ],
  [
    'a list behind an empty comment is edited',
    '* one\n\n<!-- -->\n\n* two\n* three\n* four\n',
    types('!', 'three'),
    '* one\n\n<!-- -->\n\n* two\n* three!\n* four\n',
  ],
  [
    'an ordered list behind indented code is edited',
    '    code\n\n2. Two\n',
    types('q', 'Two'),
    '    code\n\n2. Twoq\n',
  ],
  [
    'text beside an indented fence with meta is edited',
    'Para.\n\n  ```ts title="x"\n  code\n  ```\n\nMore __text__.\n',
    types('q', 'Para.'),
    'Para.q\n\n  ```ts title="x"\n  code\n  ```\n\nMore __text__.\n',
  ],
  [
    'text before a comment without an end is edited',
    'Para __one__.\n\n<!-- open\n\nMore\n',
    types('q', 'Para', 'Home'),
    'qPara __one__.\n\n<!-- open\n\nMore\n',
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
    'a letter beside an address that stands bare and behind other text',
    'See https://e.org/p and [the _site_](https://e.org/p), __now__.\n',
    presses('See', 'Home', 'S'),
    'SSee https://e.org/p and [the _site_](https://e.org/p), __now__.\n',
  ],
  [
    'a paragraph is joined to one that ends bold',
    '__Bold.__\n\nThis is it.\n',
    presses('This is it', 'Home', 'Backspace'),
    '__Bold__.This is it.\n',
  ],
  [
    'a paragraph with reference links is split',
    'A [b][2]&nbsp;c. E [f][2] g.\n\nEnd.\n\n[2]: /y\n',
    async (page) => {
      await caretBehind(page, 'c. ')
      await press(page, 'Enter')
    },
    'A [b][2]&nbsp;c.\n\nE [f][2] g.\n\nEnd.\n\n[2]: /y\n',
  ],
  [
    'two paragraphs with reference links are joined',
    'A [b][2]&nbsp;c.\n\nE [f][2] g.\n\n[2]: /y\n',
    presses('E ', 'Home', 'Backspace'),
    'A [b][2]&nbsp;c.E [f][2] g.\n\n[2]: /y\n',
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
