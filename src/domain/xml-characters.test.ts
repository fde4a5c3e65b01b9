import { expect, test } from 'vitest'
import { xmlCharacters } from './xml-characters.ts'

/** Whether XML 1.0 allows a character (section 2.2, `Char`). */
const isAllowed = (code: number) =>
  [0x9, 0xa, 0xd].includes(code) ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code >= 0x10000

test('of all characters, exactly those that XML can’t contain are left out', () => {
  const wrong: Array<number> = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const kept = xmlCharacters(`a${String.fromCodePoint(code)}b`)
    if (kept !== (isAllowed(code) ? `a${String.fromCodePoint(code)}b` : 'ab')) wrong.push(code)
  }
  expect(wrong).toEqual([])
})

test('a surrogate pair stays, and each half of one that stands alone goes', () => {
  expect(xmlCharacters('\ud834a𝄞\udd1eb\udd1e\ud834')).toBe('a𝄞b')
})
