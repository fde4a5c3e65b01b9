import { expect, test } from 'vitest'
import { textWorkHere } from '../../../tests/text-work-here.ts'
import { createMarkdownRenderer } from '../markdown/render.ts'
import { requestedTexts } from './requested-fields.ts'

const renderer = createMarkdownRenderer()
const renderBody = (text: { markdown: string }) => renderer({ ...text, dimensions: {} })
const render = async (markdown: string) => (await renderBody({ markdown })).html
const texts = textWorkHere()
const sent = async (content: string, base = '', contentFormat?: 'markdown' | 'html') =>
  (
    await requestedTexts(
      { content, contentFormat },
      { fields: {}, markdown: base },
      { key: '' },
      { renderBody, texts },
    )
  ).markdown

const base = [
  'Setext *title*\n===',
  'One __strong__ word & a [link][ref].',
  '* a\n* b\n    * c',
  '```js {1,3} title="x"\nlet a\n```',
  '| a | b |\n|:--|--|\n| 1 | 2 |',
  '> [!TIP]\n> Quoted.',
  '[ref]: /article/warp-modes "T"\n',
].join('\n\n')

test('Markdown is stored as it was sent', async () => {
  for (const text of [
    'One',
    'One\n',
    '\n\nOne *two*  \n',
    '<https://example.org>',
    '<u>a</u> and b',
    'a\r\nb',
  ])
    expect(await sent(text, 'Base\n')).toBe(text)
})

test('a text that consists of elements counts as HTML, unless its format is named', async () => {
  expect(await sent('<p>One <em>two</em></p>\n<ul><li>three</li></ul>')).toBe(
    'One *two*\n\n- three\n',
  )
  expect(await sent('<p>One</p>', '', 'markdown')).toBe('<p>One</p>')
  expect(await sent('Two *stars*', '', 'html')).toBe('Two \\*stars\\*\n')
  expect(await sent('<p>One</p> rest of it')).toBe('<p>One</p> rest of it')
})

test('a text that differs only in white space at its ends, or equals the page, is no edit', async () => {
  expect(await sent(base.trim(), base)).toBe(base)
  expect(await sent(base.replaceAll('\n', '\r\n'), base)).toBe(base)
  expect(await sent(await render(base), base)).toBe(base)
  expect(await sent(`${await render(base)}\n`, base, 'html')).toBe(base)
})

test.each([
  ['*T*<br/>\nThe type\n', 'type', 'kind'],
  ['a<br>b<br/>c\n', 'b', 'bb'],
  ['Press <kbd>F7</kbd> to *go*.\n', 'Press', 'Hit'],
  ['Press <kbd>F7</kbd> to *go*.\n', 'F7', 'F8'],
  ['H<sub>2</sub>O is wet.\n', 'wet', 'dry'],
  ['|a|b|\n|-|-|\n|x<br>y|z|\n', 'y', 'yy'],
  ['|a|b|\n|-|-|\n|x<br>y|z|\n', 'z', 'w'],
  ['> [!TIP]\n> Do *it* now.\n', 'now', 'later'],
  ['<p align="center">In <b>the</b> middle</p>\n\nEnd\n', 'middle', 'center'],
  ['A note[^1].\n\n[^1]: Some *words*.\n', 'words', 'signs'],
])(
  'in the HTML of %j, %j can become %j and nothing else changes',
  async (markdown, word, other) => {
    const replaced = new RegExp(`\\b${word}\\b(?![^<]*>)`)
    const html = await render(markdown)
    expect(await sent(html.replace(replaced, other), markdown)).toBe(
      markdown.replace(replaced, other),
    )
  },
)

test('an edit in rich text changes only its block', async () => {
  const html = (await render(base)).replace('word', 'phrase')
  expect(await sent(html, base)).toBe(base.replace('word', 'phrase'))
})

test('HTML that is nested too deeply is refused with a message', async () => {
  await expect(sent('<div>'.repeat(5000), '', 'html')).rejects.toMatchObject({
    kind: 'invalid',
    issues: [{ path: 'content' }],
  })
})
