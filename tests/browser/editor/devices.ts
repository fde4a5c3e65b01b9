import { expect, test } from 'vitest'
import { begin, type EditorPages, saved, tool } from './editor-page.ts'

const text = `Before *it*

~~~ device
device: Glue Compressor # on the drums
Threshold: -18 dB
Attack:   10 ms   # slow
Release: { value: Auto, note: "Slow, then fast" }
~~~

* After it
`

/** Tests of the form for the settings of a device. */
export function deviceTests({ open }: EditorPages): void {
  test('an edit in the form of settings changes the lines of its row alone, and a video alone in a paragraph is a card', async () => {
    const page = await open(text)
    const form = page.getByRole('group', { name: 'Settings of a device' })
    expect(await saved(page)).toBe(text)
    const rows = form.getByRole('listitem')
    // A preset is made of the settings that are edited.
    await form.getByLabel('Version of Live').click()
    await tool(page, 'Save as snippet').click()
    await page.keyboard.type('Glue')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => window.harness.snippets.at(-1)?.content))
      .toContain('Attack:   10 ms   # slow')
    // The settings are selected then, and no color of a selection is in their text.
    const [own, selected] = await form
      .getByRole('button', { name: 'Add a parameter' })
      .evaluate((add) => [null, '::selection'].map((part) => getComputedStyle(add, part).color))
    expect(selected).toBe(own)
    await rows.nth(1).getByLabel('Value').selectOption('30 ms')
    expect(await saved(page)).toBe(text.replace('10 ms', '30 ms'))
    await rows.nth(0).getByLabel('Value').fill('-12')
    await rows.nth(0).getByLabel('Note').fill('Two: or three dB')
    const edited = text
      .replace('10 ms', '30 ms')
      .replace('Threshold: -18 dB', 'Threshold: { value: -12 dB, note: "Two: or three dB" }')
    expect(await saved(page)).toBe(edited)

    // Everything else by keyboard.
    await rows.nth(0).getByRole('button', { name: 'Move Threshold down' }).focus()
    await page.keyboard.press('Enter')
    const lines = edited.split('\n')
    const swapped = lines.with(4, lines[5] ?? '').with(5, lines[4] ?? '')
    expect(await saved(page)).toBe(swapped.join('\n'))
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move Threshold down',
    )
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Alt+ArrowUp')
    expect(await saved(page)).toBe(edited)
    await form.getByRole('button', { name: 'Remove Release' }).press('Enter')
    await form.getByRole('button', { name: 'Add a parameter' }).press('Enter')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Parameter',
    )
    await rows.nth(2).getByLabel('Parameter').selectOption('Makeup')
    await rows.nth(2).getByLabel('Value').fill('3')
    await form.getByLabel('Version of Live').fill('12.1')
    expect(await saved(page)).toBe(
      edited
        .replace(/Release: .*/, 'Makeup: 3 dB')
        .replace('# on the drums\n', '# on the drums\nlive: 12.1\n'),
    )

    await rows.nth(2).getByLabel('Value').fill('90')
    expect(await rows.nth(2).getByRole('status').textContent()).toBe(
      "Makeup of Glue Compressor is from 0 to 20 dB; '90 dB' is outside",
    )
    await form.getByLabel('Version of Live').press('Escape')
    await page.keyboard.type('And ')
    expect(await saved(page)).toContain('Makeup: 90 dB\n~~~\n\n* And After it')

    // Settings are inserted from the slash menu, and a block that is no settings stays code.
    await begin(page, 'One\n\n```device\nno settings\n```\n')
    expect(await page.locator('.code-block').count()).toBe(1)
    await page.getByText('One').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/device')
    await page.keyboard.press('Enter')
    const device = form.getByLabel('Device')
    await expect
      .poll(() => device.evaluate((select) => select === document.activeElement))
      .toBe(true)
    await device.selectOption('Limiter')
    expect(await saved(page)).toBe(
      'One\n\n```device\ndevice: Limiter\nThreshold: -20 dB\n```\n\n```device\nno settings\n```\n',
    )

    // A link to a video alone in a paragraph is a card, and stays as it is written.
    const links =
      'https://youtu.be/dQw4w9WgXcQ\n\n[The *song* here](https://soundcloud.com/one/song)\n\nSee https://vimeo.com/123456789\n'
    await begin(page, links)
    const cards = page.locator('.editor-embed')
    expect(
      await cards.evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.embed)),
    ).toEqual([
      'Video on YouTube: on the page, it plays after a press',
      'Track on SoundCloud: on the page, it plays after a press',
    ])
    await cards.nth(1).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and words')
    await expect.poll(() => cards.count()).toBe(1)
    expect(await saved(page)).toBe(links.replace('/song)', '/song) and words'))
  })
}
