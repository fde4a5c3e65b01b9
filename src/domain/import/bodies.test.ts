import { expect, test } from 'vitest'
import { markdownOfHtml } from './html-body.ts'
import { markdownOfDialect } from './markdown-body.ts'
import { markdownOfMdx } from './mdx-body.ts'
import { referencesIn, rewriteReferences } from './references.ts'
import { markdownOfWordpress } from './wordpress-body.ts'
import { wordDifference } from './words.ts'

const said: Array<string> = []
const complain = (message: string) => void said.push(message)
const attachment = (id: string) => (id === '9' ? 'https://old.example.org/rose.jpg' : null)
const note = (name: string) =>
  name === 'Rose' ? { address: '/article/rose', title: 'Rose' } : null
const dialect = (text: string) => markdownOfDialect(text, { complain, note, hasTags: true })

test.each([
  ['One\ntwo\n\nthree', 'One\\\ntwo\n\nthree'],
  [
    '[caption id="a" width="30"]<img src="/a.jpg" alt="A"> Words[/caption]',
    '![A](/a.jpg)\n\n*Words*',
  ],
  ['[gallery ids="9"]', '![](https://old.example.org/rose.jpg)'],
  ['[gallery columns="2"]', '![](https://old.example.org/tulip.jpg)'],
  ['[audio https://old.example.org/bees.mp3]', '![](https://old.example.org/bees.mp3)'],
  ['[embed]https://vimeo.com/1[/embed]', '<https://vimeo.com/1>'],
  ['[youtube abcdefghijk]', '<https://www.youtube.com/watch?v=abcdefghijk>'],
  ['[audio mp3="/a.mp3"][/audio]', '![](/a.mp3)'],
  ['[video mp4="https://e.org/a.mp4"][/video]', '<https://e.org/a.mp4>'],
  ['[code lang="js"]a < b [gallery][/code]', '```js\na < b [gallery]\n```'],
  ['A [sic] and [1] stay', 'A \\[sic] and \\[1] stay'],
  [
    '[vc_row][vc_column]In[/vc_column][/vc_row]',
    '`[vc_row]` `[vc_column]`In`[/vc_column]` `[/vc_row]`',
  ],
  ['[contact-form-7 id="1"]', '`[contact-form-7 id="1"]`'],
  ['[box type="warning"]Hot[/box]', '> [!WARNING]\n>\n> Hot'],
  [
    '<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph -->\n\n<!-- wp:latest-posts {"n":3} /-->',
    'A\n\n<!-- wp:latest-posts {"n":3} /-->',
  ],
  [
    '<table><tr><th>A</th><td><ul><li>one</li><li>two</li></ul><p>a</p><p>b</p></td><td><!-- wp:rss {"n":\n"a|b"} /--></td></tr></table>',
    '| A | • one<br>• two<br>a<br>b | <!-- wp:rss {"n": "a\\|b"} /--> |\n| - | ------------------------ | --- |',
  ],
])('WordPress: %j becomes %j', (source, markdown) => {
  expect(
    markdownOfWordpress(source, {
      complain,
      attachment,
      attached: ['https://old.example.org/tulip.jpg'],
    }),
  ).toBe(markdown)
})

test.each([
  [
    '<div class="kg-card kg-callout-card kg-callout-card-red"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Stop <b>now</b></div></div>',
    '> [!CAUTION]\n>\n> Stop **now**',
  ],
  [
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://e.org/"><div class="kg-bookmark-title">E</div></a></figure>',
    '[E](https://e.org/)',
  ],
  ['<iframe src="https://player.vimeo.com/video/7"></iframe>', '<https://vimeo.com/7>'],
  ['<div class="callout-block"><p>Note this.</p></div>', '> [!NOTE]\n>\n> Note this.'],
  ['<h1>A</h1><p>B</p>', '## A\n\nB'],
  [
    '<figure><a class="image-link image2" href="https://e.org/a.png"><div><picture><source srcset="x"><img src="https://e.org/a.png" alt="A"></picture><div><button>x</button></div></div></a><figcaption>Words</figcaption></figure>',
    '![A](https://e.org/a.png)\n\n*Words*',
  ],
  [
    '<p>A</p><p class="button-wrapper"><a href="https://a.substack.com/subscribe?">Subscribe now</a></p>',
    'A',
  ],
  [
    '<p>A<a class="footnote-anchor" href="#footnote-1">1</a> b.</p><div class="footnote"><a class="footnote-number">1</a><div class="footnote-content"><p>One <em>two</em></p><p>three</p></div></div>',
    'A[^1] b.\n\n[^1]: One *two*\n\n    three',
  ],
  ['<p>10<sup>2</sup></p>', '10<sup>2</sup>'],
  ['<aside>Words</aside>', '> [!NOTE]\n>\n> Words'],
])('HTML: %j becomes %j', (source, markdown) => {
  expect(markdownOfHtml(source, complain)).toBe(markdown)
})

