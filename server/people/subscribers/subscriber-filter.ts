import type { Segment } from '#domain/segment.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import type { SubscriberFilter } from '#domain/subscriber-list.ts'
import { contains, empty, overlaps, type Where } from '../../records/conditions.ts'

/** Selects subscribers. */
export interface ListFilter {
  /** Part of the address or of the source. */
  q?: string | undefined
  /** `unsynced`: the newsletter service `service` does not have their current state. */
  status?: SubscriberFilter | undefined
  /** The key of the newsletter service; null: there is none. */
  service: string | null
  segment?: Segment | undefined
}

type Found = Subscriber & { search: string | null }

/** Whether a newsletter service has the current state of a subscriber. */
export function isSynced({ status, told }: Subscriber, service: string): boolean {
  const known = told !== null && told.service === service && told.active
  return known === (status === 'active')
}

/** Those who are not synced: `isSynced` as a condition. */
export function isUnsynced(service: string | null): Where<Found> {
  const isKnown: Where<Found> = { told: { service: service ?? '', active: true } }
  const unsynced: ReadonlyArray<Where<Found>> = [
    { status: 'active', not: isKnown },
    { ...isKnown, not: { status: 'active' } },
  ]
  return { any: service === null ? [] : unsynced }
}

/** Those in a segment. Who chose no topic or level gets the issues of all of them. */
function isInSegment({ sources, topics, levels }: Segment): ReadonlyArray<Where<Found>> {
  const fits = (name: 'topics' | 'levels', wanted: ReadonlyArray<string>): Where<Found> => ({
    any: [
      { choice: null },
      { choice: { [name]: empty } },
      { choice: { [name]: overlaps(wanted) } },
    ],
  })
  return [
    ...(sources.length > 0 ? [{ source: sources }] : []),
    ...(topics.length > 0 ? [fits('topics', topics)] : []),
    ...(levels.length > 0 ? [fits('levels', levels)] : []),
  ]
}

/** Those whom a filter selects. */
export function isMeant({ q, status = 'all', service, segment }: ListFilter): Where<Found> {
  const part = q?.trim().normalize('NFC').toLowerCase()
  return {
    ...(status === 'unsynced' ? isUnsynced(service) : status !== 'all' && { status }),
    ...(part && { search: contains(part) }),
    ...(segment && { all: isInSegment(segment) }),
  }
}
