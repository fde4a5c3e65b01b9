import { longDateTime, parseDate } from '#domain/dates.ts'
import type { DraftValues } from './draft-values.ts'

export interface Publication {
  kind: 'draft' | 'scheduled' | 'published'
  /** Explains the effect of the date. */
  text: string
}

type Values = Pick<DraftValues, 'publishedAt' | 'draft'>

/** Publication state of these values (rulings, sections 2 and 6b), and the effect of a save when it differs from `saved`. */
export function publicationOf(
  values: Values,
  { now, timeZone, saved }: { now: Date; timeZone: string; saved: Values },
): Publication {
  const kind = kindOf(values, now, timeZone)
  const before = kindOf(saved, now, timeZone)
  const unchanged = kind === before
  const date = parseDate(values.publishedAt, timeZone)
  if (kind === 'draft' || !date) {
    const text = values.draft
      ? 'It is marked as a draft, so visitors don’t see it, whatever the date.'
      : 'Visitors don’t see it. Set a date to publish or schedule it.'
    if (unchanged) return { kind, text }
    return { kind, text: before === 'published' ? 'Save to take it off the site.' : 'Save to make it a draft again.' }
  }
  const when = `${longDateTime(date, timeZone)} (${timeZone})`
  if (kind === 'scheduled') {
    const text = `It appears by itself on ${when}.`
    if (unchanged) return { kind, text }
    return {
      kind,
      text: `${before === 'published' ? 'Save to take it off the site.' : 'Save to schedule it.'} ${text}`,
    }
  }
  return {
    kind,
    text: unchanged
      ? `On the site since ${when}. Empty the date to make it a draft again.`
      : `Save to publish it, with the date ${when}.`,
  }
}

function kindOf({ publishedAt, draft }: Values, now: Date, timeZone: string): Publication['kind'] {
  const date = parseDate(publishedAt, timeZone)
  if (draft || !date) return 'draft'
  return date > now ? 'scheduled' : 'published'
}
