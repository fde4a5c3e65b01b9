import { longDate, relativeDateLabel } from '#domain/dates.ts'

/** The moment of a render and the site's time zone: what every shown date depends on. */
export interface Clock {
  now: Date
  timeZone: string
}

/** 'This week', 'Last month' …, for cards and lists (rulings, section 6b). The exact day is in the markup and in the tooltip. */
export function RelativeDate({ iso, clock }: { iso: string | null; clock: Clock }) {
  if (!iso) return null
  const date = new Date(iso)
  return (
    <time dateTime={iso} title={longDate(date, clock.timeZone)}>
      {relativeDateLabel(date, clock.now)}
    </time>
  )
}

/** 'November 21, 2026', for detail pages. */
export function LongDate({ iso, clock }: { iso: string; clock: Clock }) {
  return <time dateTime={iso}>{longDate(new Date(iso), clock.timeZone)}</time>
}
