import { exactAge, longDate, relativeDateLabel } from '#domain/dates.ts'
import { useProfile } from '../ui/site-profile.tsx'

/** The time of a render and the site's time zone, for all dates on the page. */
export interface Clock {
  now: Date
  timeZone: string
}

/**
 * 'This week', 'Last month' …, for cards and lists (rulings, section 6b). The exact date is in the
 * markup; the tooltip has it, and how long ago that is.
 */
export function RelativeDate({ iso, clock }: { iso: string | null; clock: Clock }) {
  const profile = useProfile()
  if (!iso) return null
  const date = new Date(iso)
  const said = [
    longDate(date, clock.timeZone, profile.language),
    exactAge(date, clock.now, profile.language),
  ]
  return (
    <time dateTime={iso} title={said.filter(Boolean).join(' · ')}>
      {relativeDateLabel(date, clock.now, profile.text)}
    </time>
  )
}

/** 'November 21, 2026', for detail pages. */
export function LongDate({ iso, clock }: { iso: string; clock: Clock }) {
  const { language } = useProfile()
  return <time dateTime={iso}>{longDate(new Date(iso), clock.timeZone, language)}</time>
}
