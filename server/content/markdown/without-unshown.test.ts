import { expect, test } from 'vitest'
import { createMarkdownRenderer } from './render.ts'
import { withoutUnshown } from './without-unshown.ts'

test.each([
  ['One <script>alert(1)</script> two.', 'One  two.'],
  ['<script>\nalert(1)\n</script>\n\nText.\n', '\n\nText.\n'],
  [
    'A <img src="/media/a.png" onerror="alert(1)" alt="x"> b',
    'A <img src="/media/a.png"  alt="x"> b',
  ],
  ['<IMG SRC=x OnError=alert(1)>', '<IMG SRC=x >'],
  ['<p onclick=alert(1) align="center">Hi</p>', '<p  align="center">Hi</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<a >x</a>'],
  ['<a href="java\tscript:alert(1)">x</a>', '<a >x</a>'],
  ['[words](javascript:alert(1)) stay', 'words stay'],
  ['[words](<java&#115;cript:alert(1)>) stay', 'words stay'],
  ['![words](data:image/svg+xml,x) stay', 'words stay'],
  ['<iframe src="https://x.example"></iframe>Text', 'Text'],
  ['<svg onload=alert(1)><desc>x</desc></svg>Text', 'Text'],
  ['<marquee>Text</marquee>', 'Text'],
  ['<script>never closed', ''],
  ['<style>p{}</style>\n\n# Title\n', '\n\n# Title\n'],
])('%j becomes %j', (before, after) => {
  expect(withoutUnshown(before)).toBe(after)
})

test.each([
  'Words, *emphasis* and `<script>alert(1)</script>` in code.\n',
  '```html\n<script>alert(1)</script>\n<img onerror=x>\n```\n',
  '    <script>indented code</script>\n',
  '<u>under</u> <mark data-color="yellow">marked</mark> <kbd>K</kbd>\n',
  '<p align="center">A <a href="https://x.example" title="t">link</a></p>\n',
  '<!-- more -->\n\n<details open>\n<summary>S</summary>\n\nText *here*.\n\n</details>\n',
  '1 < 2 and a<b, <mailto:a@example.org>, [x](/article/warp), [y](#warp)\n',
  '[mail](mailto:a@example.org) ![a](/media/a.png "T")\n\n[r]: https://x.example\n',
])('%j stays byte for byte', (text) => {
  expect(withoutUnshown(text)).toBe(text)
})

test('what is left shows as the whole did', async () => {
  const render = createMarkdownRenderer()
  const html = async (markdown: string) =>
    (await render({ markdown, dimensions: {} })).html.replace(/\s+/g, ' ').trim()
  const whole = [
    '# A <b onclick="x()">title</b>',
    '<script>one()</script>',
    '> quoted <img src=x onerror=y> <a href="javascript:z">link</a>',
    '<div style="color:red" id="here">\n\ninside <object data=x>gone</object> text\n\n</div>',
    '| a | b |\n| - | - |\n| <u onfocus=x>u</u> | <script>no</script>yes |',
  ].join('\n\n')
  const left = withoutUnshown(whole)
  expect(left).not.toMatch(/script|onclick|onerror|onfocus|style=|object/i)
  expect(await html(left)).toBe(await html(whole))
})

test('hostile tags take time that grows with their length alone', () => {
  const begin = process.cpuUsage()
  for (const piece of [
    "<a '",
    '<img ',
    '<script>',
    '</script>',
    '<a href="',
    '<!--',
    '<a b=',
    '<svg>',
  ])
    withoutUnshown(`<div>\n${piece.repeat(100_000 / piece.length)}`)
  const { user, system } = process.cpuUsage(begin)
  expect((user + system) / 1e6).toBeLessThan(8)
})
