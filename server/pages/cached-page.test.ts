import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CachedPage, decodeCachedPage, encodeCachedPage } from './cached-page.ts'

const page: CachedPage = {
  type: 'text/html; charset=utf-8',
  hash: 'abc',
  quality: 11,
  brotli: randomBytes(200),
  reads: [['items', ['articles', 4], 'hash']],
  frames: ['https://player.vimeo.com'],
  blobs: ['blob'],
  revision: 'commit',
  validUntil: Number.MAX_SAFE_INTEGER,
}
const bytes = encodeCachedPage('/a', page)

test('a cached page is read back unchanged, under its own key only', () => {
  expect(decodeCachedPage('/a', bytes)).toEqual(page)
  expect(decodeCachedPage('/b', bytes)).toBeNull()
})

test('a file cut short anywhere, or with any byte changed, is no page', () => {
  for (let at = 0; at < bytes.length; at++) {
    expect(decodeCachedPage('/a', bytes.subarray(0, at))).toBeNull()
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(decodeCachedPage('/a', changed)).toBeNull()
  }
})
