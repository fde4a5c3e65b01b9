import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlToMarkdown } from '#domain/html-to-markdown.ts'
import { numbered, sampleHtml, wordsIn } from '#domain/sample-html.ts'
import { cleanPastedHtml } from './clean-html.ts'

const pasted = (html: string) => htmlToMarkdown(html, cleanPastedHtml)

test.each([
  ['<ul><li>four<p>second</p></li></ul>', '- four\n\n  second'],
  ['<ul><li><p>four</p>second</li></ul>', '- four\n\n  second'],
  ['<ul><li><p>one</p></li><li> <p>two</p> </li></ul>', '- one\n- two'],
  ['<ol><li><p>one</p><ul><li><p>in</p></li></ul></li></ol>', '1. one\n   - in'],
  ['<ul><li>one</li><ul><li>in</li></ul><li>two</li></ul>', '- one\n  - in\n- two'],
  ['H<sub>2</sub>O and <del>x</del><br>y<sup>3</sup>', 'H<sub>2</sub>O and ~~x~~\\\ny<sup>3</sup>'],
  ['<div>H<sub>2</sub>O<p>next</p></div>', 'H<sub>2</sub>O\n\nnext'],
  ['<p>H<span style="font-size:0.6em;vertical-align:sub">2</span>O</p>', 'H<sub>2</sub>O'],
  [
    '<p><span style="text-decoration:line-through">gone</span> <font style="background:lime">hi</font></p>',
    '~~gone~~ <mark data-color="green">hi</mark>',
  ],
  ['<p>one</p><br><p>two<br>three</p>', 'one\n\ntwo\\\nthree'],
  [
    '<p style="display:none">unseen</p><p>Press <button>Record</button></p><button>Go</button>',
    'Press Record',
  ],
  [
    '<a href="#bookmark">one</a> <a href="javascript:x()">two</a> <a href="https://example.org/a">three</a>',
    'one two [three](https://example.org/a)',
  ],
  [
    '<table><tr><td>A</td></tr><tr><td><p>b</p><p>c</p></td></tr></table>',
    '| A      |\n| ------ |\n| b<br>c |',
  ],
  [
    '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">1.<span>&nbsp;</span></span><!--[endif]-->one<o:p></o:p></p><p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o</span>in<o:p></o:p></p>\n<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.</span>two</p><p>text</p>',
    '1. one\n   - in\n2. two\n\ntext',
  ],
])('%s becomes %j', (html, markdown) => {
  expect(pasted(html)).toBe(markdown)
})

test('a checklist of Google Docs keeps what was done, without the line that is drawn through it', () => {
  const item = (state: boolean, style: string, text: string) =>
    `<li dir="ltr" role="checkbox" aria-checked="${state}"><img src="data:image/png;base64,AA" alt="x"><p role="presentation"><span style="${style}">${text}</span></p></li>`
  const html = `<ul>${item(true, 'text-decoration:line-through', 'done')}${item(false, '', 'open')}</ul>`
  expect(pasted(html)).toBe('- [x] done\n- [ ] open')
})

test('each word stays, in order and apart from the others', () => {
  fc.assert(
    fc.property(sampleHtml, (content) => {
      const html = numbered(content)
      expect(wordsIn(pasted(html) ?? '')).toEqual(html.match(/word\d+/g) ?? [])
    }),
    { numRuns: 100 },
  )
})

test('hostile HTML takes no longer than honest one', () => {
  const started = process.cpuUsage()
  for (const part of [
    '<b>',
    '<ul><ul>',
    '<p style="mso-list:l0 level9">x',
    '<li><input>',
    '<br>',
    '<td>',
    '<!--',
  ])
    pasted(part.repeat(60_000 / part.length))
  const { user } = process.cpuUsage(started)
  expect(user / 1e6).toBeLessThan(3)
})
