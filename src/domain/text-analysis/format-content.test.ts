import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatContent } from './format-content.ts'

test.each([
  ['line ends and blank lines', 'one\r\n\r\n\r\n\r\ntwo  \r\n', 'one\n\ntwo'],
  ['bullets of word processors', '• one\n•two\n▪ three', '- one\n- two\n- three'],
  ['dashes as a list', '– one\n– two', '- one\n- two'],
  ['a single dash as dialogue', '– Are you ready?', '– Are you ready?'],
  [
    'numbers without a space',
    '1.Open the browser\n2.Drag the sample',
    '1. Open the browser\n2. Drag the sample',
  ],
  ['a decimal number at the start of a line', '1.5 ms is enough', '1.5 ms is enough'],
  ['a name with a number', '4.Wheel is a band', '4.Wheel is a band'],
  ['a heading without a space', '##Gain\ntext', '## Gain\n\ntext'],
  ['a tag that is no heading', '#ableton is a tag', '#ableton is a tag'],
  ['headings in running text', 'one\n## Two\nthree', 'one\n\n## Two\n\nthree'],
  [
    'a list behind a sentence',
    'You need:\n- a kick\n- a bass\nThen record.',
    'You need:\n\n- a kick\n- a bass\n\nThen record.',
  ],
  [
    'a wrapped list item',
    '- a long item that goes on\nand on',
    '- a long item that goes on\nand on',
  ],
  [
    'a nested list',
    '- one\n  - two\n  more of two\n- three',
    '- one\n  - two\n  more of two\n- three',
  ],
  ['a line break inside a paragraph', 'one  \ntwo', 'one  \ntwo'],
  [
    'a first line that is set in',
    '    The first line of a paragraph is set in.',
    'The first line of a paragraph is set in.',
  ],
  ['indented code', '    const gain = 1', '    const gain = 1'],
  ['fenced code', '```\n• not a list\n\n\n##x  \n```', '```\n• not a list\n\n\n##x  \n```'],
  ['pasted HTML', '<p>One <b>two</b></p>\n<ul><li>three</li></ul>', 'One **two**\n\n- three'],
  ['HTML between lines', 'one\n<p>two</p>\nthree', 'one\n\ntwo\n\nthree'],
  [
    'a whole page',
    '<!doctype html><html><body><h1>Title</h1><p>Text</p></body></html>',
    '# Title\n\nText',
  ],
  ['aligned text of our own', '<p align="center">middle</p>', '<p align="center">middle</p>'],
  ['HTML that is nested too deeply', '<div>\n'.repeat(300).trim(), '<div>\n'.repeat(300).trim()],
  [
    'a line of indented code between paragraphs',
    'Intro text that is long enough to be one.\n\n    npm install session-tool\n\nMore text here that goes on for a while and says what to do next.',
    'Intro text that is long enough to be one.\n\n    npm install session-tool\n\nMore text here that goes on for a while and says what to do next.',
  ],
  [
    'a line that a tab makes code',
    'Intro text that is long enough to be one.\n\n\tnpm install session-tool\n\nMore text here that goes on for a while and says what to do next.',
    'Intro text that is long enough to be one.\n\n\tnpm install session-tool\n\nMore text here that goes on for a while and says what to do next.',
  ],
  [
    'a line of code below a list item',
    '1. Install the tool:\n\n    npm install session-tool\n\n2. More text here that goes on for a while and says what to do next.',
    '1. Install the tool:\n\n    npm install session-tool\n\n2. More text here that goes on for a while and says what to do next.',
  ],
  [
    'blank lines and marks in indented code',
    'Intro text that is long enough to be one.\n\n    one = 1\n    \n\n    1.Two\n    • three  \n\nMore text here that goes on for a while and says what to do next.',
    'Intro text that is long enough to be one.\n\n    one = 1\n    \n\n    1.Two\n    • three  \n\nMore text here that goes on for a while and says what to do next.',
  ],
  [
    'a list that is set in',
    'Intro text that is long enough to be one.\n\n    • one\n    • two',
    'Intro text that is long enough to be one.\n\n    - one\n    - two',
  ],
  ['nothing but white space', ' \n\t\n', ''],
])('%s', (_what, raw, formatted) => {
  expect(formatContent(raw)).toBe(formatted)
})

test('clean Markdown stays byte for byte', () => {
  const root = path.join(import.meta.dirname, '../../../content')
  const files = ['articles', 'news', 'newsletters'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(30)
  for (const file of files) {
    const body = readFileSync(path.join(root, file), 'utf8')
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .trim()
    expect(formatContent(body)).toBe(body)
  }
})

const word = fc.constantFrom(
  'kick',
  'Bass',
  '12.1',
  '-6',
  'dB',
  "don't",
  'C#3',
  '5*3',
  'a_b',
  '`code`',
  '**bold**',
  'é',
  '日本',
  '<u>x</u>',
  '1/16',
  '|',
)
const opening = fc.constantFrom(
  '',
  '',
  '',
  '# ',
  '##',
  '- ',
  '* ',
  '• ',
  '– ',
  '1. ',
  '2)',
  '3.',
  '> ',
  '    ',
  '\t',
  '  - ',
  '| ',
  '```',
  '~~~',
  '[x] ',
)
const line = fc
  .tuple(opening, fc.array(word, { maxLength: 6 }))
  .map(([mark, words]) => mark + words.join(' '))
const text = fc
  .array(fc.oneof(line, fc.constant(''), fc.constant('  ')), { maxLength: 25 })
  .map((lines) => lines.join('\n'))

test('every word is preserved, in order', () => {
  const words = (of: string) => of.match(/[\p{L}\p{N}]+/gu) ?? []
  fc.assert(
    fc.property(text, (raw) => {
      expect(words(formatContent(raw))).toEqual(words(raw))
    }),
    { numRuns: 120 },
  )
})

test('the first line of a paragraph, set in like in a book, is no code below a heading either', () => {
  expect(formatContent('##kick\n    Bass kick kick kick kick kick')).toBe(
    '## kick\n\nBass kick kick kick kick kick',
  )
})

test('formatting a second time changes nothing', () => {
  const settled = (raw: string) => {
    const once = formatContent(raw)
    expect(formatContent(once)).toBe(once)
  }
  fc.assert(fc.property(text, settled), { numRuns: 120 })
})
