import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyFromHtml } from '#domain/markdown/body-from-html.ts'
import { sameMeaning } from '#domain/markdown/meaning.ts'
import { preserveBlocks } from '#domain/markdown/preserve-blocks.ts'
import { sampleDocument } from '#domain/markdown/sample-documents.ts'
import { textWithHtml } from '#domain/markdown/sample-html-blocks.ts'
import { markdownOfHtml } from '#domain/markdown/sent-markdown.ts'
import { createMarkdownRenderer } from './render.ts'

/** `npm run soak -- properties` reads that many times as many texts as `npm test`. */
const times = Number(import.meta.env.PROPERTY_TIMES ?? 1)

const render = createMarkdownRenderer()
const htmlOf = async (markdown: string) => (await render({ markdown, dimensions: {} })).html

const conversions: Array<[name: string, html: string, markdown: string]> = [
  [
    'formats',
    '<p>a <b>b</b> <i>c</i> <s>d</s> <u>e</u> <code>f</code></p>',
    'a **b** *c* ~~d~~ <u>e</u> `f`',
  ],
  [
    'highlights',
    '<p><mark data-color="yellow">a</mark> <mark>b</mark></p>',
    '<mark data-color="yellow">a</mark> <mark>b</mark>',
  ],
  ['alignment', '<p align="center">a <b>b</b></p>', '<p align="center">a <b>b</b></p>'],
  ['alignment by style', '<h2 style="text-align: right">a</h2>', '<h2 align="right">a</h2>'],
  ['headings and rules', '<h2>a</h2><hr><h3>b</h3>', '## a\n\n---\n\n### b'],
  [
    'tasks',
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
    '- [x] a\n- [ ] b',
  ],
  ['lists in lists', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>', '1. a\n   - b\n2. c'],
  [
    'tables',
    '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td>2 | 3</td></tr></tbody></table>',
    '| a | b |\n| - | -: |\n| 1 | 2 \\| 3 |',
  ],
  [
    'code',
    '<pre><code class="language-js">let a\n\nlet b\n</code></pre>',
    '```js\nlet a\n\nlet b\n```',
  ],
  [
    'pictures',
    '<p><img src="/media/a.png" alt="A" title="T" width="9" srcset="x"></p>',
    '![A](/media/a.png "T")',
  ],
  [
    'links',
    '<p><a href="/article/x#s-y" rel="nofollow">a</a> <a href="#s-z">b</a></p>',
    '[a](/article/x#y) [b](#z)',
  ],
  ['hard breaks', '<p>a<br>b</p>', 'a\\\nb'],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['other elements', '<p>H<sub>2</sub>O <kbd>Ctrl</kbd></p>', 'H<sub>2</sub>O <kbd>Ctrl</kbd>'],
  ['line breaks in cells', '<table><tr><th>a<br>b</th></tr></table>', '| a<br>b |\n| - |'],
  [
    'blocks in cells',
    '<table><tr><th><p>a|b</p><pre>c</pre></th><th>d<ul><li><p>*e*</p><p>f</p></li></ul><p align="center">g\nh</p></th></tr></table>',
    '| a\\|b<br>`c` | d<ul><li>\\*e\\*<br>f</li></ul><p align="center">g h</p> |\n| - | - |',
  ],
  [
    'footnotes behind an open tag',
    '<section data-footnotes><ol><li id="s-fn-1"><p>a</p></li><b>\n<li id="s-fn-2"><p>b</p></li></b></ol></section>',
    '[^1]: a\n\n[^2]: **b**',
  ],
  [
    'details',
    '<details><summary>a</summary><p>b</p></details>',
    '<details>\n<summary>a</summary>\n\nb\n\n</details>',
  ],
  [
    'details without blocks',
    '<details><summary>a</summary>b</details>',
    '<details><summary>a</summary>b</details>',
  ],
]

test.each(conversions)('%s become Markdown', (_name, html, markdown) => {
  expect(bodyFromHtml(html)?.trim()).toBe(markdown)
})

const own = `A [link](#warp-modes), [another](/article/x#y), a note[^x], <u>u</u>, <mark data-color="blue">m</mark>,
wrapped  
and broken.

## Warp modes

> [!TIP]
> Do *it*.
>
> - Twice

> [!WARNING]
>
> - A list

- [ ] one
- [x] two

| a | b |
| :- | -: |
| \`c\` | |
| d<br>e | f<ul><li>*g*</li><li>h</li></ul><details><summary>i \\| j</summary>k</details> |

\`\`\`js
const a = '<b>'

a()
\`\`\`

<p align="center">In <b>the</b> middle</p>

![alt](/media/x.png "T")

[^x]: Note **x**.

    More.
`

test('the rendered HTML of a body says what the body says', async () => {
  const back = bodyFromHtml(await htmlOf(own)) ?? ''
  expect(sameMeaning(back, own), back).toBe(true)
})

test('an edit of the rendered HTML changes one line of the body', async () => {
  const html = await htmlOf(own)
  const baseline = bodyFromHtml(html) ?? ''
  const edited =
    bodyFromHtml(
      html.replace('Note <strong>x', 'Remark <strong>x').replace('<em>it</em>', '<em>that</em>'),
    ) ?? ''
  expect(preserveBlocks(own, edited, { baseline })).toBe(
    own.replace('Note **', 'Remark **').replace('*it*', '*that*'),
  )
})

test.each([
  '<details open>\n<summary>More</summary>\n\n<!-- note -->\n\nSome *old* text.\n\n```js\nlet a\n\nlet b\n```\n\n</details>\n\n<!-- c -->\n\nEnd.\n',
  '<details>\n  <summary><b>More</b></summary>\n\n  Text here.\n\n  <details>\n  <summary>Inner</summary>\n\n  Some old text.\n\n  </details>\n\n</details>\n\nEnd.\n',
  '<details>\n<summary>A</summary>\n\n| a | b |\n|---|---|\n| old | 2 |\n\n</details>\n<details>\n<summary>B</summary>\n\nBee.\n\n</details>\n\nEnd.\n',
  '- item\n\n  <details>\n  <summary>A</summary>\n\n  Some old text.\n\n  </details>\n\n- two\n',
  '<figure>\n\nSome old ![x](/a.png)\n\n<figcaption>A *text*</figcaption>\n</figure>\n\nEnd.\n',
  '<details>\n<summary>A</summary>\n\nText.\n\n</details>\n\nThe old end.\n',
  '<details>\n<summary>A</summary>\n\nBee.\n\n</details>\n<details>\n<summary>The old</summary>\n\nDee.\n\n</details>\n',
  '<details>\n<summary>A</summary>\n\nBee.\n\n</details>\n\n<details>\n<summary>The old</summary>\n\nDee.\n\n</details>\n',
  '<figure>\n\n![x](/a.png)\n\n<figcaption>The old</figcaption>\n</figure>\n',
  '<figure>\n\n![x](/a.png)\n\n<figcaption>The old</figcaption>\n\n</figure>\n',
  '<details>\n<summary>A</summary>\n\n<div class="x">\n\nold text\n\n</div>\n\n</details>\n',
  '<p align="center">old</p>\ntwo words\n',
  '<p align="center">one</p>\ntwo old\n',
  '<div align="center">\n\nold text\n\n</div>\n\nafter\n',
  '<p>Same</p>\n\nSame\n\n<p>old</p>\n\nSame\n',
  'a <!-- note --> old <span class="k">text</span>\n',
  'a <span class="old">old</span> and <abbr title="A">it</abbr>\n',
  '<ruby>漢<rt>old</rt></ruby> text\n',
  '# The old\n\nThe end\n---\n',
  'a\n\n<pre>\nan  *old*\n\n  text\n</pre>\n\nb\n',
  'a\n\n<pre>\n\n  text\n</pre>\n\nold b\n',
  '- <pre>\n  a\n    old\n  </pre>\n- b\n',
  '<table>\n<tr><td>a</td><td><pre>the\n old</pre></td></tr>\n</table>\n',
])('a word changed in the HTML of %j changes only that word', async (markdown) => {
  const shown = await htmlOf(markdown)
  const word = /\bold\b(?![^<]*>)/
  expect(markdownOfHtml({ html: shown.replace(word, 'NEW'), base: markdown, shown })).toBe(
    markdown.replace(word, 'NEW'),
  )
})

test('a word changed in the HTML of any block of HTML changes only that word', async () => {
  await fc.assert(
    fc.asyncProperty(textWithHtml, fc.nat(), async (markdown, place) => {
      const words = markdown.match(/\bw\d+/g)!
      const word = words[place % words.length]!
      const shown = await htmlOf(markdown)
      // Not in a tag: anchors of headings are made of their words.
      const html = shown.replace(new RegExp(`\\b${word}\\b(?![^<]*>)`), 'NEW')
      expect(markdownOfHtml({ html, base: markdown, shown })).toBe(
        markdown.replace(new RegExp(`\\b${word}\\b`), 'NEW'),
      )
    }),
    { numRuns: 10 * times },
  )
})

test.each([
  ['made bold', 'old', '<strong>old</strong>', '<strong>old</strong>'],
  ['deleted', ' old', '', ''],
  ['added', 'old', 'very old &amp; new', 'very old &amp; new'],
  ['made a link', 'old', '<a href="/x">old</a>', '<a href="/x">old</a>'],
  ['divided by a break', ' old', '<br>old', '<br>old'],
  [
    'in a tag with a class and a handler',
    'old',
    '<em class="a" onclick="b()" lang="de">old</em>',
    '<em lang="de">old</em>',
  ],
  [
    'a picture with a size',
    'old',
    '<img src="/a.png" alt="A" width="9">',
    '<img src="/a.png" alt="A" width="9">',
  ],
  ['in another paragraph', 'old text.</p>', 'old</p><p class="a">text.</p>', 'old</p><p>text.</p>'],
])(
  'words of a block of HTML that are %s change nothing around them',
  async (_name, from, to, written) => {
    const markdown =
      '<div class="x">\n  <!-- c -->\n  <p id="a">Some old text.</p>\n</div>\n\n*End*.\n'
    const shown = await htmlOf(markdown)
    expect(markdownOfHtml({ html: shown.replace(from, to), base: markdown, shown })).toBe(
      markdown.replace(from, written),
    )
  },
)

test.each([
  ['alt="A" loading', 'alt="B" loading', 'alt=A', 'alt="B"'],
  ['href="/x"', 'href="/y"', 'href="/x"', 'href="/y"'],
])('of a tag, only the attribute %j is changed to %j', async (from, to, inFile, written) => {
  const markdown =
    '<figure class="x">\n  <a class="k" href="/x"><img src="/media/a.png" alt=A></a>\n</figure>\n\n*End*.\n'
  const shown = await htmlOf(markdown)
  const tag = (text: string) => text.replace(inFile, written).replace('alt=A', 'alt="A"')
  const got = markdownOfHtml({ html: shown.replace(from, to), base: markdown, shown }) ?? ''
  expect(shown).toContain(from)
  expect(tag(got)).toBe(tag(markdown))
  expect(got).toContain(written)
})

test('an item is added to and taken from a list of HTML, beside an edit of Markdown', async () => {
  const markdown = '<ul class="x">\n  <li>a</li>\n  <li>b</li>\n</ul>\n\n*End* of it.\n'
  const shown = await htmlOf(markdown)
  const edit = (from: string, to: string) =>
    markdownOfHtml({
      html: shown.replace(from, to).replace('of it', 'of all'),
      base: markdown,
      shown,
    })
  expect(edit('<li>b</li>', '<li>b</li>\n  <li>c</li>')).toBe(
    markdown.replace('<li>b</li>', '<li>b</li><li>c</li>').replace('of it', 'of all'),
  )
  expect(edit('\n  <li>b</li>', '')).toBe(
    markdown.replace('\n  <li>b</li>', '').replace('of it', 'of all'),
  )
})

test('of a word changed in the HTML of a random text, the HTML of the result has all words once', async () => {
  const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').match(/\S+/g)
  await fc.assert(
    fc.asyncProperty(sampleDocument, fc.nat(), async (markdown, place) => {
      const shown = await htmlOf(markdown)
      // A tag that the text leaves open is around all that follows in the HTML.
      fc.pre(!/^[^`\n]*<b>\r?$/m.test(markdown))
      const words = [
        ...shown.matchAll(
          /(?<=>[^<]*)\b(?:warp|clip|drum|loop|take|kick|snare|hat|more|Inside)\b/g,
        ),
      ]
      fc.pre(words.length > 0)
      const { index, 0: word } = words[place % words.length]!
      const html = `${shown.slice(0, index)}zebra${shown.slice(index + word.length)}`
      const result = markdownOfHtml({ html, base: markdown, shown }) ?? ''
      expect(wordsOf(await htmlOf(result)), result).toEqual(wordsOf(html))
    }),
    { numRuns: 10 * times },
  )
})

test('HTML that is nested too deeply is refused, not read', () => {
  expect(bodyFromHtml('<div>'.repeat(20_000))).toBe(null)
})
