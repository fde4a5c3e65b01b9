import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

const seen = (markdown: string) => plainText(markdown).text.replace(/\s+/g, ' ').trim()

test.each([
  ['See [the page](/article/x "title").', 'See the page .'],
  ['![a cover](/media/covers/x.png)', 'a cover'],
  ['<mark data-color="yellow">marked</mark> <u>under</u>', 'marked under'],
  ['before <!-- hidden --> after', 'before after'],
  ['before <!-- never closed', 'before <!-- never closed'],
  ['[ref]: https://example.com/secret\ntext', 'text'],
  ['```js title="x"\nconst a = 1\n```', 'const a = 1'],
  ['> [!TIP]\n> Try it.', '> > Try it.'],
  ['at https://example.com/path?q=1 there', 'at there'],
  ['Q&amp;A&nbsp;&lt;here&gt;', 'Q&A <here>'],
])("%j reads as '%s'", (markdown, text) => {
  expect(seen(markdown)).toBe(text)
})

test('headings are handed out apart from the text', () => {
  expect(plainText('# One\n\ntext\n\n### Two [link](/x) ##\n')).toMatchObject({
    headings: ['One', 'Two  link  ##'],
  })
  expect(seen('# One\n\ntext')).toBe('text')
})

test('the name of a device stands among the headings, and its settings in the text', () => {
  const { headings, text } = plainText(
    'Text\n\n```device\ndevice: Glue Compressor\nlive: 12.1\nAttack: 30 ms\n```\n',
  )
  expect(headings).toEqual(['Glue Compressor'])
  expect(text).toContain('Attack: 30 ms')
})

test.each([
  '[',
  '![',
  '<!--',
  '<a ',
  '[a](',
  '```\n',
  '# ',
  '&amp;',
  '[a]: ',
  'https://',
  '<!---->',
  '\n',
])(
  'a megabyte of %j takes no time to speak of',
  (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    expect(plainText(text).text.length).toBeLessThanOrEqual(text.length + 2)
  },
  5_000,
)
