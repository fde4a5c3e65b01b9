import { englishMonths, parseDate } from './dates.ts'

const time = String.raw`(?:(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?([ap]\.?m\.?)? ?([+-]\d{2}:?\d{2}|Z|UTC|GMT)?(?: UTC| \(UTC\))?)?`
const spelled = (date: string) => new RegExp(`^${date}${time}$`, 'i')

/**
 * Formats of dates that other tools write, with the numbers of the groups for year, month and day.
 */
const spellings: ReadonlyArray<
  readonly [pattern: RegExp, places: readonly [number, number, number]]
> = [
  // 2024/02/15, 2024.2.15, 2024-2-5
  [spelled(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`), [1, 2, 3]],
  // 20240215
  [spelled(String.raw`(\d{4})(\d{2})(\d{2})`), [1, 2, 3]],
  // 15 Feb 2024, Thu, 15 February 2024 (RFC 5322)
  [
    spelled(String.raw`(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})`),
    [3, 2, 1],
  ],
  // February 15, 2024, Thu Feb 15 2024
  [
    spelled(String.raw`(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})`),
    [3, 1, 2],
  ],
  // 15.02.2024
  [spelled(String.raw`(\d{1,2})\.(\d{1,2})\.(\d{4})`), [3, 2, 1]],
]
/** 15/02/2024 or 02/15/2024: unambiguous only if one of the first two numbers is above 12. */
const slashed = spelled(String.raw`(\d{1,2})[-/](\d{1,2})[-/](\d{4})`)

/**
 * Reads a date in one of the formats that other tools write ('2024/02/15', 'Feb 15, 2024 6:30 PM',
 * '15.02.2024'); without an offset it is local to `timeZone`. Null for other texts, and for an
 * ambiguous date ('03/04/2024').
 */
export function readSpelledDate(text: string, timeZone: string): Date | null {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (plain.length > 60) return null
  for (const [pattern, [year, month, day]] of spellings) {
    const match = pattern.exec(plain)
    if (match) return dateOf([match[year], match[month], match[day]], match.slice(4), timeZone)
  }
  const match = slashed.exec(plain)
  if (!match) return null
  const [first, second] = [Number(match[1]), Number(match[2])]
  if (first <= 12 && second <= 12 && first !== second) return null
  const [month, day] = first > 12 ? [second, first] : [first, second]
  return dateOf([match[3], String(month), String(day)], match.slice(4), timeZone)
}

type Part = string | undefined

function dateOf(
  [year, month, day]: [Part, Part, Part],
  clock: ReadonlyArray<Part>,
  timeZone: string,
): Date | null {
  const number = /^\d/.test(month ?? '') ? Number(month) : monthNumber(month ?? '')
  const date = `${year}-${twoDigits(number)}-${twoDigits(Number(day))}`
  const [hour, minute = '00', second = '00', half = '', offset = ''] = clock
  if (hour === undefined) return parseDate(date, timeZone)
  const hours = half === '' ? Number(hour) : hourOf(Number(hour), half)
  const zone = /^(?:UTC|GMT)$/i.test(offset) ? 'Z' : offset
  return parseDate(`${date}T${twoDigits(hours)}:${minute}:${second}${zone}`, timeZone)
}

/**
 * The number of a month from its name or the first letters of it; 0, which makes the date invalid,
 * for any other word.
 */
function monthNumber(word: string): number {
  const name = word.toLowerCase()
  return englishMonths.findIndex((month) => month.toLowerCase().startsWith(name)) + 1
}

/**
 * The hour from 0 to 23 of a time with AM or PM; 99, which makes the date invalid, when there is no
 * such hour.
 */
function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return 99
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
