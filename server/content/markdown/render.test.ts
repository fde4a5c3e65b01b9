import { expect, test } from 'vitest'
import { createMarkdownRenderer } from './render.ts'

const render = createMarkdownRenderer()
const html = async (markdown: string) => (await render({ markdown, dimensions: {} })).html.trim()

const constructs: Array<[name: string, markdown: string, html: string]> = [
  [
    'emphasis',
    '*a* **b** ~~c~~ `d`',
    '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>',
  ],
  ['a hard break', 'a\\\nb', '<p>a<br>\nb</p>'],
  ['an entity', '4 &lt; 5 &amp; &copy;', '<p>4 &#x3C; 5 &#x26; ©</p>'],
  ['an ordered list with a start', '3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['underline', '<u>a *b*</u>', '<p><u>a <em>b</em></u></p>'],
  [
    'a highlight with its color',
    '<mark data-color="pink">a</mark>',
    '<p><mark data-color="pink">a</mark></p>',
  ],
  [
    'a highlight in no color of ours',
    '<mark data-color="url(x)">a</mark>',
    '<p><mark>a</mark></p>',
  ],
  ['an aligned paragraph', '<p align="center">a <b>b</b></p>', '<p align="center">a <b>b</b></p>'],
  ['an aligned heading', '<h3 align="right">A</h3>', '<h3 align="right" id="s-a">A</h3>'],
  ['an alignment that is none', '<p align="evil">a</p>', '<p>a</p>'],
  ['keys', 'Press <kbd>Tab</kbd>', '<p>Press <kbd>Tab</kbd></p>'],
  [
    'small letters above and below',
    'x<sup>2</sup> H<sub>2</sub>O',
    '<p>x<sup>2</sup> H<sub>2</sub>O</p>',
  ],
  [
    'a foldable part with Markdown inside',
    '<details open>\n<summary>More</summary>\n\n*text*\n\n</details>',
    '<details open>\n<summary>More</summary>\n<p><em>text</em></p>\n</details>',
  ],
  ['a comment', 'a <!-- b --> c', '<p>a  c</p>'],
  ['text in unknown elements', '<blink>a</blink> <o-p>b</o-p>', '<p>a b</p>'],
  ['a class and a style of an author', '<p class="fixed" style="color:red">a</p>', '<p>a</p>'],
  [
    'an external link',
    '[a](https://example.com "T")',
    '<p><a href="https://example.com" title="T" rel="noopener noreferrer">a</a></p>',
  ],
  ['a link to this site', '[a](/article/warp-modes)', '<p><a href="/article/warp-modes">a</a></p>'],
  [
    'a scheme in capitals',
    '[a](HTTPS://EXAMPLE.com/X)',
    '<p><a href="https://EXAMPLE.com/X" rel="noopener noreferrer">a</a></p>',
  ],
  [
    'a bare address',
    'see www.example.com',
    '<p>see <a href="http://www.example.com" rel="noopener noreferrer">www.example.com</a></p>',
  ],
  ['a mail link', '<me@example.com>', '<p><a href="mailto:me@example.com">me@example.com</a></p>'],
  ['a phone link', '[a](tel:+4930123)', '<p><a href="tel:+4930123">a</a></p>'],
  [
    'a link to a heading of another article',
    '[a](/article/x?y=1#complex-pro)',
    '<p><a href="/article/x?y=1#s-complex-pro">a</a></p>',
  ],
  [
    'a link to a place of a page that is no content',
    '[a](/search#results)',
    '<p><a href="/search#results">a</a></p>',
  ],
  ['the first heading of a body', '# Title', '<h2 id="s-title">Title</h2>'],
  ['headings of one name', '## A\n\n## A', '<h2 id="s-a">A</h2>\n<h2 id="s-a-1">A</h2>'],
  ['a heading without letters', '## 🎹', '<h2 id="s-section">🎹</h2>'],
  ['a heading in another script', '## 音の 波', '<h2 id="s-音の-波">音の 波</h2>'],
  ['an own anchor', '<h2 id="mine">A</h2>', '<h2 id="s-mine">A</h2>'],
  ['an old-style anchor', '<a name="here"></a>', '<p><a id="s-here"></a></p>'],
  [
    'an anchor that stands twice',
    '<p id="a">1</p>\n\n<p id="a">2</p>',
    '<p id="s-a">1</p>\n<p>2</p>',
  ],
  [
    'a callout',
    '> [!WARNING]\n> Mind **this**.\n>\n> And that.',
    '<aside class="callout callout-warning" role="note" aria-label="Warning"><p class="callout-title">Warning</p>\n<p>Mind <strong>this</strong>.</p>\n<p>And that.</p>\n</aside>',
  ],
  [
    'a callout in small letters that begins with a list',
    '> [!tip]\n> - a',
    '<aside class="callout callout-tip" role="note" aria-label="Tip"><p class="callout-title">Tip</p>\n<ul>\n<li>a</li>\n</ul>\n</aside>',
  ],
  [
    'a callout whose first word is strong',
    '> [!NOTE]\n> **a** b',
    '<aside class="callout callout-note" role="note" aria-label="Note"><p class="callout-title">Note</p>\n<p><strong>a</strong> b</p>\n</aside>',
  ],
  [
    'a callout with a hard break behind its name',
    '> [!IMPORTANT]  \n> a',
    '<aside class="callout callout-important" role="note" aria-label="Important"><p class="callout-title">Important</p>\n<p>a</p>\n</aside>',
  ],
  ['an escaped callout', '> \\[!TIP]\n> a', '<blockquote>\n<p>[!TIP]\na</p>\n</blockquote>'],
  [
    'a callout with words beside its name',
    '> [!TIP] a\n> b',
    '<blockquote>\n<p>[!TIP] a\nb</p>\n</blockquote>',
  ],
  ['a callout without text', '> [!TIP]', '<blockquote>\n<p>[!TIP]</p>\n</blockquote>'],
  [
    'a callout of no known kind',
    '> [!HINT]\n> a',
    '<blockquote>\n<p>[!HINT]\na</p>\n</blockquote>',
  ],
  [
    'tasks',
    '- [x] a *b*\n- [ ] c\n  - d',
    '<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" checked disabled aria-label="a b"> a <em>b</em></li>\n<li class="task-list-item"><input type="checkbox" disabled aria-label="c"> c\n<ul>\n<li>d</li>\n</ul>\n</li>\n</ul>',
  ],
  [
    'a table',
    '| A | B |\n|:-:|--:|\n| 1 | a\\|b |',
    '<div class="table-scroll" role="region" tabindex="0" aria-label="Table: A, B"><table>\n<thead>\n<tr>\n<th align="center">A</th>\n<th align="right">B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="center">1</td>\n<td align="right">a|b</td>\n</tr>\n</tbody>\n</table></div>',
  ],
  [
    'code in an unknown language',
    '```max {1} title="x"\n<b>\n```',
    '<pre tabindex="0" role="group" aria-label="Code" data-language="max"><code class="language-max">&#x3C;b>\n</code></pre>',
  ],
  [
    'code in a known language',
    '```js\nlet a = 1 // b\n```',
    '<pre tabindex="0" role="group" aria-label="Code: JavaScript" data-language="js"><code class="language-js"><span class="tok-keyword">let</span> a <span class="tok-keyword">=</span> <span class="tok-constant">1</span> <span class="tok-comment">// b</span>\n</code></pre>',
  ],
  [
    'indented code',
    '    a',
    '<pre tabindex="0" role="group" aria-label="Code"><code>a\n</code></pre>',
  ],
  [
    'a picture without a known size',
    '![a](/media/x.png)',
    '<p><img src="/media/x.png" alt="a" loading="lazy" decoding="async"></p>',
  ],
  [
    'a picture without a word',
    '<img src="x.png">',
    '<img src="x.png" alt="" loading="lazy" decoding="async">',
  ],
  ['nothing', '', ''],
]

test.each(constructs)('%s is rendered', async (_name, markdown, expected) => {
  expect(await html(markdown)).toBe(expected)
})

test('a picture of known size gets it, with widths to choose from that never exceed its own', async () => {
  const dimensions = { '/media/a b.png': { width: 1000, height: 500 } }
  const { html } = await render({ markdown: '![x](/media/a%20b.png)', dimensions })
  expect(html).toContain('width="1000" height="500"')
  expect(html).toContain(
    'srcset="/media/a%20b.png?w=320 320w, /media/a%20b.png?w=480 480w, /media/a%20b.png?w=640 640w, /media/a%20b.png?w=960 960w, /media/a%20b.png?w=1280 1000w"',
  )
  expect(html).toContain('sizes="')
})

test('a picture keeps the width its author gives it, and its shape', async () => {
  const dimensions = { '/media/a.png': { width: 1000, height: 500 } }
  const { html } = await render({
    markdown: '<img src="/media/a.png" alt="a" width="300">',
    dimensions,
  })
  expect(html).toContain(' width="300"')
  expect(html).toContain(' height="150"')
})

test('a small picture and a drawing get no widths to choose from', async () => {
  const dimensions = {
    '/media/a.png': { width: 200, height: 100 },
    '/media/b.svg': { width: 900, height: 900 },
  }
  const { html } = await render({ markdown: '![a](/media/a.png) ![b](/media/b.svg)', dimensions })
  expect(html).toContain('width="900"')
  expect(html).not.toContain('srcset')
})

test('a picture that is wider than the column leads to the whole picture, unless its author has linked it', async () => {
  const dimensions = {
    '/media/a b.png': { width: 1000, height: 500 },
    '/media/c.png': { width: 600, height: 500 },
  }
  const { html } = await render({
    markdown: '![x](/media/a%20b.png)\n\n[![x](/media/a%20b.png)](/about)\n\n![x](/media/c.png)',
    dimensions,
  })
  expect(html.match(/<a [^>]*>/g)).toEqual([
    '<a href="/media/a%20b.png" class="enlarge">',
    '<a href="/about">',
  ])
  expect(html.match(/loading="lazy"/g)).toHaveLength(3)
})

test('several pictures in a paragraph are a row, a picture beside text is not', async () => {
  const rows = (markdown: string) =>
    html(markdown).then((text) => text.includes('<p class="pictures">'))
  expect(await rows('![a](/media/a.png)\n![b](/media/b.png)')).toBe(true)
  expect(await rows('![a](/media/a.png)')).toBe(false)
  expect(await rows('![a](/media/a.png) and ![b](/media/b.png)')).toBe(false)
})

test('the table of contents lists headings of levels two and three with their anchors', async () => {
  const markdown = '# One\n\n## Two `x`\n\n### Three\n\n#### Four\n\na[^1]\n\n[^1]: b'
  const { toc } = await render({ markdown, dimensions: {} })
  expect(toc).toEqual([
    { id: 's-one', text: 'One', depth: 2 },
    { id: 's-two-x', text: 'Two x', depth: 2 },
    { id: 's-three', text: 'Three', depth: 3 },
  ])
})

test('words are counted, marks are not', async () => {
  expect(
    (await render({ markdown: '## Two words\n\n- and — *three* more', dimensions: {} })).words,
  ).toBe(5)
})

test('tables with the same name are distinguished', async () => {
  const table = '| A |\n|---|\n| 1 |\n'
  const output = await html(`${table}\n${table}`)
  expect(output).toContain('aria-label="Table: A"')
  expect(output).toContain('aria-label="Table: A (2)"')
})

const linked = `
[up](#Location) [ja](#音) [enc](#%E9%9F%B3) [own](#mine) [footnote](#fn-n)

a[^n] b[^n] c[^Größe]

## Location

## 音

<p id="mine">x</p>

[^n]: note
[^Größe]: size
`

test.each(['s-', 's2-'])(
  'links inside a body land on anchors that exist and begin with %s',
  async (anchorPrefix) => {
    const { html } = await render({ markdown: linked, dimensions: {}, anchorPrefix })
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map((match) => match[1])
    expect(targets.length).toBeGreaterThanOrEqual(11)
    for (const target of targets) expect(ids).toContain(target)
    for (const id of ids) expect(id?.startsWith(anchorPrefix)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test('footnotes have a hidden heading and lead back', async () => {
  const output = await html('a[^1]\n\n[^1]: b')
  expect(output).toContain('<h2 class="sr-only" id="s-footnote-label">Footnotes</h2>')
  expect(output).toContain('aria-describedby="s-footnote-label"')
  expect(output).toContain('aria-label="Back to reference 1"')
})

test('what is written into a text has the words of the site, and the names of languages stay', async () => {
  const texts = { codeNamed: 'Quelltext: {language}', codeDevice: 'Gerät', footnotes: 'Fußnoten' }
  const markdown = '```css\na {}\n```\n\n```device\nnone: 1\n```\n\na[^1]\n\n[^1]: b'
  const output = await render({ markdown, dimensions: {}, texts })
  for (const words of [
    '"Quelltext: CSS"',
    '"Quelltext: Gerät"',
    '>Fußnoten</h2>',
    '"Back to reference 1"',
  ])
    expect(output.html).toContain(words)
})

test('too much code is shown without colors', async () => {
  const output = await html(`\`\`\`js\n${'let a = 1\n'.repeat(7000)}\`\`\``)
  expect(output).not.toContain('tok-')
})

test.each([
  ['quotes', `${'>'.repeat(60)} a`],
  ['list items on one line', `${'- '.repeat(60)}a`],
  ['numbered items on one line', `${'1. '.repeat(60)}a`],
  ['elements', `${'<div>'.repeat(400)}a`],
  [
    'lists over many lines',
    Array.from({ length: 120 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  ],
])('too many %s inside each other are refused', async (_name, markdown) => {
  await expect(render({ markdown, dimensions: {} })).rejects.toMatchObject({
    name: 'BodyRenderError',
    kind: 'too-deep',
  })
})

test('a long rule is no nesting', async () => {
  expect(await html('- '.repeat(80))).toBe('<hr>')
})

test('too long a text is refused', async () => {
  await expect(render({ markdown: 'ä'.repeat(250_001), dimensions: {} })).rejects.toMatchObject({
    kind: 'too-large',
  })
})

test('settings of a device become a panel', async () => {
  const { html } = await render({
    markdown:
      '```device\ndevice: glue compressor\nlive: 12.1\nAttack: 30 ms\nSoft Clip: Off\nRelease: { value: Auto, note: "<b> & \\"x\\"" }\n```',
    dimensions: {},
  })
  expect(html).toMatchInlineSnapshot(`
    "<div class="device"><table role="table" aria-label="Settings of Glue Compressor"><caption class="device-bar"><span class="device-name">Glue Compressor</span> <span class="device-live">Live 12.1</span></caption><thead class="sr-only" role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Parameter</th><th scope="col" role="columnheader">Value</th><th scope="col" role="columnheader">Note</th></tr></thead><tbody role="rowgroup"><tr role="row"><th scope="row" role="rowheader"><span class="device-knob" data-turn="20" aria-hidden="true"></span>Attack</th><td class="device-value" role="cell"><span>30 ms</span></td></tr><tr role="row"><th scope="row" role="rowheader"><span class="device-lamp" data-on="false" aria-hidden="true"></span>Soft Clip</th><td class="device-value" role="cell"><span>Off</span></td></tr><tr role="row"><th scope="row" role="rowheader"><span class="device-lamp" aria-hidden="true"></span>Release</th><td class="device-value" role="cell"><span>Auto</span></td><td class="device-note" role="cell">&#x3C;b> &#x26; "x"</td></tr></tbody></table><button class="device-copy" type="button" value="Glue Compressor (Live 12.1)
    Attack: 30 ms
    Soft Clip: Off
    Release: Auto (<b> &#x26; &#x22;x&#x22;)" data-copy="" data-needs-script="" aria-live="polite">Copy</button></div>"
  `)
})

test.each(['device: Glue Compressor\nAttack: 25 ms', 'device: [', 'device: Nothing\nGain: 1 dB'])(
  'settings with a fault stay code: %j',
  async (source) => {
    const { html } = await render({ markdown: `\`\`\`device\n${source}\n\`\`\``, dimensions: {} })
    expect(html).toMatch(/^<pre [^<>]*data-language="device"[^<>]*><code/)
    expect(html.replace(/<[^<>]+>/g, '')).toBe(`${source}\n`)
  },
)

const facts = { format: 'mp3' as const, bytes: 900, duration: 3.2, loudness: -14, peaks: [10, 100] }

test('a sound is a figure that plays without script, and several in a paragraph are compared', async () => {
  const sounds = { '/media/a.mp3': facts, '/media/b.mp3': { ...facts, loudness: -17.2 } }
  const play = async (markdown: string) => render({ markdown, dimensions: {}, sounds })
  const one = await play('![Snare, dry](/media/a.mp3 "No reverb")')
  expect(one.html).toMatch(
    /^<figure class="sound" data-sound="one"><p class="sound-title">Snare, dry <span class="sound-length">0:03<\/span><\/p><audio controls preload="none" src="\/media\/a.mp3" aria-label="Snare, dry"><\/audio><sound-player role="group" aria-label="Snare, dry">.*<\/sound-player><figcaption><p>No reverb<\/p><\/figcaption><\/figure>$/s,
  )
  expect(one.sounds).toEqual([
    { url: '/media/a.mp3', title: 'Snare, dry', type: 'audio/mpeg', bytes: 900, duration: 3.2 },
  ])
  const two = await play('Listen: ![Dry](/media/a.mp3) ![Wet](/media/b.mp3)')
  expect(two.html).toMatch(
    /^<p>Listen: *<\/p><figure class="sound" data-sound="compare"><ol class="sound-list">/,
  )
  expect(two.html).toContain(
    'data-loudness="-17.2" aria-pressed="false"><b aria-hidden="true">B</b>Wet</button>',
  )
  expect(two.html).toContain('A is 3.2 dB quieter here, to match')
  expect(two.sounds?.map(({ title }) => title)).toEqual(['Dry', 'Wet'])
})

test('a sound that the site does not have is the browser’s player, and one of another site a link', async () => {
  const { html, sounds } = await render({
    markdown:
      '![](/media/100%25.mp3)\n\n![Far](https://example.org/x.mp3)\n\n- ![Item](/media/gone.ogg)',
    dimensions: {},
  })
  expect(html).toContain('<figure class="sound"><p class="sound-title">100%.mp3</p><audio controls')
  expect(html).toContain('<a href="https://example.org/x.mp3">Far</a>')
  expect(html).toMatch(
    /<li><audio controls preload="metadata" src="\/media\/gone.ogg" aria-label="Item"><\/audio><\/li>/,
  )
  expect([html.includes('sound-player'), sounds]).toEqual([false, undefined])
})
