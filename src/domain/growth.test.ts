import { expect, test } from 'vitest'
import { growthStarts } from './growth.ts'

const texts = (starts: ReadonlyArray<Date>) => starts.map((start) => start.toISOString())

test('a year is twelve months of the time zone, and the last one is the present month', () => {
  const starts = texts(growthStarts('year', new Date('2026-03-01T02:00:00Z'), 'America/New_York'))
  expect(starts).toHaveLength(12)
  // It is still February there.
  expect([starts[0], starts.at(-1)]).toEqual([
    '2025-03-01T05:00:00.000Z',
    '2026-02-01T05:00:00.000Z',
  ])
  // Summer time begins in March.
  expect(starts[1]).toBe('2025-04-01T04:00:00.000Z')
})

test('a month is thirty days, also across the end of a year', () => {
  const starts = texts(growthStarts('month', new Date('2026-01-05T12:00:00Z'), 'UTC'))
  expect(starts).toHaveLength(30)
  expect([starts[0], starts.at(-1)]).toEqual([
    '2025-12-07T00:00:00.000Z',
    '2026-01-05T00:00:00.000Z',
  ])
})
