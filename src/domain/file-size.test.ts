import { expect, test } from 'vitest'
import { fileSizeLabel } from './file-size.ts'

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
