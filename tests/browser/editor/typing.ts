import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflowing } from '../browser.ts'
import { type EditorPages, saved, selectionSeen, show } from './editor-page.ts'

const press = async (page: Page, ...keys: Array<string>) => {
  for (const key of keys) {
    await page.keyboard.press(key.replace(/^Mod/, 'ControlOrMeta'))
    await selectionSeen(page)
  }
}
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })

/** Commands, keys, menus, and focus. */
export function typingTests({ open }: EditorPages): void {
  test('keys that waited for a busy page act where the caret then is', async () => {
    const page = await open('One.\n\nTwo.\n')
    await page.locator('.ProseMirror p').first().click()
    const busy = page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          setTimeout(() => {
            const end = performance.now() + 500
            while (performance.now() < end);
            resolve()
          }, 50),
        ),
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    const keys = ['Home', 'ArrowRight', 'Enter', 'End', 'Enter', 'x']
    await Promise.all([busy, ...keys.map((key) => page.keyboard.press(key))])
    expect(await saved(page)).toBe('O\n\nne.\n\nx\n\nTwo.\n')
  })

  test('common keyboard shortcuts work', async () => {
    const page = await open('word\n')
    const after: Record<string, string> = {
      'Mod+b': '**word**',
      'Mod+i': '*word*',
      'Mod+u': '<u>word</u>',
      'Mod+e': '`word`',
      'Mod+Shift+x': '~~word~~',
      'Mod+Shift+h': '<mark data-color="yellow">word</mark>',
      'Mod+Alt+1': '# word',
      'Mod+Alt+2': '## word',
      'Mod+Alt+3': '### word',
      'Mod+Alt+c': '```\nword\n```',
      'Mod+Shift+7': '1. word',
      'Mod+Shift+8': '- word',
      'Mod+Shift+9': '- [ ] word',
      'Mod+Shift+b': '> word',
      'Mod+Shift+e': '<p align="center">word</p>',
      'Mod+Shift+r': '<p align="right">word</p>',
      'Mod+Shift+j': '<p align="justify">word</p>',
    }
    const found: Record<string, string> = {}
    for (const key of Object.keys(after)) {
      await show(page, 'word\n')
      await press(page, 'Mod+a', key)
      found[key] = (await saved(page)).trimEnd()
    }
    expect(found).toEqual(after)
    await show(page, '**word**\n')
    await press(page, 'Mod+a', 'Mod+b', 'End')
    expect(await saved(page)).toBe('word\n')
  })

  test('Mod+S saves with the last words in it', async () => {
    const page = await open('word\n')
    await press(page, 'Mod+End')
    await page.keyboard.type('s')
    await press(page, 'Mod+s')
    expect(await page.evaluate(() => window.harness.saves)).toEqual(['words\n'])
  })

  test('undo reverts what was typed within half a second, a hundred times', { tags: ['thorough'] }, async () => {
    const page = await open('')
    await page.keyboard.insertText('one')
    await page.waitForTimeout(600)
    await page.keyboard.insertText(' two')
    await press(page, 'Mod+z')
    expect(await saved(page)).toBe('one\n')
    await press(page, 'Mod+z')
    expect((await saved(page)).trim()).toBe('')
    await press(page, 'Mod+Shift+z', 'Mod+Shift+z')
    expect(await saved(page)).toBe('one two\n')
    // Edits in two places are separate undo steps, even in quick succession.
    for (let edit = 0; edit < 65; edit += 1) {
      await press(page, 'Home')
      await page.keyboard.type('a')
      await press(page, 'End')
      await page.keyboard.type('b')
    }
    for (let time = 0; time < 140; time += 1) await press(page, 'Mod+z')
    const left = (await saved(page)).trim().length - 'one two'.length
    // The kit trims its history twenty steps late.
    expect(left).toBeGreaterThanOrEqual(10)
    expect(left).toBeLessThanOrEqual(30)
    expect(await tool(page, 'Undo').getAttribute('aria-disabled')).toBe('true')
  })

  test('the slash menu finds blocks by their words, and stays closed after Escape', async () => {
    const page = await open('')
    const menu = page.getByRole('listbox', { name: 'Insert a block' })
    await page.keyboard.type('/')
    expect(await menu.getByRole('option').count()).toBe(15)
    await page.keyboard.type('head')
    expect(await menu.getByRole('option').allTextContents()).toEqual(['Heading 1', 'Heading 2', 'Heading 3'])
    await press(page, 'ArrowDown', 'Enter')
    await page.keyboard.type('A part')
    await press(page, 'Enter')
    await page.keyboard.type('/image')
    await menu.getByRole('option', { name: 'Image' }).click()
    await expect.poll(() => saved(page)).toBe('## A part\n\n![A knob](/media/a.png)\n')
    await show(page, '')
    await page.keyboard.type('1/2 and /ti')
    await press(page, 'Escape')
    await page.keyboard.type('p')
    expect(await menu.count()).toBe(0)
    await press(page, 'Enter')
    expect(await saved(page)).toBe('1/2 and /tip\n')
  })

  test('links keep the rules: a missing scheme is added, a wrong one is refused, nothing removes it', async () => {
    const page = await open('word\n')
    await press(page, 'Mod+a', 'Mod+k')
    const field = page.getByLabel('Link to')
    await field.fill('javascript:alert(1)')
    await press(page, 'Enter')
    await page.getByText('Links that start with javascript: are not allowed.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('example.org/a')
    await press(page, 'Enter')
    expect(await saved(page)).toBe('[word](https://example.org/a)\n')
    await page.evaluate(() => document.addEventListener('click', () => window.harness.uploads.push('a click')))
    await page.locator('.ProseMirror a').click()
    expect(await page.evaluate(() => window.harness.uploads)).toEqual([])
    await press(page, 'End')
    await page.keyboard.type(' more')
    expect(await saved(page)).toBe('[word](https://example.org/a) more\n')
    await press(page, 'Home', 'ArrowRight', 'Mod+k')
    expect(await field.inputValue()).toBe('https://example.org/a')
    await field.fill('')
    await press(page, 'Enter')
    expect(await saved(page)).toBe('word more\n')
    await press(page, 'Mod+a', 'Mod+k', 'Escape')
    await page.keyboard.type('gone')
    expect(await saved(page)).toBe('gone\n')
  })

  test('the bars align, highlight, make callouts and count words', async () => {
    const page = await open('word and word\n')
    expect(await page.getByText('3 words').count()).toBe(1)
    await press(page, 'Mod+a')
    await tool(page, 'Alignment').click()
    await page.getByRole('button', { name: 'Align center' }).click()
    expect(await saved(page)).toBe('<p align="center">word and word</p>\n')
    await tool(page, 'Alignment').click()
    await page.getByRole('button', { name: 'Align left' }).click()
    expect(await saved(page)).toBe('word and word\n')
    await tool(page, 'Highlight').click()
    const colors = page.getByRole('group', { name: 'Highlight color' }).getByRole('button')
    expect(await colors.count()).toBeGreaterThan(3)
    await page.getByRole('button', { name: 'green', exact: true }).click()
    expect(await saved(page)).toBe('<mark data-color="green">word and word</mark>\n')
    await show(page, 'word\n')
    expect(await page.getByText('1 word', { exact: true }).count()).toBe(1)
    await tool(page, 'Callout').click()
    await page.getByLabel('Kind of callout').selectOption('warning')
    expect(await saved(page)).toBe('> [!WARNING]\n> word\n')
    await show(page, 'some words\n')
    await press(page, 'Mod+a')
    await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Bold' }).click()
    expect(await saved(page)).toBe('**some words**\n')
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      // The toolbar of the selection is positioned after the new width is known.
      await expect.poll(() => overflowing(page), { message: `${width} px` }).toEqual([])
    }
  })

  test('tables are made, filled by Tab, and grow and shrink by row and column', async () => {
    const page = await open('')
    await tool(page, 'Table').click()
    for (const word of ['A', 'B', 'C', 'a', 'b']) {
      await page.keyboard.type(word)
      await press(page, 'Tab')
    }
    await page.keyboard.type('c')
    const cells = async () =>
      (await saved(page))
        .trim()
        .split('\n')
        .map((row) =>
          row
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        )
    expect((await cells())[0]).toEqual(['A', 'B', 'C'])
    expect((await cells())[2]).toEqual(['a', 'b', 'c'])
    const before = await cells()
    const table = page.getByRole('group', { name: 'Table' })
    await table.getByRole('button', { name: 'Add row below' }).click()
    expect(await cells()).toHaveLength(before.length + 1)
    await page.locator('.ProseMirror td').getByText('c', { exact: true }).click()
    await table.getByRole('button', { name: 'Add column after' }).click()
    expect((await cells())[0]).toEqual(['A', 'B', 'C', ''])
    await table.getByRole('button', { name: 'Remove column' }).click()
    expect((await cells())[0]?.length).toBe(3)
    await table.getByRole('button', { name: 'Remove table' }).click()
    expect((await saved(page)).trim()).toBe('')
  })

  test('the Markdown source can be edited, and content that rich text cannot represent stays a block of source', async () => {
    const code = '```js title="a.js"\nlet a\n```'
    const page = await open(`One.\n\n${code}\n\n<details><summary>More</summary>\n\nTwo *three*.\n\n</details>\n`)
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
  })

  test('a text from outside replaces the document, is no edit, and can be undone', async () => {
    const page = await open('One\n')
    await press(page, 'Mod+End')
    await page.keyboard.type(' more')
    await expect.poll(() => page.evaluate(() => window.harness.changes)).toEqual(['One more\n'])
    await show(page, 'Another\n')
    await page.locator('.ProseMirror').getByText('Another').waitFor()
    // What is pending is emitted here at the latest.
    expect(await saved(page)).toBe('Another\n')
    expect(await page.evaluate(() => window.harness.changes)).toEqual(['One more\n'])
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
  })

  test('a text from outside replaces a change that is not rendered yet, even when it is the text before that change', async () => {
    const page = await open('One\n')
    await press(page, 'Mod+End')
    await page.keyboard.type(' more')
    await page.evaluate(() => {
      window.harness.flush()
      window.harness.show('One\n')
    })
    await page.locator('.ProseMirror').getByText('One', { exact: true }).waitFor()
    expect(await page.evaluate(() => window.harness.changes)).toEqual(['One more\n'])
    expect(await saved(page)).toBe('One\n')
  })

  test('an empty text has its placeholder and room to write in', async () => {
    const page = await open('')
    const text = page.locator('.ProseMirror')
    expect(await text.getAttribute('data-placeholder')).toBe('Start writing...')
    expect(await text.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"Start writing..."')
    expect(await text.evaluate((element) => element.clientHeight)).toBeGreaterThanOrEqual(400)
    expect(await text.evaluate((element) => [element.role, element.ariaMultiLine])).toEqual(['textbox', 'true'])
  })
}
