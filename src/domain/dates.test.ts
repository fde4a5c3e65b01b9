import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ClockShift,
  clockShift,
  exactAge,
  isTimeZone,
  longDate,
  longDateTime,
  nextRelativeChange,
  parseDate,
  relativeDateLabel,
  wallClock,
} from './dates.ts'

const day = 24 * 60 * 60 * 1000
const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * day)

test.each([
  [-3, 'This week'],
  [0, 'This week'],
  [6.99, 'This week'],
  [7, 'Last week'],
  [13, 'Last week'],
  [14, 'This month'],
  [29, 'This month'],
  [30, 'Last month'],
  [59, 'Last month'],
  [60, 'Two months ago'],
  [89, 'Two months ago'],
  [90, '3 months ago'],
  [119, '3 months ago'],
  [120, '4 months ago'],
  [179, '5 months ago'],
  [180, 'This year'],
  [364, 'This year'],
  [365, 'Last year'],
  [729, 'Last year'],
  [730, '2 years ago'],
  [1094, '2 years ago'],
  [1095, '3 years ago'],
])('%s days ago reads as %s', (days, label) => {
  expect(relativeDateLabel(daysAgo(days), now)).toBe(label)
})

test.each([
  [-3, ''],
  [0.9, ''],
  [1, '1 day ago'],
  [13, '13 days ago'],
  [14, '2 weeks ago'],
  [59, '8 weeks ago'],
  [60, '2 months ago'],
  [729, '24 months ago'],
  [730, '2 years ago'],
])('%s days ago is exactly %j', (days, age) => {
  expect(exactAge(daysAgo(days), now)).toBe(age)
})

test('an exact age is said in the language of the site', () => {
  expect(exactAge(daysAgo(21), now, 'de')).toBe('vor 3 Wochen')
})

test('a label and an age stay until the announced change and may differ from then on', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -30, max: 4000 }),
      fc.integer({ min: 0, max: day - 1 }),
      (days, rest) => {
        const date = new Date(now.getTime() - days * day - rest)
        const change = nextRelativeChange(date, now)
        expect(change.getTime()).toBeGreaterThan(now.getTime())
        const shown = (at: Date) => [relativeDateLabel(date, at), exactAge(date, at)]
        expect(shown(new Date(change.getTime() - 1))).toEqual(shown(now))
      },
    ),
  )
  const date = daysAgo(6)
  expect(relativeDateLabel(date, nextRelativeChange(date, now))).toBe('Last week')
})

test('a long date is the day in the site zone, in US words', () => {
  const instant = new Date('2026-11-21T23:30:00Z')
  expect(longDate(instant, 'UTC')).toBe('November 21, 2026')
  expect(longDate(instant, 'Europe/Berlin')).toBe('November 22, 2026')
})

test.each<[string, string, string, ClockShift?]>([
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  [' 2026-11-21 ', 'UTC', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21', 'Europe/Berlin', '2026-11-20T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  ['2026-07-01', 'America/Los_Angeles', '2026-07-01T07:00:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-11-21T18:30', 'UTC', '2026-11-21T18:30:00.000Z'],
  ['2026-11-21 18:30:15', 'UTC', '2026-11-21T18:30:15.000Z'],
  ['2026-11-21T18:30:15.25Z', 'Europe/Berlin', '2026-11-21T18:30:15.250Z'],
  ['2026-11-21T18:30+02:00', 'UTC', '2026-11-21T16:30:00.000Z'],
  ['2026-11-21T18:30:00-0530', 'UTC', '2026-11-22T00:00:00.000Z'],
  ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z'],
  // Skipped: forward by the length of the gap.
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z', 'skipped'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', 'skipped'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', 'skipped'],
  ['2026-04-24T00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 'skipped'],
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z', 'skipped'],
  // Shown twice: the first.
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', 'repeated'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', 'repeated'],
  ['2026-04-05T02:45', 'Pacific/Auckland', '2026-04-04T13:45:00.000Z', 'repeated'],
  // The minutes beside them.
  ['2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2026-10-25T01:59', 'Europe/Berlin', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
])('%s in %s is %s; the clock: %s', (text, zone, instant, shift) => {
  expect(parseDate(text, zone)?.toISOString()).toBe(instant)
  expect(clockShift(text, zone)).toBe(shift ?? null)
})

test.each([
  '',
  'tomorrow',
  '2026',
  '2026-1-2',
  '21.11.2026',
  '11/21/2026',
  '2026-02-29',
  '2024-13-45',
  '2026-00-10',
  '2026-11-31',
  '0050-01-01',
  '2026-11-21T24:00',
  '2026-11-21T12:60',
  '2026-11-21T12:00+99:00',
  '2026-11-21T12:00 UTC',
  '2026-11-21 and more',
])("'%s' is no date", (text) => {
  expect(parseDate(text, 'UTC')).toBeNull()
})

test('every instant written as ISO text reads back in any zone', () => {
  const dates = fc.date({
    min: new Date('1970-01-01'),
    max: new Date('2200-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(dates, fc.constantFrom('UTC', 'Asia/Kathmandu'), (date, zone) => {
      expect(parseDate(date.toISOString(), zone)).toEqual(date)
    }),
  )
})

test('known and unknown time zones are distinguished', () => {
  expect(['UTC', 'Europe/Berlin'].map(isTimeZone)).toEqual([true, true])
  expect(['', 'Europe/Bielefeld', 'Mars'].map(isTimeZone)).toEqual([false, false, false])
})

test.each([
  ['2026-11-21T23:30:00Z', 'UTC', '2026-11-21T23:30'],
  ['2026-11-21T23:30:59.999Z', 'UTC', '2026-11-21T23:30'],
  ['2026-11-21T23:30:00Z', 'Europe/Berlin', '2026-11-22T00:30'],
  ['2026-07-01T07:00:00Z', 'America/Los_Angeles', '2026-07-01T00:00'],
  ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01T05:45'],
])('%s reads in %s as %s on the wall', (instant, timeZone, wall) => {
  expect(wallClock(new Date(instant), timeZone)).toBe(wall)
})

test('what the wall shows is read back as the same minute', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Auckland',
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e9 }), zones, (seconds, timeZone) => {
      const minute = new Date(Math.floor(seconds / 60) * 60_000)
      const wall = wallClock(minute, timeZone)
      expect(wallClock(parseDate(wall, timeZone) as Date, timeZone)).toBe(wall)
    }),
  )
})

test('a long date with its time is in US words', () => {
  expect(longDateTime(new Date('2026-11-21T08:05:00Z'), 'Europe/Berlin')).toBe(
    'November 21, 2026, 9:05 AM',
  )
})
