import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  begin,
  dropEnds,
  type EditorPages,
  press,
  saved,
  selectionSeen,
  show,
} from './editor-page.ts'

/** Pastes at the caret as a browser does, with the given clipboard types and file names. */
async function paste(
  page: Page,
  types: Record<string, string>,
  files: Array<string> = [],
): Promise<void> {
  await selectionSeen(page)
  await page.evaluate(
    ([types, files]) => {
      const data = new DataTransfer()
      for (const [type, text] of Object.entries(types)) data.setData(type, text)
      for (const name of files)
        data.items.add(new File(['bytes'], name, { type: `image/${name.split('.').pop()}` }))
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [types, files] as const,
  )
}

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
<h1 style='margin:0'><b><span style='color:#2F5496'>A heading<o:p></o:p></span></b></h1>
<p class=MsoNormal>Some <b>bold</b>, <i>italic</i> and <u>underlined</u>&nbsp;words with <span style='background:yellow;mso-highlight:yellow'>a mark</span>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>One<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;</span></span><![endif]>Deeper<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>Two<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table><tr><td><p class=MsoNormal>A</p></td><td><p class=MsoNormal>B</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></table>
</body></html>`

const googleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400">A heading</span></h2>
<p dir="ltr"><span style="font-weight:400">Some </span><span style="font-weight:700">bold</span><span>, </span><span style="font-style:italic">italic</span><span> and </span><a href="https://www.google.com/url?q=https://example.org/a%3Fb&amp;sa=D"><span style="text-decoration:underline;color:#1155cc">a link</span></a><span>.</span></p><br>
<ul><li dir="ltr"><p dir="ltr"><span>One</span></p></li><ul><li dir="ltr"><p><span>Deeper</span></p></li></ul><li><p><span>Two</span></p></li></ul></b>`

const webPage = `<html><body><!--StartFragment--><article><h3 id="x" class="t" onclick="alert(1)">A heading</h3><script>alert(1)</script>
<p style="color:red">Some <strong>bold</strong> <a href="javascript:alert(1)">words</a> and <code>code</code>.<img src="https://example.org/a.png" alt="A knob" width="3"><img src="data:image/png;base64,AA"></p>
<pre><code class="language-js">let a = 1
</code></pre><blockquote><p>Said.</p></blockquote><ol start="3"><li>Three</li><li>Four</li></ol><hr><form><input value="x"><button>Go</button></form>
<p>Press <button>Record</button>, see <a href="https://www.google.com/url?q=https://example.org/%E0%A4%A&amp;sa=D">this</a>.</p>
<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> Done</li><li class="task-list-item"><p><input type="checkbox" disabled> To do</p></li></ul></article><!--EndFragment--></body></html>`

/** Pasting, dropping and copying. */
export function pastingTests({ open }: EditorPages): void {
  test('text from Word, Google Docs and web pages becomes clean Markdown, plain text keeps its words', async () => {
    const page = await open('')
    await paste(page, { 'text/html': word, 'text/plain': 'A heading' })
    expect(await saved(page)).toBe(
      '# A heading\n\nSome **bold**, *italic* and <u>underlined</u> words with <mark data-color="yellow">a mark</mark>.\n\n- One\n  - Deeper\n- Two\n\n| A | B |\n| - | - |\n| 1 | 2 |\n',
    )
    await show(page, '')
    await paste(page, { 'text/html': googleDocs, 'text/plain': 'A heading' })
    expect(await saved(page)).toBe(
      '## A heading\n\nSome **bold**, *italic* and [a link](https://example.org/a?b).\n\n- One\n  - Deeper\n- Two\n',
    )
    await show(page, '')
    await paste(page, { 'text/html': webPage, 'text/plain': 'A heading' })
    expect(await saved(page)).toBe(
      '### A heading\n\nSome **bold** words and `code`.![A knob](https://example.org/a.png)\n\n```js\nlet a = 1\n```\n\n> Said.\n\n3. Three\n4. Four\n\n---\n\nPress Record, see [this](https://www.google.com/url?q=https://example.org/%E0%A4%A&sa=D).\n\n- [x] Done\n- [ ] To do\n',
    )

    // What is dropped into a cell stays in it, from elsewhere and from this text.
    await begin(page, 'Before.\n\n| A | B |\n| - | - |\n| one | two |\n')
    const cell = await page.locator('.ProseMirror td').first().boundingBox()
    const place = [
      (cell?.x ?? 0) + (cell?.width ?? 0) - 2,
      (cell?.y ?? 0) + (cell?.height ?? 0) / 2,
    ] as const
    await page.evaluate(([clientX, clientY]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/html', '<ul><li>x</li><li>y</li></ul>')
      const event = new DragEvent('drop', {
        dataTransfer,
        clientX,
        clientY,
        bubbles: true,
        cancelable: true,
      })
      document.querySelector('.ProseMirror')?.dispatchEvent(event)
    }, place)
    expect(await saved(page)).toBe('Before.\n\n| A | B |\n| - | - |\n| one• x<br>• y | two |\n')
    const before = page.locator('.ProseMirror > p', { hasText: 'Before.' })
    // On a busy machine, the browser may take a drag that begins early for a selection; a person
    // drags again.
    await expect
      .poll(async () => {
        if ((await before.count()) > 0) {
          await before.click({ clickCount: 3 })
          await selectionSeen(page)
          await before.dragTo(page.locator('.ProseMirror td').last(), {
            sourcePosition: { x: 10, y: 10 },
          })
        }
        return saved(page)
      })
      .toMatch(/\| one• x<br>• y \| (?:twoBefore\.|tBefore\.wo|twBefore\.o|Before\.two) \|\n$/)
    await dropEnds(page)

    // Plain text keeps its words, Markdown is read, and an address links what is selected.
    await show(page, '')
    await paste(page, { 'text/plain': 'One * two\nthree_four_five\n\n[not] a <tag>' })
    await page.locator('.ProseMirror').getByText('[not] a <tag>').waitFor()
    expect(await page.locator('.ProseMirror p').count()).toBe(2)
    expect(await saved(page)).toBe('One * two\\\nthree_four_five\n\n[not] a \\<tag>\n')
    await show(page, '')
    await paste(page, { 'text/plain': '## A part\n\n- one\n- **two**\n' })
    expect(await saved(page)).toBe('## A part\n\n- one\n- **two**\n')
    await show(page, '')
    const frontMatter = '---\ntitle: "A: title"\ntags:\n  - a\n---\n'
    await paste(page, { 'text/plain': `${frontMatter}\nOne\n\n---\n\n- two\n` })
    await page
      .locator('[data-part="toast"]')
      .getByText('Not part of the text: title, tags')
      .waitFor()
    expect(await saved(page)).toBe('One\n\n---\n\n- two\n')
    await show(page, '')
    await paste(page, { 'text/plain': '---\n\nOne\n\n---\n\nTwo' })
    expect(await saved(page)).toBe('---\n\nOne\n\n---\n\nTwo\n')
    await show(page, 'some words\n')
    await page.keyboard.press('ControlOrMeta+a')
    await selectionSeen(page)
    await paste(page, { 'text/plain': 'https://example.org/a' })
    expect(await saved(page)).toBe('[some words](https://example.org/a)\n')
    await show(page, 'start\n')
    await page.keyboard.press('End')
    await paste(page, { 'text/html': ', <b>end</b>', 'text/plain': ', end' })
    expect(await saved(page)).toBe('start, **end**\n')
    await show(page, '```js\n\n```\n')
    await paste(page, { 'text/html': '<b>a *b*</b>', 'text/plain': 'a *b*' })
    expect(await saved(page)).toBe('```js\na *b*\n```\n')

    // What is copied is Markdown for other programs.
    await begin(page, '## Some *words*\n\n- one\n')
    await page.keyboard.press('ControlOrMeta+a')
    await selectionSeen(page)
    const copied = await page.evaluate(() => {
      const data = new DataTransfer()
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }),
      )
      return data.getData('text/plain')
    })
    expect(copied).toBe('## Some *words*\n\n- one')
  })

  test('pasted and dropped pictures and sounds are uploaded with progress, and a failure removes nothing', async () => {
    const page = await open('One\n')
    await page.keyboard.press('ControlOrMeta+End')
    await paste(page, {}, ['a.png'])
    const progress = page.getByRole('progressbar', { name: 'Uploading a.png' })
    await progress.waitFor()
    expect(await progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBe(0.5)
    await page.keyboard.type(' two')
    await page.evaluate(() =>
      window.harness.finishUpload({ url: '/media/2026/a.png', alt: 'A knob' }),
    )
    await progress.waitFor({ state: 'detached' })
    expect(await saved(page)).toMatch(
      /^One(?: two)?!\[A knob\]\(\/media\/2026\/a\.png\)(?: two)?\n$/,
    )
    await show(page, 'One\n')
    await paste(page, {}, ['b.webp'])
    await page.getByRole('progressbar', { name: 'Uploading b.webp' }).waitFor()
    await page.evaluate(() => window.harness.finishUpload(null))
    await page
      .locator('[data-part="toast"]')
      .getByText('The picture could not be stored.')
      .waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    expect(await saved(page)).toBe('One\n')
    await paste(page, {}, ['c.tiff'])
    await page
      .locator('[data-part="toast"]')
      .getByText('Only JPG, PNG, GIF and WebP images can be inserted.')
      .waitFor()
    const box = await page.locator('.ProseMirror p').first().boundingBox()
    await page.evaluate(
      ([x, y]) => {
        const data = new DataTransfer()
        data.items.add(new File(['bytes'], 'd.jpeg', { type: 'image/jpeg' }))
        document.querySelector('.ProseMirror')?.dispatchEvent(
          new DragEvent('drop', {
            dataTransfer: data,
            clientX: x,
            clientY: y,
            bubbles: true,
            cancelable: true,
          }),
        )
      },
      [(box?.x ?? 0) + 1, (box?.y ?? 0) + 5] as const,
    )
    await page.getByRole('progressbar', { name: 'Uploading d.jpeg' }).waitFor()
    await page.evaluate(() => window.harness.finishUpload({ url: '/media/2026/d.jpeg' }))
    await expect.poll(() => saved(page)).toBe('![](/media/2026/d.jpeg)\n\nOne\n')
    expect(await page.evaluate(() => window.harness.uploads)).toEqual(['a.png', 'b.webp', 'd.jpeg'])

    // Several land between blocks, where a line shows, and keep their order.
    await begin(page, 'One word\n\nTwo\n')
    const first = await page.locator('.ProseMirror p').first().boundingBox()
    const at = [(first?.x ?? 0) + 30, (first?.y ?? 0) + (first?.height ?? 0) - 2] as const
    const drag = (type: string) =>
      page.evaluate(
        ([type, x, y]) => {
          const data = new DataTransfer()
          for (const name of ['a.png', 'b.png', 'c.png'])
            data.items.add(new File([name], name, { type: 'image/png' }))
          const place = {
            dataTransfer: data,
            clientX: x,
            clientY: y,
            bubbles: true,
            cancelable: true,
          }
          document.querySelector('.ProseMirror')?.dispatchEvent(new DragEvent(type, place))
        },
        [type, ...at] as const,
      )
    await drag('dragover')
    const line = await page.locator('.drop-line').boundingBox()
    expect(line?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0) - 4)
    expect(line?.width).toBeGreaterThan(300)
    await drag('drop')
    expect(await page.locator('.drop-line').count()).toBe(0)
    expect(await page.getByRole('progressbar').count()).toBe(3)
    // Two are sent at once.
    const sent = () => page.evaluate(() => window.harness.uploads)
    expect(await sent()).toEqual(['a.png', 'b.png'])
    const finish = (name: string) =>
      page.evaluate(
        (name) => window.harness.finishUpload({ url: `/media/${name}.png` }, `${name}.png`),
        name,
      )
    await finish('b')
    await expect.poll(sent).toEqual(['a.png', 'b.png', 'c.png'])
    await finish('c')
    await finish('a')
    await expect
      .poll(() => saved(page))
      .toBe('One word\n\n![](/media/a.png)\n\n![](/media/b.png)\n\n![](/media/c.png)\n\nTwo\n')

    // Text that is dragged shows the letter that it lands at.
    await page
      .locator('.ProseMirror p')
      .first()
      .evaluate((paragraph) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.setData('text/plain', 'dragged')
        const { left, top } = paragraph.getBoundingClientRect()
        const place = { clientX: left + 40, clientY: top + 8, bubbles: true, cancelable: true }
        paragraph.dispatchEvent(new DragEvent('dragover', { dataTransfer, ...place }))
      })
    const color = (cursor: Element) => getComputedStyle(cursor).backgroundColor
    expect(await page.locator('.prosemirror-dropcursor-inline').evaluate(color)).not.toBe(
      'rgba(0, 0, 0, 0)',
    )

    // A sound is a card that plays, and keeps its bytes.
    const source =
      '![Dry, _low_](/media/2026/dry.mp3 "Note")  ![Wet](</media/2026/wet.wav>)\n\nWords\n'
    await begin(page, source)
    const players = page.locator('.editor-sound audio')
    expect(
      await players.evaluateAll((all) =>
        all.map((one) => [one.getAttribute('src'), one.ariaLabel]),
      ),
    ).toEqual([
      ['/media/2026/dry.mp3', 'Dry, low'],
      ['/media/2026/wet.wav', 'Wet'],
    ])
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' more')
    expect(await saved(page)).toBe(source.replace('Words', 'Words more'))
    await paste(page, {}, ['kick.mp3'])
    await page.getByRole('progressbar', { name: 'Uploading kick.mp3' }).waitFor()
    await page.evaluate(() =>
      window.harness.finishUpload({ url: '/media/2026/kick.mp3', alt: 'Kick' }),
    )
    await players.nth(2).waitFor()
    expect(await saved(page)).toContain('![Kick](/media/2026/kick.mp3)')
  })

  test('a picture moves by keys, by buttons and by dragging', async () => {
    const page = await open('')
    await begin(page, 'One\n\n![A](/media/a.png)\n\nTwo ![B](/media/b.png) words\n')
    // To the end of the line, before the picture, and onto it.
    await press(page, 'End', 'ArrowRight', 'ArrowRight')
    expect(await page.locator('img.ProseMirror-selectednode').getAttribute('alt')).toBe('A')
    await page.keyboard.press('Alt+ArrowDown')
    expect(await saved(page)).toBe('One\n\nTwo ![B](/media/b.png) words\n\n![A](/media/a.png)\n')
    await page.getByRole('status').getByText('Moved below “Two words”.').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    expect(await saved(page)).toBe('![A](/media/a.png)\n\nOne\n\nTwo ![B](/media/b.png) words\n')
    await page.getByRole('button', { name: 'Move down' }).click()
    expect(await saved(page)).toBe('One\n\n![A](/media/a.png)\n\nTwo ![B](/media/b.png) words\n')
    const first = await page.locator('.ProseMirror p').first().boundingBox()
    const picture = page.locator('img[src="/media/b.png"]')
    await picture.dragTo(page.locator('.ProseMirror p').first(), {
      targetPosition: { x: 20, y: (first?.height ?? 0) - 3 },
    })
    await expect.poll(() => saved(page)).toMatch(/^One\n\n!\[B\]\(\/media\/b\.png\)\n\n!\[A\]/)
    await dropEnds(page)
  })
}
