import { expect, test } from 'vitest'
import { relativeTime } from './work-list.tsx'

const now = new Date('2026-11-24T12:00:00Z')

test.each([
  ['2026-11-24T11:59:30Z', 'just now'],
  ['2026-11-24T11:59:00Z', '1 minute ago'],
  ['2026-11-24T09:30:00Z', '2 hours ago'],
  ['2026-11-23T12:00:00Z', '1 day ago'],
  ['2026-11-11T12:00:00Z', '1 week ago'],
  ['2026-09-01T12:00:00Z', '2 months ago'],
  ['2024-11-24T12:00:00Z', '2 years ago'],
  ['2026-11-24T12:00:01Z', 'just now'],
  ['2026-11-24T12:00:20Z', 'in a moment'],
  ['2026-11-27T13:00:00Z', 'in 3 days'],
  ['2031-11-27T13:00:00Z', 'in 5 years'],
])('%s is %s', (instant, words) => {
  expect(relativeTime(instant, now)).toBe(words)
})
