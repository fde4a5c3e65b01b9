import { specifiedProfile, type TextOf } from './site/site-profile.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Age of a date in words, by the table of the specification's section 9. Both arguments are
 * instants; 'N months' are whole 30 days, 'N years' whole 365 days. A date that lies ahead counts
 * as this week.
 */
export function relativeDateLabel(
  date: Date,
  now: Date,
  text: TextOf = specifiedProfile.text,
): string {
  const days = Math.floor((now.getTime() - date.getTime()) / day)
  for (const [limit, label] of relativeLabels) if (days < limit) return label(text, days)
  return text('yearsAgo', { count: Math.floor(days / 365) })
}

const relativeLabels: ReadonlyArray<readonly [number, (text: TextOf, days: number) => string]> = [
  [7, (text) => text('thisWeek')],
  [14, (text) => text('lastWeek')],
  [30, (text) => text('thisMonth')],
  [60, (text) => text('lastMonth')],
  [90, (text) => text('twoMonthsAgo')],
  [180, (text, days) => text('monthsAgo', { count: Math.floor(days / 30) })],
  [365, (text) => text('thisYear')],
  [730, (text) => text('lastYear')],
]

/** The units of an age, and the days from which on each is used. */
const ageUnits = [
  { name: 'year', days: 365, from: 730 },
  { name: 'month', days: 30, from: 60 },
  { name: 'week', days: 7, from: 14 },
  { name: 'day', days: 1, from: 1 },
] as const

/**
 * The exact age that `relativeDateLabel` stands for, such as '3 weeks ago'; '' for a date of the
 * last 24 hours or ahead.
 */
export function exactAge(date: Date, now: Date, language = 'en'): string {
  const days = Math.floor((now.getTime() - date.getTime()) / day)
  const unit = ageUnits.find(({ from }) => days >= from)
  if (!unit) return ''
  const count = Math.floor(days / unit.days)
  // `Intl` would delay the first page, as in `longDate`.
  if (language === 'en') return `${count} ${unit.name}${count === 1 ? '' : 's'} ago`
  return new Intl.RelativeTimeFormat(localeOf(language)).format(-count, unit.name)
}

/**
 * The first instant after `now` at which the result of `relativeDateLabel(date, …)` or of
 * `exactAge` may change.
 */
export function nextRelativeChange(date: Date, now: Date): Date {
  const days = Math.floor((now.getTime() - date.getTime()) / day)
  const unit = ageUnits.find(({ from }) => days >= from)
  const older = unit ? (Math.floor(days / unit.days) + 1) * unit.days : 1
  const label = [7, 14, 30, 60, 90, 120, 150, 180, 365, 730].find((limit) => days < limit) ?? older
  return new Date(date.getTime() + Math.min(older, label) * day)
}

export const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/**
 * What `Intl` calls the language of a site: English is that of the specification, and a tag that it
 * does not read counts as English.
 */
export function localeOf(language: string): string {
  if (language === 'en') return 'en-US'
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * 'November 21, 2026' in the site's time zone (an IANA name), so that every visitor sees the same
 * day.
 */
export function longDate(date: Date, timeZone: string, language = 'en'): string {
  // For UTC, the most frequent zone, `Intl` is not needed: its first use would delay a page by 20
  // ms.
  if (timeZone === 'UTC' && language === 'en')
    return `${englishMonths[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
  const name = `${language} ${timeZone}`
  let format = formatters.get(name)
  if (!format) {
    format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone })
    formatters.set(name, format)
  }
  return format.format(date)
}

/**
 * Reads a frontmatter date: an ISO date ('2026-11-21', which is 00:00 in `timeZone`) or date-time
 * (without an offset: local to `timeZone`). Null when it is not a date of the calendar.
 */
export function parseDate(text: string, timeZone: string): Date | null {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text.trim(),
    )
  if (!match) return null
  const [, year, month, date, hour = '00', minute = '00', second = '00', fraction = '0', offset] =
    match
  const wall = `${year}-${month}-${date}T${hour}:${minute}:${second}`
  const local = `${wall}.${fraction.slice(0, 3).padEnd(3, '0')}`
  const utc = new Date(`${local}Z`)
  // `Date` reads the day after the last one of a month as the first of the next, and the years 0 to
  // 99 are no dates of a text.
  if (Number.isNaN(utc.getTime()) || !utc.toISOString().startsWith(wall) || Number(year) < 100)
    return null
  if (!offset) return new Date(instantAt(utc.getTime(), timeZone).instant)
  const shifted = new Date(local + offset.toUpperCase().replace(/(\d\d):?(\d\d)/, '$1:$2'))
  return Number.isNaN(shifted.getTime()) ? null : shifted
}

/**
 * The instant at which the clock of `timeZone` shows `wall`, milliseconds as if it were UTC. A time
 * that the clock skips is moved forward by the length of the gap, and one that it shows twice means
 * the first (RFC 5545, 3.3.5; 'compatible' of Temporal).
 */
function instantAt(wall: number, timeZone: string): { instant: number; shift: ClockShift | null } {
  if (timeZone === 'UTC') return { instant: wall, shift: null }
  const [before, after] = [wall - day, wall + day].map((time) => offsetAt(time, timeZone)) as [
    number,
    number,
  ]
  const shown = [before, after]
    .map((offset) => wall - offset)
    .filter((time) => time + offsetAt(time, timeZone) === wall)
  const [first] = shown
  if (first === undefined) return { instant: wall - before, shift: 'skipped' }
  return { instant: Math.min(...shown), shift: new Set(shown).size > 1 ? 'repeated' : null }
}

/** What daylight saving does to a local time: the clock skips it, or shows it twice. */
export type ClockShift = 'skipped' | 'repeated'

/**
 * Whether the clock of a time zone skips or repeats a local time ('2026-11-21T18:30'); null for any
 * other time, and for what is no local time.
 */
export function clockShift(text: string, timeZone: string): ClockShift | null {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? parseDate(text, 'UTC') : null
  return wall && instantAt(wall.getTime(), timeZone).shift
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function offsetAt(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    clocks.set(timeZone, clock)
  }
  const [, sign, ...parts] =
    /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(clock.format(instant)) ?? []
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const offset = (hours * 3600 + minutes * 60 + seconds) * 1000
  return sign === '-' ? -offset : offset
}

/**
 * An instant as local time of `timeZone`, to the minute ('2026-11-21T09:30'): the value of a
 * date-time input. `parseDate` is the inverse.
 */
export function wallClock(date: Date, timeZone: string): string {
  const instant = date.getTime()
  const offset = timeZone === 'UTC' ? 0 : offsetAt(instant, timeZone)
  return new Date(instant + offset).toISOString().slice(0, 16)
}

/** 'November 21, 2026, 9:30 AM' in the site's time zone. */
export function longDateTime(date: Date, timeZone: string, language = 'en'): string {
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone }).format(
    date,
  )
  return `${longDate(date, timeZone, language)}, ${time.replace(/\s/g, ' ')}`
}

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
