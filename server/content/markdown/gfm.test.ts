import { expect, test } from 'vitest'
import { createMarkdownRenderer } from './render.ts'

const render = createMarkdownRenderer()

/**
 * Examples of the GitHub Flavored Markdown specification 0.29, by their numbers there, with the
 * markup that our own steps add.
 */
const examples: Array<[number: number, markdown: string, html: string]> = [
  [1, '\tfoo\tbaz\t\tbim\n', code('foo\tbaz\t\tbim\n')],
  [13, '***\n---\n___\n', '<hr>\n<hr>\n<hr>'],
  [32, '# foo\n', '<h2 id="s-foo">foo</h2>'],
  [
    50,
    'Foo *bar*\n=========\n\nFoo *bar*\n---------\n',
    '<h2 id="s-foo-bar">Foo <em>bar</em></h2>\n<h2 id="s-foo-bar-1">Foo <em>bar</em></h2>',
  ],
  [89, '```\n<\n >\n```\n', code('&#x3C;\n >\n')],
  [161, '[foo]: /url "title"\n\n[foo]\n', '<p><a href="/url" title="title">foo</a></p>'],
  [189, 'aaa\n\nbbb\n', '<p>aaa</p>\n<p>bbb</p>'],
  [
    198,
    '| foo | bar |\n| --- | --- |\n| baz | bim |\n',
    table('foo, bar', ['foo', 'bar'], ['baz', 'bim']),
  ],
  [203, '| abc | def |\n| --- |\n| bar |\n', '<p>| abc | def |\n| --- |\n| bar |</p>'],
  [205, '| abc | def |\n| --- | --- |\n', table('abc, def', ['abc', 'def'])],
  [
    206,
    '> # Foo\n> bar\n> baz\n',
    '<blockquote>\n<h2 id="s-foo">Foo</h2>\n<p>bar\nbaz</p>\n</blockquote>',
  ],
  [
    281,
    '- foo\n- bar\n+ baz\n',
    '<ul>\n<li>foo</li>\n<li>bar</li>\n</ul>\n<ul>\n<li>baz</li>\n</ul>',
  ],
  [
    283,
    'The number of windows in my house is\n14.  The number of doors is 6.\n',
    '<p>The number of windows in my house is\n14.  The number of doors is 6.</p>',
  ],
  [308, '\\!\\"\\#\\$\n', '<p>!"#$</p>'],
  [321, '&nbsp; &amp; &copy; &AElig;\n', '<p>\u00a0 &#x26; © Æ</p>'],
  [338, '`foo`\n', '<p><code>foo</code></p>'],
  [360, '*foo bar*\n', '<p><em>foo bar</em></p>'],
  [403, '*foo**bar**baz*\n', '<p><em>foo<strong>bar</strong>baz</em></p>'],
  [491, '~~Hi~~ Hello, ~there~ world!\n', '<p><del>Hi</del> Hello, <del>there</del> world!</p>'],
  [492, 'This ~~has a\n\nnew paragraph~~.\n', '<p>This ~~has a</p>\n<p>new paragraph~~.</p>'],
  [493, '[link](/uri "title")\n', '<p><a href="/uri" title="title">link</a></p>'],
  [502, '[link](foo(and(bar)))\n', '<p><a href="foo(and(bar))">link</a></p>'],
  [520, '[foo [bar](/uri)](/uri)\n', '<p>[foo <a href="/uri">bar</a>](/uri)</p>'],
  [
    622,
    'www.commonmark.org\n',
    '<p><a href="http://www.commonmark.org" rel="noopener noreferrer">www.commonmark.org</a></p>',
  ],
  [630, 'foo@bar.baz\n', '<p><a href="mailto:foo@bar.baz">foo@bar.baz</a></p>'],
  [654, 'foo  \nbaz\n', '<p>foo<br>\nbaz</p>'],
  [669, 'foo\nbaz\n', '<p>foo\nbaz</p>'],
]

test.each(examples)(
  'example %i is rendered as the specification of GFM says',
  async (_number, markdown, html) => {
    expect((await render({ markdown, dimensions: {} })).html.trim()).toBe(html)
  },
)

test('an ordered list behind indented code is a list, as the specification says without an example', async () => {
  const { html } = await render({ markdown: '    code\n\n2. Two\n', dimensions: {} })
  expect(html.trim()).toBe(`${code('code\n')}\n<ol start="2">\n<li>Two</li>\n</ol>`)
})

function code(text: string) {
  return `<pre tabindex="0" role="group" aria-label="Code"><code>${text}</code></pre>`
}

function table(label: string, headers: Array<string>, cells?: Array<string>) {
  const row = (name: string, texts: Array<string>) =>
    `<tr>\n${texts.map((text) => `<${name}>${text}</${name}>\n`).join('')}</tr>\n`
  const body = cells ? `<tbody>\n${row('td', cells)}</tbody>\n` : ''
  return `<div class="table-scroll" role="region" tabindex="0" aria-label="Table: ${label}"><table>\n<thead>\n${row('th', headers)}</thead>\n${body}</table></div>`
}
