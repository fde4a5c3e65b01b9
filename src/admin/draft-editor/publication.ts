import { longDateTime, parseDate } from '#domain/dates.ts'
import type { DraftValues } from './draft-values.ts'

export interface Publication {
  kind: 'draft' | 'scheduled' | 'published'
  /** What the date means, for the operator. */
  text: string
}

/** What an item is with these values once it is saved (rulings, sections 2 and 6b). */
export function publicationOf(
  values: Pick<DraftValues, 'publishedAt' | 'draft'>,
  { now, timeZone }: { now: Date; timeZone: string },
): Publication {
  const date = parseDate(values.publishedAt, timeZone)
  if (values.draft)
    return { kind: 'draft', text: 'It is marked as a draft, so visitors don’t see it, whatever the date.' }
  if (!date) return { kind: 'draft', text: 'Visitors don’t see it. Set a date to publish or schedule it.' }
  const when = `${longDateTime(date, timeZone)} (${timeZone})`
  return date > now
    ? { kind: 'scheduled', text: `It appears by itself on ${when}.` }
    : { kind: 'published', text: `Visitors see it since ${when}. Empty the date to make it a draft again.` }
}
