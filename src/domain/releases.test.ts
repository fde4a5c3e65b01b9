import { expect, test } from 'vitest'
import { compareVersions, isProducts, newestRelease, notesBetween, releaseFault, versionOfTag } from './releases.ts'

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
  expect(newestRelease(['v0.9.0', 'v0.10.0', 'v0.10.0-beta', 'latest', 'v1', '0.11.0', 'v0.2.12'])).toBe('v0.10.0')
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

const changelog = `# Changelog

Text with ## in it.

## 0.4.0

### Added

- Four.

### Upgrade

Set \`X\`.

## [0.3.0] - 2026-11-01

### Fixed

- Three.

## 0.2.0

- Two, without parts.

## 0.1.0
`

test('the notes are those after one release up to another, with what an upgrade needs first', () => {
  expect(notesBetween(changelog, '0.2.0', '0.4.0')).toEqual([
    {
      version: '0.4.0',
      parts: [
        { title: 'Upgrade', text: 'Set `X`.' },
        { title: 'Added', text: '- Four.' },
      ],
    },
    { version: '0.3.0', parts: [{ title: 'Fixed', text: '- Three.' }] },
  ])
  expect(notesBetween(changelog, '0.1.0', '0.2.0')).toEqual([{ version: '0.2.0', parts: [] }])
  expect(notesBetween(changelog, '0.4.0', '0.4.0')).toEqual([])
})

test('a release has its section first in the changelog', () => {
  expect(releaseFault('0.4.0', changelog)).toBeNull()
  expect(releaseFault('0.3.0', changelog)).toContain('the first section of CHANGELOG.md is 0.4.0')
  expect(releaseFault('0.4.0', '# Changelog')).toContain('missing')
  expect(releaseFault('0.4', changelog)).toContain('not of the form')
})
