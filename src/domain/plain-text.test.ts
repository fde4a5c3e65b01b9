import { expect, test } from 'vitest'
import { plainText, requiredText } from './plain-text.ts'

const title = requiredText('Title is required').max(5)

test.each([
  ['a\u0000b\u0010c', 'abc'],
  [' \u001fa ', 'a'],
  ['a\tb', 'a\tb'],
  ['\ud834a𝄞', 'a𝄞'],
  ['🎛️', '🎛️'],
  ['é', 'é'],
])('%j is the text %j', (given, text) => {
  expect(plainText().parse(given)).toBe(text)
  expect(title.parse(given)).toBe(text)
})

test.each([
  '',
  '  ',
  '\u0007',
  '\u200b',
  '\u200d\ufeff',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\ufe0f',
  null,
  1,
])('%j is no text that one can see', (given) => {
  expect(title.safeParse(given).error?.issues[0]?.message).toBe('Title is required')
})

test('a text that is too long has its own message', () => {
  expect(title.safeParse('abcdef').error?.issues[0]?.message).toMatch(/^Too big/)
})
