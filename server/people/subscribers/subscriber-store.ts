import { createHmac } from 'node:crypto'
import type { Departure } from '#domain/departure.ts'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'
import type { SubscriberFilter } from '#domain/subscriber-list.ts'
import { storable } from '../../platform/postgres/database.ts'
import { before } from '../../records/conditions.ts'
import type { CollectionsOf, PageRange } from '../../records/records.ts'
import { isMeant, isUnsynced, type ListFilter } from './subscriber-filter.ts'
import { emailKey, type SubscriberRecords, type subscriberRecords } from './subscriber-records.ts'

/**
 * Returns the new version of a subscriber, or null for no change. Pure: it may be called more than
 * once.
 */
export type Rule = (person: Subscriber) => Subscriber | null

/**
 * The mailing list. A change is stored when its call resolves; when the call rejects, the list is
 * unchanged. Each call is atomic with respect to concurrent calls.
 */
export type SubscriberStore = ReturnType<typeof subscriberStore>

/** Opens the list, or returns the open one. Rejects with UnreadableFile while it can't be read. */
export type OpenStore = () => Promise<SubscriberStore>

const noDeparture = (_: Subscriber): Departure | null => null

export function subscriberStore(records: SubscriberRecords, secret: string) {
  const hashOf = (email: string) =>
    createHmac('sha256', secret)
      .update(`erased:${emailKey(storable(email))}`)
      .digest('base64url')
  return {
    /** Signs personal links. */
    secret,
    ...people(records, hashOf),
    ...figures(records),
    ...changes(records, hashOf),
  }
}

/** People and departures, as they are. */
function people(records: SubscriberRecords, hashOf: (email: string) => string) {
  const { subscribers, departures } = records

  /** The ids of those who match. */
  async function idsOf(where: Parameters<typeof subscribers.batches>[0]) {
    const ids: Array<number> = []
    for await (const people of subscribers.batches(where, 'oldest'))
      ids.push(...people.map(({ id }) => id))
    return ids
  }

  return {
    /** The person with an address. */
    findByEmail: (email: string) => subscribers.get({ emailKey: emailKey(email) }),
    /** The person with an id. */
    find: (id: number) => subscribers.get({ id }),
    /** The people with these ids. */
    some: (ids: Array<number>) => subscribers.find({ id: ids }),
    /** The subscriber of each address, or `erased`, by the given spelling. */
    async standings(
      emails: ReadonlyArray<string>,
    ): Promise<ReadonlyMap<string, Subscriber | 'erased'>> {
      const known = await subscribers.find({ emailKey: emails.map(emailKey) })
      const erased = await records.erased.find({ hash: emails.map(hashOf) })
      const byKey = new Map(known.map((person) => [emailKey(person.email), person]))
      const gone = new Set(erased.map(({ hash }) => hash))
      const found = new Map<string, Subscriber | 'erased'>()
      for (const email of emails) {
        const standing = byKey.get(emailKey(email)) ?? (gone.has(hashOf(email)) ? 'erased' : null)
        if (standing) found.set(email, standing)
      }
      return found
    },

    /**
     * Matching subscribers with ids below `below`, last added first; `total` counts all matches.
     */
    async page(filter: ListFilter, range: PageRange) {
      const { items, ...page } = await subscribers.page(isMeant(filter), range)
      return { people: items, ...page }
    },
    /** Yields all matching subscribers in batches. */
    portions: (filter: ListFilter, order: 'newest' | 'oldest') =>
      subscribers.batches(isMeant(filter), order),
    /** Ids of subscribers whose confirmation mail is due. */
    dueConfirmations: () => idsOf({ confirmation: { due: true } }),
    /** Ids of subscribers whose state the newsletter service does not know. */
    unsynced: (service: string) => idsOf(isUnsynced(service)),

    /** The departure of a person. */
    findDeparture: (id: number) => departures.get({ id }),
    /** The records of erased people whom a newsletter service must remove. */
    departures: () => departures.find(),
  }
}

