import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

test.each([
  ['<h2>Sends</h2><p>Set <b>Drive</b> to <em>6 dB</em>.</p>', '## Sends\n\nSet **Drive** to *6 dB*.'],
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
  ['<b style="font-weight:normal" id="docs-internal-guid-1"><p>plain</p></b>', 'plain'],
  [
    '<table><caption>Levels</caption><tr><th>dB</th></tr><tr><td>-6</td></tr></table>',
    'Levels\n\n| dB |\n| -- |\n| -6 |',
  ],
  ['<pre><code>a\n  b</code></pre>', '```\na\n  b\n```'],
  ['<p>one<script>alert(1)</script><style>p{}</style></p>', 'one'],
  ['<mark data-color="&quot;><script>">x</mark>', '<mark>x</mark>'],
])('%s becomes %j', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

test('what is nested too deeply is not read', () => {
  expect(htmlToMarkdown('<div>'.repeat(5000))).toBeNull()
  expect(htmlToMarkdown(`${'<p>one</p><br>'.repeat(5000)}`)).not.toBeNull()
})