test.each([
  [
    'See [[Rose]], [[Rose|it]] and [[Gone|that]].',
    'See [Rose](/article/rose), [it](/article/rose) and that.',
  ],
  ['![[a b.jpg|300]]', '![](<a b.jpg>)'],
  ['> [!danger] Hot\n> Words', '> [!CAUTION]\n> **Hot**\n>\n> Words'],
  [':::tip\nWater it.\n:::', '> [!TIP]\n> Water it.'],
  ['{{% notice warning %}}\nHot.\n{{% /notice %}}', '> [!WARNING]\n> Hot.'],
  ['!!! note "Title"\n    Words', '> [!NOTE]\n> **Title**\n>\n> Words'],
  ['<aside>\nWords\n</aside>', '> [!NOTE]\n> Words'],
  ['{{< youtube abcdefghijk >}}', 'https://www.youtube.com/watch?v=abcdefghijk'],
  ['{{< figure src="a.jpg" alt="A" >}}', '![A](a.jpg)'],
  ['{{< gist 1 2 >}}', '`{{< gist 1 2 >}}`'],
  ['`{{< gist >}}` and [[Rose]]', '`{{< gist >}}` and [Rose](/article/rose)'],
  ['```\n[[Rose]] {{ x }}\n:::tip\n```', '```\n[[Rose]] {{ x }}\n:::tip\n```'],
  ['A line.\n{: .class }\n', 'A line.\n'],
  ['![a](b.jpg){:width="50%"}', '![a](b.jpg)'],
  ['* TOC\n{:toc}\n\n* One', '\n* One'],
  ['Before.<!--more-->\n\nAfter.', 'Before.\n\nAfter.'],
  ['Before.\n\n<!--more-->\n\nAfter.', 'Before.\n\n\nAfter.'],
  [
    '{{< figure src="a.jpg" title="Beds" caption="In May" >}}',
    '![Beds: In May](a.jpg)\n\n*Beds: In May*',
  ],
  ['{% if a %}{{ b }}{% endif %}', '`{% if a %}` `{{ b }}` `{% endif %}`'],
  ['one <script>x()</script> two', 'one  two'],
])('Markdown: %j becomes %j', (source, markdown) => {
  expect(dialect(source)).toBe(markdown)
})

test.each([
  ['A %%not for readers%% word', 'A <!--not for readers--> word'],
  ['%%mine%% theirs %%mine%%\nmore', 'theirs <!--mine--><!--mine-->\nmore'],
  ['%%\nTo do:\n\n`a`--b\n%%\n\nText', '<!--\nTo do:\n\n`a`- -b\n-->\n\nText'],
  ['100 %% and `%%`', '100 %% and `%%`'],
  ['```mermaid\n%% note\n```\n%%mine%%', '```mermaid\n%% note\n```\n<!--mine-->'],
  ['| a |\n|---|\n| [[Rose\\|it]] |', '| a |\n|---|\n| [it](/article/rose) |'],
  ['| a |\n|---|\n| ![[Rose\\|100]] |', '| a |\n|---|\n| [Rose](/article/rose) |'],
  ['See [[Rose#^a1]].\n\nA line ^a1', 'See [Rose](/article/rose).\n\nA line '],
  ['One ==marked== word, a == b == c', 'One <mark>marked</mark> word, a == b == c'],
])('a note: %j becomes %j', (source, markdown) => {
  expect(markdownOfDialect(source, { complain, note, hasTags: false })).toBe(markdown)
})

