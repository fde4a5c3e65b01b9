import { expect, test } from 'vitest'
import { wholeNumber } from './whole-number.ts'

test.each([
  ['7', 7],
  [' 12 ', 12],
  ['3.9', 3],
  ['4 min', 4],
  ['0', 1],
  ['-2', 1],
  ['', 1],
  ['soon', 1],
])("'%s' is read as %d", (text, number) => {
  expect(wholeNumber(text)).toBe(number)
})
