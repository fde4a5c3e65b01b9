import { useSiteFacts } from './site-facts.ts'

/**
 * Date and time in US long format, in the site's time zone (specification, section 9; rulings,
 * section 2).
 */
export function Moment({ instant }: { instant: string }) {
  const { timeZone } = useSiteFacts()
  return <time dateTime={instant}>{momentText(instant, timeZone)}</time>
}

export function momentText(instant: string, timeZone: string): string {
  return new Date(instant).toLocaleString('en-US', {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  })
}
