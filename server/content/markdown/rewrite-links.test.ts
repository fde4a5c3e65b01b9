import { expect, test } from 'vitest'
import { withHeadLinksTo, withLinksTo } from './rewrite-links.ts'

const site = 'https://notes.example'
const rewritten = (text: string) => withLinksTo(text, '/article/old', '/article/new', site)

test.each([
  ['[a](/article/old)', '[a](/article/new)'],
  [
    '[a](/article/old#part "T") [b]( </article/old?q=1> )',
    '[a](/article/new#part "T") [b]( </article/new?q=1> )',
  ],
  ['[a](https://notes.example/article/old/)', '[a](https://notes.example/article/new/)'],
  ['<https://notes.example/article/old>', '<https://notes.example/article/new>'],
  ['[a]: /article/old\r\n\r\nx\r\n', '[a]: /article/new\r\n\r\nx\r\n'],
  ['<a href="/article/old">x</a>', '<a href="/article/new">x</a>'],
])('a link is rewritten: %s', (text, expected) => {
  expect(rewritten(text)).toBe(expected)
})

test.each([
  ['[a](/article/й#part)', '[a](/article/нов#part)'],
  ['[a](/article/и\u0306)', '[a](/article/нов)'],
  ['[a](/article/%D0%B9/)', '[a](/article/%D0%BD%D0%BE%D0%B2/)'],
  [
    '[a](<https://notes.example/article/%d0%b9>)',
    '[a](<https://notes.example/article/%D0%BD%D0%BE%D0%B2>)',
  ],
  [
    '[a](/article/йй) [b](/article/%D0%B9%D0%B9) [c](/article/и)',
    '[a](/article/йй) [b](/article/%D0%B9%D0%B9) [c](/article/и)',
  ],
])(
  'an address of another script is found in all its spellings, and written as it was: %s',
  (text, expected) => {
    expect(withLinksTo(text, '/article/й', '/article/нов', site)).toBe(expected)
  },
)

test.each([
  '[a](/article/older)',
  '[a](/article/old-one)',
  '[a](https://other.example/article/old)',
  'The address /article/old in words',
  '`[a](/article/old)`',
  '```\r\n[a](/article/old)\r\n```\r\n',
])('all else stays: %s', (text) => {
  expect(rewritten(text)).toBe(text)
})

test('in frontmatter only links of Markdown count', () => {
  const head = 'aliases: [/article/old]\narticles:\n  - content: "[a](/article/old)"\n'
  expect(withHeadLinksTo(head, '/article/old', '/article/new', site)).toBe(
    'aliases: [/article/old]\narticles:\n  - content: "[a](/article/new)"\n',
  )
})
