import { expect, test } from 'vitest'
import { notesBetween, releaseFault } from './changelog.ts'

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
