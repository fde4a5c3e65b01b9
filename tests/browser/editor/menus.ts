import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflowing } from '../browser.ts'
import { begin, type EditorPages, press, saved, show, tool } from './editor-page.ts'

/** Whether two shown elements cover each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  return a !== null && b !== null && a.y < b.y + b.height && b.y < a.y + a.height
}

/** The menus of blocks and links, the bars, and tables. */
export function menuTests({ open }: EditorPages): void {
  test('the slash menu finds blocks by their words, stays closed after Escape, and links keep the rules', async () => {
    const page = await open('')
    const text = page.locator('.ProseMirror')
    expect(await text.getAttribute('data-placeholder'), 'an empty text').toBe('Start writing...')
    expect(await text.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
      '"Start writing..."',
    )
    expect(await text.evaluate((element) => element.clientHeight)).toBeGreaterThanOrEqual(400)
    expect(await text.evaluate((element) => [element.role, element.ariaMultiLine])).toEqual([
      'textbox',
      'true',
    ])

    const menu = page.getByRole('listbox', { name: 'Insert a block' })
    await page.keyboard.type('/')
    expect(await menu.getByRole('option').count()).toBe(19)
    await page.keyboard.type('head')
    expect(await menu.getByRole('option').allTextContents()).toEqual([
      'Heading 1',
      'Heading 2',
      'Heading 3',
    ])
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

    // What is selected becomes an entry of the menu, which inserts a copy.
    await begin(page, 'Before\n\n> **Turn** it down.\n')
    expect(await tool(page, 'Save as snippet').getAttribute('aria-disabled')).toBe('true')
    await press(page, 'Mod+a')
    await tool(page, 'Save as snippet').click()
    await page.keyboard.type('Quieter')
    await press(page, 'Enter', 'Mod+End', 'Enter', 'Enter')
    await page.keyboard.type('/snip')
    expect(await menu.getByRole('option').allTextContents()).toEqual(['QuieterSnippet'])
    await press(page, 'Enter')
    expect(await saved(page)).toBe(
      'Before\n\n> **Turn** it down.\n\nBefore\n\n> **Turn** it down.\n',
    )

    // A missing scheme is added, a wrong one is refused, and a click does not follow the link.
    await begin(page, 'word\n')
    await press(page, 'Mod+a', 'Mod+k')
    const field = page.getByLabel('Link to')
    await field.fill('javascript:alert(1)')
    await press(page, 'Enter')
    await page.getByText('Links that start with javascript: are not allowed.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('example.org/a')
    await press(page, 'Enter')
    expect(await saved(page)).toBe('[word](https://example.org/a)\n')
    const clicks = () => page.evaluate(() => window.harness.clicks)
    const before = await clicks()
    await page.locator('.ProseMirror a').click()
    expect(await clicks()).toBe(before)
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

  test('the bars align, highlight, make callouts, count words, and edit tables', async () => {
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
    await page
      .getByRole('toolbar', { name: 'Selected text' })
      .getByRole('button', { name: 'Bold' })
      .click()
    expect(await saved(page)).toBe('**some words**\n')
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      // The toolbar of the selection is positioned after the new width is known.
      await expect.poll(() => overflowing(page), { message: `${width} px` }).toEqual([])
    }
    // A panel that opens moves the text, and the toolbar of the selection with it: it covers no
    // button.
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await show(page, 'word\n')
      await press(page, 'Mod+a')
      const bar = page.getByRole('toolbar', { name: 'Selected text' })
      await bar.waitFor()
      for (const [panel, name, markdown] of [
        ['Alignment', 'Justify', '<p align="justify">word</p>\n'],
        ['Highlight', 'green', '<p align="justify"><mark data-color="green">word</mark></p>\n'],
      ] as const) {
        await tool(page, panel).click()
        const button = page.getByRole('button', { name, exact: true })
        await button.waitFor()
        const bars = page.locator('[data-part="editor-bars"]')
        await expect
          .poll(() => overlap(bars, bar), { message: `${panel} at ${width} px` })
          .toBe(false)
        await button.click()
        expect(await saved(page)).toBe(markdown)
      }
    }

    // Tables are made, filled by Tab, and grow and shrink by row and column.
    await begin(page, '')
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
}
