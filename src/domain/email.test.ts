import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each([
  'ada@example.org',
  'Ada.Lovelace+notes@mail.example.co.uk',
  "o'neill@example.org",
  'a@b.c',
  'jürgen@bücher.example',
  'иван@почта.рф',
  'xn--80a@xn--p1ai.example',
])('%s is an address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  ['', 'nothing'],
  ['ada', 'no @'],
  ['ada@example', 'no dot'],
  ['a da@example.org', 'a space'],
  ['ada@example.org\r\nBcc: eve@evil.example', 'a line break'],
  ['ada@example.org\n', 'a line break at the end'],
  ['ada@example.org\u0000', 'a null'],
  ['ada\u007f@example.org', 'a control character'],
  ['ada\u200b@example.org', 'a space of no width'],
  ['ada\u202e@example.org', 'a change of direction'],
  ['ada@example.org,eve@evil.example', 'two addresses'],
  ['ada@example.org;eve@evil.example', 'two addresses'],
  ['all:eve@evil.example', 'a group'],
  ['"ada"@example.org', 'quotes'],
  ['<ada@example.org>', 'brackets'],
  ['ada@[127.0.0.1]', 'a machine'],
  ['аda@example.org', 'a Cyrillic letter among Latin ones'],
  ['ada@examplе.org', 'a Cyrillic letter in the domain'],
  ['αda@example.org', 'a Greek letter among Latin ones'],
  ['ａda@example.org', 'a wide letter'],
  ['ada＠example.org', 'a wide @'],
  [`${'a'.repeat(290)}@example.org`, '300 characters'],
])('%j is none: %s', (text) => {
  expect(isEmail(text)).toBe(false)
})
