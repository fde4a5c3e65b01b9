import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { begin, type EditorPages, press, saved, show, tool } from './editor-page.ts'

const changes = (page: Page) => page.evaluate(() => window.harness.changes)

/** Keys, undo, the source, and texts from outside. */
export function typingTests({ open }: EditorPages): void {
  test('keys write and format where the caret is, save the last words, and opening a text does not change it', async () => {
    const page = await open('# One\n\nTwo *three* x\n')
    await page.locator('.ProseMirror p').click()
    await press(page, 'End')
    expect(await saved(page), 'a text that was only opened').toBe('# One\n\nTwo *three* x\n')
    expect(await changes(page)).toEqual([])
    await page.keyboard.type(' four')
    await expect.poll(() => changes(page)).toEqual(['# One\n\nTwo *three* x four\n'])

    // Keys that waited for a busy page act where the caret then is.
    await begin(page, 'One.\n\nTwo.\n')
    await page.locator('.ProseMirror p').first().click()
    await page.evaluate(() => {
      setTimeout(() => {
        const end = performance.now() + 500
        while (performance.now() < end);
      })
    })
    const keys = ['Home', 'ArrowRight', 'Enter', 'End', 'Enter', 'x']
    await Promise.all(keys.map((key) => page.keyboard.press(key)))
    expect(await saved(page), 'keys that waited for a busy page').toBe('O\n\nne.\n\nx\n\nTwo.\n')

    await begin(page, '')
    await page.keyboard.type('Cut ~3 dB and ~2 dB, *a **b** c*, [d](https://e.org) ')
    await page.keyboard.insertText('and ~~x~~ `y`')
    expect(await saved(page), 'formats that are typed').toBe(
      'Cut ~3 dB and ~2 dB, *a **b** c*, [d](https://e.org) and ~~x~~ `y`\n',
    )

    await begin(page, 'word\n')
    await press(page, 'Mod+End')
    await page.keyboard.type('s')
    await press(page, 'Mod+s')
    expect(await page.evaluate(() => window.harness.saves), 'saved by a key').toEqual(['words\n'])

    // All of them are in `edits-in-place.test.ts`; the browser must leave the keys to the editor.
    const after: Record<string, string> = {
      'Mod+b': '**word**',
      'Mod+Alt+2': '## word',
      'Mod+Shift+9': '- [ ] word',
    }
    const found: Record<string, string> = {}
    for (const key of Object.keys(after)) {
      await show(page, 'word\n')
      await press(page, 'Mod+a', key)
      found[key] = (await saved(page)).trimEnd()
    }
    expect(found, 'formatted by keys').toEqual(after)
    await show(page, '**word**\n')
    await press(page, 'Mod+a', 'Mod+b', 'End')
    expect(await saved(page)).toBe('word\n')
  })

  test('undo reverts what was typed within half a second, a hundred times', async () => {
    const page = await open('')
    await page.keyboard.insertText('one')
    await page.evaluate(goOnLater)
    await page.keyboard.insertText(' two')
    await press(page, 'Mod+z')
    expect(await saved(page)).toBe('one\n')
    await press(page, 'Mod+z')
    expect((await saved(page)).trim()).toBe('')
    await press(page, 'Mod+Shift+z', 'Mod+Shift+z')
    expect(await saved(page)).toBe('one two\n')
    // Edits in two places are separate undo steps, even in quick succession.
    for (let edit = 0; edit < 2; edit += 1) {
      await press(page, 'Home')
      await page.keyboard.type('a')
      await press(page, 'End')
      await page.keyboard.type('b')
    }
    await press(page, 'Mod+z', 'Mod+z', 'Mod+z')
    expect(await saved(page)).toBe('aone two\n')
    await page.evaluate(typeSlowly, 130)
    const undo = tool(page, 'Undo')
    await undo.evaluate((button: HTMLButtonElement) => {
      for (let time = 0; time < 140; time += 1) button.click()
    })
    await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true')
    const left = (await saved(page)).trim().length - 'aone two'.length
    // The kit trims its history twenty steps late.
    expect(left).toBeGreaterThanOrEqual(10)
    expect(left).toBeLessThanOrEqual(30)
  })

  test('the Markdown source can be edited, and content that rich text cannot represent stays a block of source, and a text from outside replaces it', async () => {
    const code = '```js title="a.js"\nlet a\n```'
    const page = await open(
      `One.\n\n${code}\n\n<details><summary>More</summary>\n\nTwo *three*.\n\n</details>\n`,
    )
    await press(page, 'Mod+Home')
    await page.keyboard.type('Not ')
    expect(await saved(page)).toBe(
      `Not One.\n\n${code}\n\n<details><summary>More</summary>\n\nTwo *three*.\n\n</details>\n`,
    )
    await show(page, `One.\n\n${code}\n`)
    const block = page.locator('.ProseMirror textarea').first()
    expect(await block.inputValue()).toBe(code)
    await block.fill('```js title="b.js"\nlet b\n```')
    await page.locator('.ProseMirror p').first().click()
    expect(await saved(page)).toBe('One.\n\n```js title="b.js"\nlet b\n```\n')
    await tool(page, 'Markdown source').click()
    const source = page.getByLabel('Content, Markdown source')
    expect(await source.inputValue()).toBe('One.\n\n```js title="b.js"\nlet b\n```\n')
    await source.fill('# Two\n\n* item\n')
    await press(page, 'Mod+s')
    expect(await page.evaluate(() => window.harness.saves)).toEqual(['# Two\n\n* item\n'])
    await tool(page, 'Markdown source').click()
    await page.locator('.ProseMirror li').getByText('item').waitFor()
    expect(await page.getByText('2 words').count()).toBe(1)
    await page.locator('.ProseMirror li').click()
    await press(page, 'End')
    await page.keyboard.type('s')
    expect(await saved(page)).toBe('# Two\n\n* items\n')

    // A text from outside replaces the document, is no edit, and can be undone.
    await begin(page, 'One\n')
    await press(page, 'Mod+End')
    await page.keyboard.type(' more')
    await expect.poll(() => changes(page)).toEqual(['One more\n'])
    await show(page, 'Another\n')
    await page.locator('.ProseMirror').getByText('Another').waitFor()
    // What is pending is emitted here at the latest.
    expect(await saved(page)).toBe('Another\n')
    expect(await changes(page)).toEqual(['One more\n'])
    await press(page, 'Mod+z')
    expect(await saved(page)).toBe('One more\n')
    // Two tables with a common part.
    await show(page, '|A|B|\n|:-:|--:|\n\nEnd.\n')
    const other = '|C C|[x](/y)|\n|:-:|:-:|\n\n1. one\n\nEnd.\n'
    await show(page, other)
    await press(page, 'Mod+End')
    await page.keyboard.type(' x')
    await press(page, 'Backspace', 'Backspace')
    expect(await saved(page)).toBe(other)

    // It replaces a change that is not rendered yet, even when it is the text before that change.
    await begin(page, 'One\n')
    await press(page, 'Mod+End')
    await page.keyboard.type(' more')
    await page.evaluate(() => {
      window.harness.flush()
      window.harness.show('One\n')
    })
    await page.locator('.ProseMirror').getByText('One', { exact: true }).waitFor()
    expect(await changes(page)).toEqual(['One more\n'])
    expect(await saved(page)).toBe('One\n')
  })
}

/** Runs in the page: half a second later, as the editor's history reads the time. */
function goOnLater(): void {
  const now = Date.now.bind(Date)
  Date.now = () => now() + 600
}

/** Runs in the page: types letters so slowly that each is a step of its own. */
async function typeSlowly(letters: number): Promise<void> {
  const real = Date.now.bind(Date)
  let passed = 0
  Date.now = () => real() + passed
  for (let letter = 0; letter < letters; letter += 1) {
    passed += 600
    document.execCommand('insertText', false, 'c')
    // The editor reads a change of the document after the task that made it.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
