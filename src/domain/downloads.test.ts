import { expect, test } from 'vitest'
import { downloadMediaType, endingOf, shownCount } from './downloads.ts'

test.each([
  [0, 0],
  [9, 9],
  [10, 10],
  [19, 10],
  [20, 20],
  [99, 90],
  [100, 100],
  [1234, 1000],
  [98_765, 90_000],
])('%i downloads are shown as %i', (count, shown) => {
  expect(shownCount(count)).toBe(shown)
})

test.each([
  ['Pack.ZIP', 'zip', 'application/zip'],
  ['a.b.mid', 'mid', 'audio/midi'],
  ['page.html', 'html', 'application/octet-stream'],
  ['constructor', '', 'application/octet-stream'],
  ['x.constructor', 'constructor', 'application/octet-stream'],
])('%s ends in %j and is sent as %s', (name, ending, type) => {
  expect(endingOf(name)).toBe(ending)
  expect(downloadMediaType(name)).toBe(type)
})
