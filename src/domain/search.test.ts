import { expect, test } from 'vitest'
import { isSearchTerm } from './search.ts'

test.each(['ab', 'ü1', '音', ' 音 ', 'か', 'カ', '한', 'ㅎ', 'ก', 'ກ', '𠮷', '🎹'])(
  '%j is searched for',
  (term) => {
    expect(isSearchTerm(term)).toBe(true)
  },
)

test.each(['a', 'é', 'я', '7', '?', '。', '「', '  ', ''])('%j is not searched for', (term) => {
  expect(isSearchTerm(term)).toBe(false)
})
