import { expect, test } from 'vitest'
import { compareVersions, isProducts, newestRelease, versionOfTag } from './releases.ts'

test.each([
  ['content/articles/2026/one.md', false],
  ['content/site.yaml', false],
  ['content/README.md', true],
  ['content/schema/article.schema.json', true],
  ['content/articles/README.md', false],
  ['content/schema-of-mine.json', false],
  ['contents/a.md', true],
  ['README.md', true],
  ['src/site/frame/header.tsx', true],
])('%s belongs to the product: %s', (file, expected) => {
  expect(isProducts(file)).toBe(expected)
})

test('releases are tags of three numbers and are compared by number', () => {
  expect(
    newestRelease(['v0.9.0', 'v0.10.0', 'v0.10.0-beta', 'latest', 'v1', '0.11.0', 'v0.2.12']),
  ).toBe('v0.10.0')
  expect(newestRelease(['main'])).toBeNull()
  expect(['v1.2.3', 'v1.2', 'w1.2.3', 'v1.2.3-rc.1', 'v1.2.3\n'].map(versionOfTag)).toEqual([
    '1.2.3',
    null,
    null,
    null,
    null,
  ])
  expect(compareVersions('1.0.0', '0.99.99')).toBeGreaterThan(0)
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0)
})
