import { expect, test } from 'vitest'
import { counted, groupedNumber } from './count-words.ts'

test.each([0, 7, 999, 1000, 12_345, 100_000, 1_234_567, -1000])(
  '%d is grouped as English texts group it',
  (value) => {
    expect(groupedNumber(value)).toBe(value.toLocaleString('en-US'))
  },
)

test('singular and plural are distinguished', () => {
  expect(counted(1, 'person', 'people')).toBe('1 person')
  expect(counted(0, 'person', 'people')).toBe('0 people')
  expect(counted(1200, 'person', 'people')).toBe('1,200 people')
})
