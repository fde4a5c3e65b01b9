import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type EditorPages, saved, selectionSeen, show } from './editor-page.ts'

/** One of each kind of block and inline content, in the style that the editor writes. */
const everything = `Before.

\`\`\`device

device: Glue Compressor
Attack: 30 ms # slow
\`\`\`

<!-- for the editor only -->

<p align="center">Centered <strong>x</strong> <a href="/y" title="Z">y</a><br>z</p>

<h3 align="right">A heading</h3>

<details><summary>More</summary>

Inside  two

</details>

<div style="color:red" onclick="x()">A <style> element</div>

\`\`\`js title="a.js"
let  a = "<b>"
\`\`\`

\`\`\`js

  let b = 1

\`\`\`

\`\`\`
plain
\`\`\`

# One

###### Six *words*

> A quote
>
> > deeper

> [!WARNING]
> Careful
>
> - item

> [!Tip]
> Good

- one

  more
- two

10. ten
11. eleven
    - deeper

- [x] done
- [ ] to do
  \`\`\`device
  device: Limiter
  \`\`\`

| L | R | C | N |
| :- | -: | :-: | - |
| a<br>b | \`x\\|y\` | **c** | ![k](/media/k.png) |
| | | | |

| Only a header |
| - |

---

***Both*** *it* **bold** ~~gone~~ \`\`a \` b  c\`\` <u>un</u> <mark data-color="green">hi</mark> <mark>plain</mark> x<sup>2</sup> <span style="color: red" data-x='on="y"'>red</span> hard\u00a0space\\
next line.

![Turn style=on onset=5 > "x"](/media/a.png "A title") ![](/media/b.png) ![Dry](/media/dry.mp3 "Note") ![[warp.png|Alias]] waits.

[**A** \`link\`](/x?a=1&b=2 "Its title") https://example.org/a [other](sms:123) [app](ableton://x "y") ends. Note[^1] and[^other].

[^1]: One.

    - two

[^other]: Another.

After.
`

async function selectFrom(page: Page, first: string, last: string): Promise<void> {
  await page.evaluate(
    ([first, last]) => {
      const paragraphs = [...document.querySelectorAll('.ProseMirror > p')]
      const textOf = (words: string) =>
        paragraphs.find(({ textContent }) => textContent === words)?.firstChild as Text
      getSelection()?.setBaseAndExtent(textOf(first), 0, textOf(last), last.length)
    },
    [first, last] as const,
  )
  await selectionSeen(page)
}

/** Copying and moving within the editor and between editors. */
export function copyingTests({ open }: EditorPages): void {
  test('what is cut is the same where it is pasted, in this text and in another', async () => {
    const page = await open(`Start.\n\n${everything}\nEnd.\n`)
    await selectFrom(page, 'Before.', 'After.')
    await page.keyboard.press('ControlOrMeta+x')
    await expect.poll(() => saved(page)).toBe('Start.\n\nEnd.\n')
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+v')
    await page.locator('.ProseMirror').getByText('After.').waitFor()
    expect.soft(await saved(page)).toBe(`Start.\n\nEnd.\n\n${everything}`)
    await show(page, '')
    await page.keyboard.press('ControlOrMeta+v')
    await page.locator('.ProseMirror').getByText('After.').waitFor()
    expect.soft(await saved(page)).toBe(everything)
  })
}
