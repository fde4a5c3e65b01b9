import { expect, test } from 'vitest'
import { negotiateEncoding } from './compression.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br ; q=0.000', 'identity'],
  ['identity', 'identity'],
  ['br;q=nonsense', 'identity'],
  [',;,', 'identity'],
] as const)('%s is answered with %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding)
  expect(negotiateEncoding(header)).toBe(encoding)
})
