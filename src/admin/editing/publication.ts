import { longDateTime, parseDate } from '#domain/dates.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { DraftValues } from '../documents/draft-values.ts'

export type PublicationState = 'draft' | 'scheduled' | 'published'

export interface Publication {
  /** The state on the server. */
  kind: PublicationState
  /** The state that the values will give, when it is another one. */
  next: PublicationState | null
  /** Says what is so, and what will be when the values are saved. */
  text: string
}

/**
 * Whether an item counts as published, so that its slug stays: it has a date, also one to come
 * (specification, section 4), and is not marked as a draft.
 */
export function countsAsPublished({
  publishedAt,
  draft,
}: Pick<DraftValues, 'publishedAt' | 'draft'>): boolean {
  return publishedAt !== '' && !draft
}

/** What makes the values of a form real. */
export type Pending = 'when you save' | 'when it is sent'

/**
 * The state of an item by the server's answer, at this time: a scheduled one appears while its
 * editor is open.
 */
export function publishedState(
  { status, publishedAt }: Pick<AdminItem, 'status' | 'publishedAt'>,
  now: Date,
): PublicationState {
  return status === 'scheduled' && publishedAt !== null && new Date(publishedAt) <= now
    ? 'published'
    : status
}

/**
 * The state of a saved item, and the effect of the values of its form (rulings, sections 2, 6b and
 * 10).
 */
export function publicationOf(
  values: Pick<DraftValues, 'publishedAt' | 'draft'>,
  {
    item,
    now,
    timeZone,
    pending,
  }: {
    item: Pick<AdminItem, 'status' | 'publishedAt'>
    now: Date
    timeZone: string
    pending: Pending
  },
): Publication {
  const kind = publishedState(item, now)
  const date = parseDate(values.publishedAt, timeZone)
  const wanted = values.draft || !date ? 'draft' : date > now ? 'scheduled' : 'published'
  const when = dateText(date, timeZone)
  if (wanted !== kind) return { kind, next: wanted, text: nextText(kind, wanted, when, pending) }
  if (kind === 'draft') return { kind, next: null, text: values.draft ? markedText : undatedText }
  const present = item.publishedAt === null ? null : new Date(item.publishedAt)
  const since = dateText(present, timeZone)
  const text =
    kind === 'published' ? `On the site since ${since}.` : `It appears by itself on ${since}.`
  if (since !== when)
    return { kind, next: null, text: `${text} Will have the date ${when} ${pending}.` }
  return {
    kind,
    next: null,
    text: kind === 'published' ? `${text} Empty the date to make it a draft again.` : text,
  }
}

const markedText = 'It is marked as a draft, so visitors don’t see it, whatever the date.'
const undatedText = 'Visitors don’t see it. Set a date to publish or schedule it.'

function dateText(date: Date | null, timeZone: string) {
  return date ? `${longDateTime(date, timeZone)} (${timeZone})` : ''
}

function nextText(
  kind: PublicationState,
  next: PublicationState,
  when: string,
  pending: Pending,
): string {
  if (next === 'published') return `Will be published ${pending}, with the date ${when}.`
  const start = kind === 'published' ? `Will be taken off the site ${pending}.` : null
  if (next === 'scheduled')
    return `${start ?? `Will be scheduled ${pending}.`} It appears by itself on ${when}.`
  return start ?? `Will be a draft again ${pending}.`
}
