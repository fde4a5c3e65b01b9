import { z } from 'zod'
import { parseDate, wallClock } from './dates.ts'
import { count } from './value-schemas.ts'

/** The spans of the plot of subscribers: the last 30 days, and the last 12 months. */
export const growthRanges = ['month', 'year'] as const
export type GrowthRange = (typeof growthRanges)[number]

/** The answer of `GET /api/dashboard/growth`. */
export const growthAnswer = z.strictObject({
  range: z.enum(growthRanges),
  before: count.describe('Active people when the first interval began.'),
  intervals: z.array(
    z.strictObject({
      start: z.iso
        .datetime()
        .describe('The begin of a day or a month in the time zone of the site.'),
      joined: count,
      left: count,
      total: z.int().describe('Active people when it ended, or now.'),
    }),
  ),
})
export type GrowthAnswer = z.infer<typeof growthAnswer>

/**
 * The starts of the intervals of a range that ends now, oldest first: days or months of a time
 * zone.
 */
export function growthStarts(range: GrowthRange, now: Date, timeZone: string): Array<Date> {
  const [year = 0, month = 1, day = 1] = wallClock(now, timeZone)
    .slice(0, 10)
    .split('-')
    .map(Number)
  const count = range === 'month' ? 30 : 12
  return Array.from({ length: count }, (_, at) => {
    const back = count - 1 - at
    const date =
      range === 'month'
        ? Date.UTC(year, month - 1, day - back)
        : Date.UTC(year, month - 1 - back, 1)
    return parseDate(new Date(date).toISOString().slice(0, 10), timeZone) as Date
  })
}
