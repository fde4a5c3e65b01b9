import fc from 'fast-check'
import type { Table } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { bodyFromHtml } from './markdown/body-from-html.ts'
import { parseMarkdown } from './markdown/parse.ts'
import { numbered, sampleHtml, wordsIn } from './sample-html.ts'

test.each([
  [
    '<h2>Sends</h2><p>Set <b>Drive</b> to <em>6 dB</em>.</p>',
    '## Sends\n\nSet **Drive** to *6 dB*.',
  ],
  ['<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
  ['<ol><li>one</li><li>two</li></ol>', '1. one\n2. two'],
  [
    '<p><a href="https://example.org/a">link</a> and <code>Ctrl+I</code></p>',
    '[link](https://example.org/a) and `Ctrl+I`',
  ],
  ['<img src="/media/a.png" alt="A knob">', '![A knob](/media/a.png)'],
  [
    '<p><u>under</u> and <mark data-color="yellow">marked</mark></p>',
    '<u>under</u> and <mark data-color="yellow">marked</mark>',
  ],
  [
    '<p><span style="font-weight:700">bold</span> <span style="font-style: italic">slanted</span></p>',
    '**bold** *slanted*',
  ],
  [
    '<p><b>Attack: </b>10 ms<i> (fast)</i> and<b> <i>more </i></b>of it</p>',
    '**Attack:** 10 ms *(fast)* and **_more_** of it',
  ],
  ['<p>in<wbr>put</p>', 'input'],
  ['<p><ruby>漢<rt>kan</rt>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>を</p>', '漢(kan)字(ji)を'],
  [
    'a <iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe> b',
    'a\n\n<https://www.youtube.com/watch?v=abcdefghijk>\n\nb',
  ],
  ['<iframe src="https://ads.example.org/"></iframe><p>b</p>', 'b'],
  ['<video><source src="https://e.org/a.mp4">none</video>', '<https://e.org/a.mp4>'],
  ['<p>10<sup>3</sup> Hz, H<sub>2</sub>O</p>', '10<sup>3</sup> Hz, H<sub>2</sub>O'],
  ['<b style="font-weight:normal" id="docs-internal-guid-1"><p>plain</p></b>', 'plain'],
  [
    '<table><thead><tr><th>dB</th></tr></thead><tfoot><tr><td>-9</td></tr></tfoot><tbody><tr><td>-3</td></tr></tbody></table>',
    '| dB |\n| -- |\n| -3 |\n| -9 |',
  ],
  [
    '<table><caption>Levels</caption><tr><th>dB</th></tr><tr><td>-6</td></tr></table>',
    'Levels\n\n| dB |\n| -- |\n| -6 |',
  ],
  [
    '<table><tr><td><h2>Week 3</h2><p>Hello</p><table><tr><td>-6</td><td>dB</td></tr></table></td><td><p>Side</p></td></tr></table>',
    '## Week 3\n\nHello\n\n|    |    |\n| -- | -- |\n| -6 | dB |\n\nSide',
  ],
  ['<table><tr><td><ul><li>one</li></ul></td></tr><tr><td>two</td></tr></table>', '- one\n\ntwo'],
  ['<table role="presentation"><tr><td>one</td><td>two</td></tr></table>', 'one\n\ntwo'],
  [
    '<p>See:<br>• one<br>&nbsp;•two</p><p>▪ <b>three</b> x<br>on</p><p>end</p>',
    'See:\n\n- one\n- two\n- **three** x\\\n  on\n\nend',
  ],
  ['<p>one • two</p><p>• alone</p>', 'one • two\n\n- alone'],
  ['<pre><code>a\n  b</code></pre>', '```\na\n  b\n```'],
  ['<p>one<script>alert(1)</script><style>p{}</style></p>', 'one'],
  ['<mark data-color="&quot;><script>">x</mark>', '<mark>x</mark>'],
])('%s becomes %j', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

test('what is nested too deeply is not read', () => {
  expect(htmlToMarkdown('<div>'.repeat(5000))).toBeNull()
  expect(htmlToMarkdown(`${'<p>one</p><br>'.repeat(2000)}`)).toBeTruthy()
})

test.each([
  '<pre><code class="hljs language-js">a</code></pre>',
  '<pre class="lang-js">a</pre>',
  '<div class="highlight highlight-source-js"><pre>a</pre></div>',
  '<div class="language-js highlighter-rouge"><div class="highlight"><pre class="highlight"><code>a</code></pre></div></div>',
  '<pre class="brush: js; toolbar: false">a</pre>',
  '<div class="sourceCode"><pre class="sourceCode js"><code class="sourceCode js">a</code></pre></div>',
  '<pre tabindex="0"><code data-lang="js">a</code></pre>',
  '<pre data-language="js"><span>a</span></pre>',
])('the language of the code %s is kept', (html) => {
  expect(htmlToMarkdown(html)).toBe('```js\na\n```')
  expect(bodyFromHtml(html)?.trimEnd()).toBe('```js\na\n```')
})

const cellContents: Array<[string, string]> = [
  ['one<br>two', 'one<br>two'],
  ['one\ntwo <!-- a\n| b -->', 'one two<!-- a   b -->'],
  ['<p>First line</p><p>Second line</p>', 'First line<br>Second line'],
  ['<p>one</p><p>&nbsp;</p><p><br></p><p>two<br></p>', 'one<br>two'],
  [
    'x<ul><li>one</li><li><p>two</p><p>more</p></li><li></li></ul>y',
    'x<br>• one<br>• two<br>more<br>y',
  ],
  [
    '<ol start="3"><li>one<ul><li>inner</li></ul></li><li>two</li></ol>',
    '3. one<br>• inner<br>4. two',
  ],
  ['a<pre>if b\n\n  c | d</pre>', 'a<br>`if b`<br>`c \\| d`'],
  [
    '<h2>head</h2>text<hr><blockquote><p>a|b</p><p>*c*</p></blockquote>',
    'head<br>text<br>a\\|b<br>\\*c\\*',
  ],
  ['<b>one <i>two</i><p>three</p></b>', '**one _two_**<br>**three**'],
  ['<a href="/a"><h3>one</h3><p>two</p></a>', '[one](/a)<br>[two](/a)'],
  ['<figure><img src="/a.png"><figcaption>cap</figcaption></figure>', '![](/a.png)<br>cap'],
  ['<p>one <code>x|y</code></p><dl><dt>t</dt><dd>d</dd></dl>', 'one `x\\|y`<br>t<br>d'],
  [
    '<table><caption>in</caption><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>',
    'in<br>1 2<br>3',
  ],
]

test.each(cellContents)('the cell %s becomes %s', (content, cell) => {
  const markdown = htmlToMarkdown(`<table><tr><th>${content}</th><th>z</th></tr></table>`)
  expect(markdown?.split('\n')[0]).toBe(`| ${cell} | z |`)
})

test.each([
  ['pasted HTML', htmlToMarkdown],
  ['HTML of a body', bodyFromHtml],
])(
  'in %s, whatever a cell holds stays in it, with each word apart from the others',
  (_name, convert) => {
    fc.assert(
      fc.property(sampleHtml, sampleHtml, (one, two) => {
        const html = numbered(
          `<table><tr><th>#</th><th>#</th></tr><tr><td>${one}</td><td>${two}</td></tr></table>`,
        )
        const { root } = parseMarkdown(convert(html) ?? '')
        expect(root.children.map(({ type }) => type)).toEqual(['table'])
        const rows = (root.children[0] as Table).children
        expect(rows.map(({ children }) => children.length)).toEqual([2, 2])
        const cells = rows.flatMap(({ children }) => children)
        const found = cells.map(
          (cell) =>
            textOf(cell)
              .replace(/<[^>]*>/g, ' ')
              .match(/word\d+/g) ?? [],
        )
        expect(found.flat()).toEqual(html.match(/word\d+/g))
        expect(found[2]!.length).toBe((one.match(/#/g) ?? []).length)
      }),
      { numRuns: 25 },
    )
  },
)

test.each([
  ['pasted HTML', (html: string) => htmlToMarkdown(html)],
  ['HTML of a body', bodyFromHtml],
])('in %s, each word stays, in order and apart from the others', (_name, convert) => {
  fc.assert(
    fc.property(sampleHtml, (content) => {
      const html = numbered(content)
      expect(wordsIn(convert(html) ?? '')).toEqual(html.match(/word\d+/g) ?? [])
    }),
    { numRuns: 25 },
  )
})
