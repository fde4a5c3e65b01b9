import { expect, test } from 'vitest'
import { isSearchTerm } from './search.ts'

test.each([
  ['ab', true],
  ['ü1', true],
  ['音', true],
  [' 音 ', true],
  ['か', true],
  ['カ', true],
  ['한', true],
  ['ㅎ', true],
  ['ก', true],
  ['ກ', true],
  ['𠮷', true],
  ['🎹', true],
  ['a', false],
  ['é', false],
  ['я', false],
  ['7', false],
  ['?', false],
  ['。', false],
  ['「', false],
  ['  ', false],
  ['', false],
])('%j is searched for: %s', (term, expected) => {
  expect(isSearchTerm(term)).toBe(expected)
})
