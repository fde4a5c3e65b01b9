import { expect, it } from 'vitest'
import { cutText, pageDescription } from './snippet.ts'

it.each([
  ['Written.', 'An excerpt.', 'Written.'],
  [null, 'An excerpt.', 'An excerpt.'],
  ['', 'An excerpt.', 'An excerpt.'],
  [null, 'x'.repeat(155), 'x'.repeat(155)],
  [null, 'x'.repeat(156), 'x'.repeat(155)],
])(
  'describes a page by what was written, else by 155 characters of the excerpt: %#',
  (meta, excerpt, expected) => {
    expect(pageDescription(meta, excerpt)).toBe(expected)
  },
)

it.each([
  ['short', 10, 'short'],
  ['  a \n b ', 10, 'a b'],
  ['one two three', 9, 'one two …'],
  ['one two, three', 9, 'one two …'],
  ['unbreakable', 5, 'unbre …'],
])('cuts %j at %i as a search engine does', (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected)
})
