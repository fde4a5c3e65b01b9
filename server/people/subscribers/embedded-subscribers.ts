import { setImmediate } from 'node:timers/promises'
import { isInSegment } from '#domain/segment.ts'
import type { Subscriber } from '#domain/subscriber.ts'
import { isSynced, type ListFilter, type SubscriberList, type SubscriberStore } from './store.ts'
import { type MemoryList, openSubscriberStore, type SubscriberReports } from './subscriber-store.ts'

/** The number of people per batch; between batches, the event loop runs other work. */
const atOnce = 500

/**
 * The mailing list of `DATA_DIR`, read at the first call. While it can't be read, calls reject with
 * UnreadableFile and the files are not changed; each call reads them again, so that a repaired file
 * needs no restart.
 */
export function embeddedSubscribers(dataDir: string, reports: SubscriberReports): SubscriberList {
  let opening: Promise<MemoryList> | null = null
  const list = () => {
    opening ??= openSubscriberStore(dataDir, reports).catch((error) => {
      opening = null
      throw error
    })
    return opening
  }
  return {
    open: async () => subscribersIn(await list()),
    async close() {
      const found = await opening?.catch(() => null)
      await found?.close()
    },
  }
}

/**
 * The list in memory as a SubscriberStore. Code without an `await` between reading and staging is
 * atomic.
 */
export function subscribersIn(list: MemoryList): SubscriberStore {
  async function change(
    ids: ReadonlyArray<number>,
    rule: (person: Subscriber) => Subscriber | null,
  ) {
    const changed = ids.flatMap((id) => {
      const person = list.byId(id)
      return (person && rule(person)) ?? []
    })
    // Waits in both cases: the data read may come from a change that is not on the disk yet.
    await (changed.length > 0 ? list.put(...changed) : list.flushed())
    return changed
  }

  return {
    ...subscriberQueries(list),
    secret: list.secret,
    findByEmail: async (email) => list.byEmail(email),
    find: async (id) => list.byId(id),
    async standings(emails) {
      const found = new Map<string, Subscriber | 'erased'>()
      for (const email of emails) {
        const standing = list.byEmail(email) ?? (list.wasErased(email) ? 'erased' : null)
        if (standing) found.set(email, standing)
      }
      return found
    },

    async subscribe(newcomer, again) {
      const known = list.byEmail(newcomer.email)
      if (known) {
        const person = again(known)
        await list.put(person)
        return person
      }
      const { people, stored } = list.add(newcomer)
      await stored
      return people[0] as Subscriber
    },
    async add(people) {
      const added = list.add(...people)
      await added.stored
      return added.people
    },
    change,
    async erase(id, { remember, departure = () => null }) {
      const person = list.byId(id)
      if (!person) return null
      const left = departure(person)
      await list.erase([person], { remember, left: left ? [left] : [] })
      return person
    },
    async forgetUnconfirmed(askedBefore) {
      const overdue = [...list.all()].filter(
        ({ status, consent }) =>
          status === 'unconfirmed' && Date.parse(consent.at) < askedBefore.getTime(),
      )
      const left = overdue.filter(({ unsubscribedAt }) => unsubscribedAt !== null)
      const never = overdue.filter(({ unsubscribedAt }) => unsubscribedAt === null)
      await list.put(...left.map((person): Subscriber => ({ ...person, status: 'unsubscribed' })))
      if (never.length > 0) await list.erase(never, { remember: false })
    },

    async endDeparture(id) {
      if (!list.departure(id)) return false
      await list.endDeparture(id)
      return true
    },
    async forgetDeparted(erasedBefore) {
      const late = list
        .departures()
        .filter(({ email, at }) => email !== null && Date.parse(at) <= erasedBefore.getTime())
      await list.changeDepartures(...late.map((one) => ({ ...one, email: null })))
      return late.length
    },
  }
}

/** The lists and figures of the mailing list in memory. */
function subscriberQueries(list: MemoryList) {
  function* newestFirst(): Generator<Subscriber> {
    const everybody = [...list.all()]
    for (let at = everybody.length - 1; at >= 0; at -= 1) yield everybody[at] as Subscriber
  }

  return {
    async page(filter, { below = Number.POSITIVE_INFINITY, limit }) {
      const matches = matcher(filter)
      const people: Array<Subscriber> = []
      let total = 0
      let after = 0
      for (const person of newestFirst()) {
        if (!matches(person)) continue
        total += 1
        if (person.id >= below) continue
        if (people.length < limit) people.push(person)
        else after += 1
      }
      return { people, total, hasMore: after > 0 }
    },
    async *portions(filter, order) {
      const people = [...(order === 'newest' ? newestFirst() : list.all())].filter(matcher(filter))
      for (let at = 0; at < people.length; at += atOnce) {
        yield people.slice(at, at + atOnce)
        await setImmediate()
      }
    },
    async summary(service) {
      const counts = { all: 0, active: 0, unconfirmed: 0, unsubscribed: 0, unsynced: 0 }
      for (const person of list.all()) {
        counts.all += 1
        counts[person.status] += 1
        if (service !== null && !isSynced(person, service)) counts.unsynced += 1
      }
      return { counts, departures: [...list.departures()] }
    },
    async sources(most) {
      const counts = new Map<string, number>()
      for (const { status, source } of list.all())
        if (status === 'active') counts.set(source, (counts.get(source) ?? 0) + 1)
      return [...counts]
        .map(([source, count]) => ({ source, count }))
        .sort((one, other) => other.count - one.count || (one.source < other.source ? -1 : 1))
        .slice(0, most)
    },
    async growth(starts) {
      // All instants are UTC with milliseconds, so that they compare as texts.
      const instants = starts.map((start) => start.toISOString())
      const [joined, left] = [starts.map(() => 0), starts.map(() => 0)]
      let before = 0
      const count = (into: Array<number>, instant: string, sign: 1 | -1) => {
        const at = instants.findLastIndex((start) => start <= instant)
        if (at === -1) before += sign
        else into[at] = (into[at] ?? 0) + 1
      }
      for (const { status, subscribedAt, unsubscribedAt } of list.all()) {
        const hasLeft = status === 'unsubscribed' && unsubscribedAt !== null
        if (status === 'active' || hasLeft) count(joined, subscribedAt, 1)
        if (hasLeft) count(left, unsubscribedAt, -1)
      }
      return { before, joined, left }
    },
    async leftBy(issue) {
      let count = 0
      for (const { leftIssue } of list.all()) if (leftIssue === issue) count += 1
      return count
    },
    dueConfirmations: async () =>
      [...list.all()].flatMap(({ id, confirmation }) => (confirmation.due ? [id] : [])),
    unsynced: async (service) =>
      [...list.all()].flatMap((person) => (isSynced(person, service) ? [] : [person.id])),

    findDeparture: async (id) => list.departure(id),
    departures: async () => [...list.departures()],
  } satisfies Partial<SubscriberStore>
}

function matcher({
  q,
  status = 'all',
  service,
  segment,
}: ListFilter): (person: Subscriber) => boolean {
  const needle = q?.trim().normalize('NFC').toLowerCase() ?? ''
  return (person) =>
    (status === 'all' ||
      (status === 'unsynced'
        ? service !== null && !isSynced(person, service)
        : person.status === status)) &&
    (!segment || isInSegment(person, segment)) &&
    (needle === '' ||
      person.email.toLowerCase().includes(needle) ||
      person.source.toLowerCase().includes(needle))
}
