import { expect, test } from 'vitest'
import { fileSizeLabel } from './file-size.ts'
import { siteTextsOf } from './site/profile-of.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [24_499, '24 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [1_440_000, '1.4 MB'],
])('%i bytes read %s', (bytes, label) => {
  expect(fileSizeLabel(bytes)).toBe(label)
})

test('sizes have the marks of the language', () => {
  expect(fileSizeLabel(1_440_000, siteTextsOf({ language: 'de-AT' }))).toBe('1,4 MB')
})
