import type { Departure } from '#domain/departure.ts'
import type { Segment } from '#domain/segment.ts'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'
import type { SubscriberFilter } from '#domain/subscriber-list.ts'

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

/**
 * Returns the new version of a subscriber, or null for no change. Pure: it may be called more than
 * once.
 */
export type Rule = (person: Subscriber) => Subscriber | null

/**
 * The mailing list. A change is stored when its call resolves; when the call rejects, the list is
 * unchanged. Each call is atomic with respect to concurrent calls.
 * `tests/contract/subscribers.test.ts` tests every implementation.
 */
export interface SubscriberStore {
  /** Signs personal links. */
  readonly secret: string

  findByEmail(email: string): Promise<Subscriber | null>
  find(id: number): Promise<Subscriber | null>
  /**
   * For each address the subscriber, or `erased`; unknown addresses are not in the map. The keys
   * are the given spellings.
   */
  standings(emails: ReadonlyArray<string>): Promise<ReadonlyMap<string, Subscriber | 'erased'>>

  /**
   * Adds a subscriber, or replaces the known one with the result of `again`; writes in both cases.
   * Returns the stored subscriber.
   */
  subscribe(newcomer: NewSubscriber, again: (known: Subscriber) => Subscriber): Promise<Subscriber>
  /** Adds the people whose addresses are not on the list, and returns them with their ids. */
  add(people: ReadonlyArray<NewSubscriber>): Promise<Array<Subscriber>>
  /**
   * Applies a rule to subscribers and returns those that changed. A rule must not change id or
   * address.
   */
  change(ids: ReadonlyArray<number>, rule: Rule): Promise<Array<Subscriber>>
  /**
   * Erases a subscriber. With `remember`, a keyed hash of the address stays; with `departure`, the
   * record that a newsletter service must remove them. Returns the erased subscriber, or null.
   */
  erase(
    id: number,
    options: { remember: boolean; departure?: (person: Subscriber) => Departure | null },
  ): Promise<Subscriber | null>
  /**
   * Removes unconfirmed subscribers whose consent is older than a time: former subscribers become
   * unsubscribed again, all others are erased.
   */
  forgetUnconfirmed(askedBefore: Date): Promise<void>

  /** Matching subscribers with ids below `below`, last added first; `total` counts all matches. */
  page(
    filter: ListFilter,
    range: { below?: number | undefined; limit: number },
  ): Promise<{ people: Array<Subscriber>; total: number; hasMore: boolean }>
  /** Yields all matching subscribers in batches. */
  portions(filter: ListFilter, order: 'newest' | 'oldest'): AsyncIterable<Array<Subscriber>>
  /**
   * The numbers of subscribers, and the records of erased people whom a newsletter service must
   * remove.
   */
  summary(
    service: string | null,
  ): Promise<{ counts: Record<SubscriberFilter, number>; departures: Array<Departure> }>
  /** The sources of active subscribers with their numbers, most frequent first, at most `most`. */
  sources(most: number): Promise<Array<{ source: string; count: number }>>
  /**
   * How many people joined and left in each interval, by its start; the last one has no end. Those
   * who came before the first start are in `before`. Counts active people, and unsubscribed ones
   * until they left, so that the sum is the number of active people. Erased people are not counted.
   */
  growth(starts: ReadonlyArray<Date>): Promise<Growth>
  /** How many people unsubscribed by the link of an issue's mail. */
  leftBy(issue: number): Promise<number>
  /** Ids of subscribers whose confirmation mail is due. */
  dueConfirmations(): Promise<Array<number>>
  /** Ids of subscribers whose state the newsletter service does not know. */
  unsynced(service: string): Promise<Array<number>>

  findDeparture(id: number): Promise<Departure | null>
  /** The records of erased people whom a newsletter service must remove. */
  departures(): Promise<Array<Departure>>
  /** Removes a departure. False when there is none. */
  endDeparture(id: number): Promise<boolean>
  /** Removes the addresses from departures before a time, and returns their number. */
  forgetDeparted(erasedBefore: Date): Promise<number>
}

/** Changes of the number of active subscribers. */
export interface Growth {
  before: number
  joined: Array<number>
  left: Array<number>
}

/** Opens the list, or returns the open one. Rejects with UnreadableFile while it can't be read. */
export type OpenStore = () => Promise<SubscriberStore>

/**
 * The mailing list of a site, opened at the first call. While it can't be read, each call tries
 * again.
 */
export interface SubscriberList {
  open: OpenStore
  close(): Promise<void>
}

/** Whether a newsletter service has the current state of a subscriber. */
export function isSynced({ status, told }: Subscriber, service: string): boolean {
  const known = told !== null && told.service === service && told.active
  return known === (status === 'active')
}