/** Figures for administrators. */
function figures(records: SubscriberRecords) {
  const { subscribers } = records
  return {
    /**
     * The numbers of subscribers, and the records of erased people whom a newsletter service must
     * remove.
     */
    async summary(
      service: string | null,
    ): Promise<{ counts: Record<SubscriberFilter, number>; departures: Array<Departure> }> {
      const conditions = {
        all: {},
        active: { status: 'active' },
        unconfirmed: { status: 'unconfirmed' },
        unsubscribed: { status: 'unsubscribed' },
        unsynced: isUnsynced(service),
      } as const
      const { counts, items } = await records.countsBeside(conditions, 'departures')
      return { counts, departures: items }
    },
    /** The sources of active subscribers, most frequent first. */
    async sources(most: number) {
      const found = await subscribers.frequencies('source', { status: 'active' }, most)
      return found.map(({ value, count }) => ({ source: value, count }))
    },
    /**
     * How many people joined and left in each interval, by its start; the last one has no end.
     * Those who came before the first start are in `before`. Counts active people, and unsubscribed
     * ones until they left, so that the sum is the number of active people.
     */
    async growth(starts: ReadonlyArray<Date>) {
      const hasLeft = { status: 'unsubscribed', not: { unsubscribedAt: null } } as const
      const hasJoined = { any: [{ status: 'active' }, hasLeft] } as const
      const [[earlier = 0, ...joined] = [], [gone = 0, ...left] = []] =
        await subscribers.histograms(
          [
            { field: 'subscribedAt', where: hasJoined },
            { field: 'unsubscribedAt', where: hasLeft },
          ],
          starts.map((start) => start.toISOString()),
        )
      return { before: earlier - gone, joined, left }
    },
    /** How many people unsubscribed by the link of an issue's mail. */
    leftBy: (issue: number) => subscribers.count({ leftIssue: issue }),
  }
}

/** Changes of the list. */
function changes(records: SubscriberRecords, hashOf: (email: string) => string) {
  /**
   * Removes the records of earlier erasures, so that the newsletter service does not remove
   * somebody who subscribed again.
   */
  async function forgetErasure(
    { erased, departures }: CollectionsOf<typeof subscriberRecords>,
    emails: ReadonlyArray<string>,
  ) {
    await erased.remove({ hash: emails.map(hashOf) })
    await departures.remove({ emailKey: emails.map(emailKey) })
  }

  return {
    /**
     * Adds a subscriber, or replaces the known one with the result of `again`. Writes in both
     * cases.
     */
    subscribe: (newcomer: NewSubscriber, again: (known: Subscriber) => Subscriber) =>
      records.transaction(async (all) => {
        for (;;) {
          // The same number of statements for known and new addresses, because the response time
          // must not tell which it was.
          const known = await all.subscribers.get({ emailKey: emailKey(newcomer.email) })
          const [person] = known
            ? await all.subscribers.replace([again(known)])
            : await all.subscribers.insert([newcomer])
          // Another transaction inserted this address between the two statements.
          if (!person) continue
          // Last, so that it sees the records of a concurrent erasure for which the other
          // statements waited.
          await forgetErasure(all, [newcomer.email])
          return person
        }
      }),
    /** Adds the people whose addresses are new, and returns them with their ids. */
    add: (people: ReadonlyArray<NewSubscriber>) =>
      records.transaction(async (all) => {
        const added = await all.subscribers.insert(people)
        if (added.length > 0)
          await forgetErasure(
            all,
            added.map(({ email }) => email),
          )
        return added
      }),
    /**
     * Applies a rule to subscribers and returns those that changed. A rule must not change id or
     * address.
     */
    change: (ids: ReadonlyArray<number>, rule: Rule) =>
      records.transaction(async (all) => {
        const people = ids.length > 0 ? await all.subscribers.find({ id: ids }) : []
        return all.subscribers.replace(people.flatMap((person) => rule(person) ?? []))
      }),
    /**
     * Erases a subscriber. With `remember`, a keyed hash of the address stays; with `departure`,
     * the record that a newsletter service must remove them.
     */
    erase: (
      id: number,
      { remember, departure = noDeparture }: { remember: boolean; departure?: typeof noDeparture },
    ) =>
      records.erase(async (all) => {
        const person = await all.subscribers.get({ id })
        if (!person) return null
        const left = departure(person)
        await all.subscribers.remove({ id })
        if (remember) await all.erased.add({ hash: hashOf(person.email) })
        if (left) await all.departures.add(left)
        return person
      }),
    /**
     * Removes unconfirmed subscribers whose consent is older than a time: former subscribers become
     * unsubscribed again, all others are erased.
     */
    forgetUnconfirmed: (askedBefore: Date) =>
      records.erase(async (all) => {
        const isOverdue = {
          status: 'unconfirmed',
          consent: { at: before(askedBefore.toISOString()) },
        } as const
        await all.subscribers.remove({ ...isOverdue, unsubscribedAt: null })
        await all.subscribers.update(isOverdue, { status: 'unsubscribed' })
      }),
    /** Removes a departure. False when there is none. */
    endDeparture: (id: number) =>
      records.erase(async (all) => (await all.departures.remove({ id })) > 0),
    /** Removes the addresses from departures up to a time, and returns their number. */
    forgetDeparted: (erasedUntil: Date) =>
      records.erase(async (all) => {
        const at = before(new Date(erasedUntil.getTime() + 1).toISOString())
        const late = await all.departures.find({ at, not: { email: null } })
        await all.departures.replace(late.map((one) => ({ ...one, email: null })))
        return late.length
      }),
  }
}