test.each([
  ['[a](/x "t") ![b](<y z.jpg>) <img src="c.png">', '[a](/X "t") ![b](/Y) <img src="/C">'],
  ['[r]\n\n[r]: /x', '[r]\n\n[r]: /X'],
  ['`[a](/x)` [![b](c.png)](/x)', '`[a](/x)` [![b](/C)](/X)'],
  ['[a (b)](/x_(1)) after', '[a (b)](/P) after'],
])('the addresses of %j are replaced in place', (source, markdown) => {
  const targets: Record<string, string> = {
    '/x': '/X',
    'y z.jpg': '/Y',
    'y%20z.jpg': '/Y',
    'c.png': '/C',
    '/x_(1)': '/P',
  }
  expect(rewriteReferences(source, ({ address }) => targets[address] ?? null)).toBe(markdown)
  expect(rewriteReferences(source, () => null)).toBe(source)
})

test('links and pictures are told apart', () => {
  expect(referencesIn('[a](/x) ![b](/y.png) <a href="/z">z</a>')).toEqual([
    { kind: 'link', address: '/x' },
    { kind: 'picture', address: '/y.png' },
    { kind: 'link', address: '/z' },
  ])
})

test.each([
  ['one two three', 'One, two; three!', 0],
  ['one two three four', 'one two three', 0.25],
  ['one', 'one two two two', 0.75],
  ['', '', 0],
])('of %j and %j, the share of other words is %d', (before, after, share) => {
  expect(wordDifference(before, after).share).toBe(share)
})

test('MDX becomes Markdown: its code and comments are named, known components show what they hold, others stay as code', () => {
  const named: Array<string> = []
  const mdx = `import Tabs from '@theme/Tabs'
import hero from './hero.png'

## Roses {#roses}

<!-- truncate -->

Words {/* for me */}and {'more'} by {props.author}.

<Callout type="warning" title="Hot">
  - one
    <Image src={hero} alt="A hero" caption="The hero" />

  \`\`\`js
  import a from 'b'
  \`\`\`
</Callout>

<Tabs>
  <TabItem label="npm">
    Run it.
  </TabItem>
  <TabItem label="pnpm">Run it too.</TabItem>
</Tabs>

- <Tabs><TabItem label="A">One</TabItem><TabItem label="B">Two</TabItem></Tabs>

<YouTube id="abcdefghijk" />

<Chart data={[1, 2]} />

<constructor>Inner</constructor>

> quote <Tweet id="123" />
`
  expect(markdownOfMdx(mdx, (message) => named.push(message))).toBe(`

## Roses${' '}

<!-- more -->

Words and more by \`{props.author}\`.

> [!WARNING]
> **Hot**
>
> - one
>   ![A hero](./hero.png)
>
>   *The hero*
>
> \`\`\`js
> import a from 'b'
> \`\`\`

**npm**

Run it.


**pnpm**

Run it too.

- **A**

  One

  **B**

  Two

https://www.youtube.com/watch?v=abcdefghijk

\`\`\`jsx
<Chart data={[1, 2]} />
\`\`\`

<constructor>Inner</constructor>

> quote https://x.com/i/status/123
`)
  expect(named).toEqual([
    "Code of MDX was left out: import Tabs from '@theme/Tabs'",
    'A comment was left out: for me',
    "The value '{props.author}' is filled in by a program; it stays as code",
    'The component <Chart> is not known; it stays in the text as code',
  ])
})

test('a text that is no MDX is kept as it is, and the report says where it fails', () => {
  const named: Array<string> = []
  const text = 'Fine.\n\nOne < two, and {open.\n'
  expect(markdownOfMdx(text, (message, offset) => named.push(`${offset} ${message}`))).toBe(text)
  const deep = `${'<A>\n'.repeat(2000)}${'</A>\n'.repeat(2000)}`
  expect(markdownOfMdx(deep, (message, offset) => named.push(`${offset} ${message}`))).toBe(deep)
  expect(named[0]).toMatch(/^7 The text is not valid MDX and is read as Markdown: /)
  expect(named.at(-1)).toMatch(/nested too deeply$/)
})
