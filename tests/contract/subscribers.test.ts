import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Departure } from '#domain/departure.ts'
import { everybody, type Segment } from '#domain/segment.ts'
import { type NewSubscriber, type Subscriber, subscriber } from '#domain/subscriber.ts'
import type { SubscriberFilter } from '#domain/subscriber-list.ts'
import { isSynced } from '../../server/people/subscribers/subscriber-filter.ts'
import type { SubscriberStore } from '../../server/people/subscribers/subscriber-store.ts'
import {
  confirmed,
  newSubscriber,
  returning,
  unsubscribed,
  withChoice,
} from '../../server/people/subscribers/transitions.ts'
import { adapters, prepareAdapters } from './adapters.ts'
import { randomRuns } from './histories.ts'

const addresses = [
  'ada@example.org',
  'Bob@Example.org',
  'eve@bücher.example',
  'd_d@example.org',
  'e%e@example.org',
]
/** Other spellings of the same addresses. */
const spellings = [
  'ADA@example.org',
  'bob@example.org',
  'EVE@xn--bcher-kva.example',
  'D_D@example.org',
  'E%e@EXAMPLE.org',
]
const start = Date.parse('2026-01-01T00:00:00Z')
const timeOf = (minute: number) => new Date(start + minute * 60_000)

const application = (email: string, source: string) => ({
  email,
  source,
  utm: { campaign: 'c' },
  customFields: { z: 1, a: null, download_id: 'x' },
  page: null,
  wording: '1',
})
const newcomer = (who: number, source: string, minute: number, doubleOptIn = true): NewSubscriber =>
  newSubscriber(application(addresses[who] ?? '', source), doubleOptIn, timeOf(minute))
const departureOf = ({ id, email }: Subscriber): Departure => ({
  id,
  email,
  service: { key: 'k', name: 'K' },
  at: timeOf(0).toISOString(),
})

/** The visible state of a list, without ids, because a lost answer uses one up. */
interface Model {
  /** In the order of their subscription. */
  people: ReadonlyArray<NewSubscriber>
  erased: ReadonlySet<string>
  departures: ReadonlyArray<{ of: string; email: string | null }>
}

const who = fc.nat(addresses.length - 1)
const minute = fc.nat(90)
const source = fc.constantFrom('footer', 'Import', 'it’s', '100%', 'a_b', '"\\', '')
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('subscribe' as const), who, source, minute }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm' as const), who, minute }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('leave' as const),
      who,
      minute,
      issue: fc.constantFrom(null, 3, 4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('choose' as const),
      who,
      topics: fc.subarray(['mixing', 'hardware'] as const),
      levels: fc.subarray(['beginner', 'advanced'] as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('told' as const), who, active: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      all: fc.array(who, { maxLength: 4 }),
      source,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('erase' as const),
      who,
      remember: fc.boolean(),
      tell: fc.boolean(),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never
const step = fc.oneof(
  { weight: 12, arbitrary: operation.map((one) => ({ kind: 'do' as const, all: [one] })) },
  {
    weight: 3,
    arbitrary: fc.tuple(operation, operation).map((all) => ({ kind: 'do' as const, all })),
  },
  { weight: 2, arbitrary: operation.map((one) => ({ kind: 'crash' as const, one })) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), minute }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'forgetDeparted' as const }) },
)

/** The person with an address, in any spelling. */
const find = ({ people }: Model, address: number) =>
  people.find(({ email }) => email === addresses[address])

function replaced(model: Model, next: NewSubscriber): Model {
  return { ...model, people: model.people.map((one) => (one.email === next.email ? next : one)) }
}

/** The model after a new person has subscribed. */
function joined(model: Model, person: NewSubscriber): Model {
  return {
    people: [...model.people, person],
    erased: new Set([...model.erased].filter((email) => email !== person.email)),
    departures: model.departures.filter(({ email }) => email !== person.email),
  }
}

function after(model: Model, one: Operation): Model {
  if (one.kind === 'add')
    return one.all.reduce(
      (before, each) =>
        find(before, each) ? before : joined(before, newcomer(each, one.source, 0)),
      model,
    )
  const known = find(model, one.who)
  if (one.kind === 'subscribe') {
    if (!known) return joined(model, newcomer(one.who, one.source, one.minute))
    return replaced(model, again(known, one) as NewSubscriber)
  }
  if (!known) return model
  if (one.kind === 'erase')
    return {
      people: model.people.filter((other) => other !== known),
      erased: one.remember ? new Set([...model.erased, known.email]) : model.erased,
      departures: one.tell
        ? [...model.departures, { of: known.email, email: known.email }]
        : model.departures,
    }
  return replaced(model, (ruleOf(one)(known as Subscriber) as NewSubscriber | null) ?? known)
}

const again = (
  known: NewSubscriber,
  { who, source, minute }: { who: number; source: string; minute: number },
) =>
  returning(known as Subscriber, application(spellings[who] ?? '', source), true, timeOf(minute)) ??
  known

function ruleOf(one: Exclude<Operation, { kind: 'subscribe' | 'add' | 'erase' }>) {
  return (person: Subscriber): Subscriber | null => {
    if (one.kind === 'told') return { ...person, told: { service: 's', active: one.active } }
    if (one.kind === 'choose')
      return withChoice(person, { topics: [...one.topics], levels: [...one.levels] })
    return one.kind === 'confirm'
      ? confirmed(person, timeOf(one.minute), false)
      : unsubscribed(person, timeOf(one.minute), one.issue)
  }
}

async function perform(store: SubscriberStore, one: Operation): Promise<void> {
  if (one.kind === 'add') {
    const added = await store.add(one.all.map((each) => newcomer(each, one.source, 0)))
    expect(new Set(added.map(({ id }) => id)).size).toBe(added.length)
    return
  }
  if (one.kind === 'subscribe') {
    await store.subscribe(
      newcomer(one.who, one.source, one.minute),
      (known) => again(known, one) as Subscriber,
    )
    return
  }
  const known = await store.findByEmail(spellings[one.who] ?? '')
  if (!known) return
  if (one.kind === 'erase')
    await store.erase(known.id, {
      remember: one.remember,
      ...(one.tell && { departure: departureOf }),
    })
  else await store.change([known.id], ruleOf(one))
}

const withoutId = ({ id: _, ...rest }: Subscriber): NewSubscriber => rest

/** The state that the store returns. */
async function seen(store: SubscriberStore): Promise<Model> {
  const people: Array<Subscriber> = []
  for await (const portion of store.portions({ service: null }, 'oldest')) people.push(...portion)
  const standings = await store.standings(spellings)
  const erased = new Set<string>()
  for (const [at, spelling] of spellings.entries()) {
    const standing = standings.get(spelling)
    if (standing === 'erased') erased.add(addresses[at] ?? '')
    else expect(standing).toEqual(people.find(({ email }) => email === addresses[at]))
  }
  return {
    people: people.map(withoutId),
    erased,
    departures: (await store.departures()).map(({ email }) => ({ of: '', email })),
  }
}

const segments: ReadonlyArray<Segment> = [
  everybody,
  { ...everybody, topics: ['mixing'] },
  { ...everybody, topics: ['mixing', 'plugins'], levels: ['advanced'] },
  { ...everybody, levels: ['beginner'], sources: ['footer', 'it’s', '100%', '"\\'] },
]

/** Whether a person is in a segment. Who chose no topic or level gets the issues of all of them. */
const isInSegment = ({ source, choice }: Subscriber, { sources, topics, levels }: Segment) =>
  fits([source], sources) && fits(choice?.topics, topics) && fits(choice?.levels, levels)
const fits = (has: ReadonlyArray<string> = [], wanted: ReadonlyArray<string>) =>
  wanted.length === 0 || has.length === 0 || has.some((one) => wanted.includes(one))

/** How many people came and went between the starts, counted one by one. */
function growthOf(people: ReadonlyArray<Subscriber>, starts: ReadonlyArray<Date>) {
  const between = (instants: ReadonlyArray<string>) => (at: number) =>
    instants.filter((instant) => {
      const [from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY] = [at, at + 1].map(
        (one) => starts[one]?.getTime(),
      )
      return Date.parse(instant) >= from && Date.parse(instant) < to
    }).length
  const hasLeft = ({ status, unsubscribedAt }: Subscriber) =>
    status === 'unsubscribed' && unsubscribedAt !== null
  const joined = between(
    people.filter((one) => one.status === 'active' || hasLeft(one)).map((one) => one.subscribedAt),
  )
  const left = between(people.filter(hasLeft).map((one) => one.unsubscribedAt ?? ''))
  return {
    before: joined(-1) - left(-1),
    joined: starts.map((_, at) => joined(at)),
    left: starts.map((_, at) => left(at)),
  }
}

/** Expects that all queries of the list agree. */
async function expectAgreement(store: SubscriberStore): Promise<void> {
  const people: Array<Subscriber> = []
  for await (const portion of store.portions({ service: null }, 'oldest')) people.push(...portion)
  const newest: Array<Subscriber> = []
  for await (const portion of store.portions({ service: null }, 'newest')) newest.push(...portion)
  expect(newest).toEqual([...people].reverse())
  const summary = await store.summary('s')
  expect(summary.departures).toEqual(await store.departures())
  expect(summary.counts).toEqual({
    all: people.length,
    ...Object.fromEntries(
      subscriber.shape.status.options.map((status) => [
        status,
        people.filter((one) => one.status === status).length,
      ]),
    ),
    unsynced: people.filter((one) => !isSynced(one, 's')).length,
  })
  expect(await store.unsynced('s')).toEqual(
    people.flatMap((one) => (isSynced(one, 's') ? [] : [one.id])),
  )
  expect(await store.dueConfirmations()).toEqual(
    people.flatMap(({ id, confirmation: { due } }) => (due ? [id] : [])),
  )
  const active = people.filter(({ status }) => status === 'active')
  for (const segment of segments) {
    const expected = active.filter((one) => isInSegment(one, segment))
    const filter = { status: 'active' as const, service: null, segment }
    const found: Array<Subscriber> = []
    for await (const portion of store.portions(filter, 'oldest')) found.push(...portion)
    expect(found).toEqual(expected)
    expect((await store.page(filter, { limit: 1 })).total).toBe(expected.length)
  }
  const sources = await store.sources(50)
  expect(sources.toSorted((one, other) => other.count - one.count)).toEqual(sources)
  expect(new Map(sources.map(({ source, count }) => [source, count]))).toEqual(
    new Map(
      active.map(({ source }) => [source, active.filter((one) => one.source === source).length]),
    ),
  )
  for (const starts of [[timeOf(0)], [timeOf(-60), timeOf(10), timeOf(45)], [timeOf(91)]])
    expect(await store.growth(starts)).toEqual(growthOf(people, starts))
  for (const issue of [3, 4])
    expect(await store.leftBy(issue)).toBe(
      people.filter(({ leftIssue }) => leftIssue === issue).length,
    )
  for (const { id, email } of people)
    expect([(await store.find(id))?.email, (await store.findByEmail(email))?.id]).toEqual([
      email,
      id,
    ])
}

/** Sorts the parts without a defined order, for comparison. */
const plain = ({ people, erased, departures }: Model) => ({
  people,
  // The hashes of people on the list do not matter.
  erased: [...erased].filter((email) => !people.some((one) => one.email === email)).sort(),
  departures: departures.map(({ email }) => email).sort(),
})

prepareAdapters()

describe.each(adapters)('the list of subscribers in %s', (adapter) => {
  test('has the state after every acknowledged change, with concurrent changes and at any end of the process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
        await using place = await adapter.place()
        let model: Model = { people: [], erased: new Set(), departures: [] }
        for (const one of steps) {
          const store = await place.stores.subscribers.open()
          let possible: Array<Model>
          if (one.kind === 'do') {
            const orders = one.all.length === 1 ? [one.all] : [one.all, [...one.all].reverse()]
            possible = orders.map((order) => order.reduce(after, model))
            await Promise.all(one.all.map((each) => perform(store, each)))
          } else if (one.kind === 'crash') {
            const under = perform(store, one.one).catch(() => undefined)
            possible = [model, after(model, one.one)]
            await place.crash()
            await under
          } else if (one.kind === 'forget') {
            await store.forgetUnconfirmed(timeOf(one.minute))
            const isLate = ({ status, consent }: NewSubscriber) =>
              status === 'unconfirmed' && Date.parse(consent.at) < timeOf(one.minute).getTime()
            possible = [
              {
                ...model,
                people: model.people
                  .filter((person) => !isLate(person) || person.unsubscribedAt !== null)
                  .map((person) =>
                    isLate(person) ? { ...person, status: 'unsubscribed' } : person,
                  ),
              },
            ]
          } else {
            const late = model.departures.filter(({ email }) => email !== null).length
            expect(await store.forgetDeparted(timeOf(1))).toBe(late)
            possible = [
              { ...model, departures: model.departures.map(({ of }) => ({ of, email: null })) },
            ]
          }
          const shown = plain(await seen(await place.stores.subscribers.open()))
          // Concurrent subscriptions are stored in any order.
          const inOrder = (each: ReturnType<typeof plain>) =>
            one.kind === 'do' && one.all.length > 1
              ? { ...each, people: [...each.people].sort((a, b) => (a.email < b.email ? -1 : 1)) }
              : each
          const found = possible.find((each) =>
            isDeepStrictEqual(inOrder(plain(each)), inOrder(shown)),
          )
          if (!found) expect(shown).toEqual(plain(possible[0] as Model))
          model = { ...(found as Model), people: shown.people }
        }
        await expectAgreement(await place.stores.subscribers.open())
      }),
      randomRuns,
    )
  })

  test('counts who joined and left between some instants, and adds up to the active people', async () => {
    await using place = await adapter.place()
    const store = await place.stores.subscribers.open()
    const people = [0, 10, 20, 30].map((minute, at) => newcomer(at, 'footer', minute, at === 3))
    const [first, second] = await store.add(people)
    await store.change([first?.id ?? 0, second?.id ?? 0], (person) =>
      unsubscribed(person, timeOf(25 + person.id)),
    )
    await store.change([second?.id ?? 0], (person) =>
      returning(person, application(person.email, 'footer'), false, timeOf(90)),
    )
    // The first one has left, the second one has come back, the fourth one is not confirmed.
    expect(await store.growth([timeOf(5), timeOf(20), timeOf(80)])).toEqual({
      before: 1,
      joined: [1, 1, 0],
      left: [0, 1, 0],
    })
    await expectAgreement(store)
  })

  test('has pages, filters and a search that treats every character literally', async () => {
    await using place = await adapter.place()
    const store = await place.stores.subscribers.open()
    const sources = ['footer', '100%', 'a_b', 'Größe', 'import']
    await store.add(
      Array.from({ length: 700 }, (_, at) =>
        newSubscriber(
          application(`p${at}@example.org`, sources[at % sources.length] ?? ''),
          at % 3 === 0,
          timeOf(0),
        ),
      ),
    )
    const everybody: Array<Subscriber> = []
    for await (const portion of store.portions({ service: null }, 'oldest'))
      everybody.push(...portion)
    expect(everybody.map(({ email }) => email)).toEqual(
      Array.from({ length: 700 }, (_, at) => `p${at}@example.org`),
    )
    const filters: Array<{ q?: string; status?: SubscriberFilter; service: string | null }> = [
      { service: null },
      { q: '%', service: null },
      { q: '_', service: null },
      { q: 'GRÖSSE', service: null },
      { q: ' Größe ', service: null },
      { q: 'P1', status: 'unconfirmed' as const, service: null },
      { q: '\\', service: null },
      { status: 'unsynced' as const, service: null },
      { status: 'unsynced' as const, service: 's' },
    ]
    for (const filter of filters) {
      const needle = filter.q?.trim().toLowerCase() ?? ''
      const expected = everybody
        .filter(
          ({ email, source }) => email.includes(needle) || source.toLowerCase().includes(needle),
        )
        .filter((person) => {
          if (filter.status !== 'unsynced') return !filter.status || person.status === filter.status
          return filter.service !== null && !isSynced(person, filter.service)
        })
        .reverse()
      const pages: Array<Subscriber> = []
      for (let below: number | undefined; ; ) {
        const { people, total, hasMore } = await store.page(filter, { below, limit: 120 })
        expect(total).toBe(expected.length)
        pages.push(...people)
        expect(hasMore).toBe(pages.length < expected.length)
        if (!hasMore) break
        below = people.at(-1)?.id
      }
      expect(pages).toEqual(expected)
    }
    const half = Math.floor(everybody.length / 2)
    expect(
      await store.change(
        everybody.slice(0, half).map(({ id }) => id),
        (one) => unsubscribed(one, timeOf(5)),
      ),
    ).toHaveLength(half)
    expect(await store.change([1_000_000], () => null)).toEqual([])
    expect((await store.summary(null)).counts).toMatchObject({
      all: 700,
      unsubscribed: half,
      unsynced: 0,
    })
  })

  test('a person who subscribes again is removed nowhere, and an erased one leaves no trace', async () => {
    await using place = await adapter.place()
    const store = await place.stores.subscribers.open()
    const [ada, bob] = await store.add([newcomer(0, 'a', 0), newcomer(1, 'b', 0)])
    expect(
      await store.erase(ada?.id ?? 0, { remember: true, departure: departureOf }),
    ).toMatchObject({
      email: addresses[0],
    })
    expect(await store.erase(bob?.id ?? 0, { remember: false })).toMatchObject({
      email: addresses[1],
    })
    expect(await store.erase(bob?.id ?? 0, { remember: false })).toBe(null)
    expect(await store.findDeparture(ada?.id ?? 0)).toMatchObject({ email: addresses[0] })
    expect([...(await store.standings(addresses)).entries()]).toEqual([[addresses[0], 'erased']])
    const back = await store.subscribe(newcomer(0, 'c', 0), (known) => known)
    expect(back.id).toBeGreaterThan(bob?.id ?? 0)
    expect([await store.departures(), await store.endDeparture(ada?.id ?? 0)]).toEqual([[], false])
    expect((await store.standings(addresses)).get(addresses[0] ?? '')).toEqual(back)
    await store.erase(back.id, { remember: true, departure: departureOf })
    expect([await store.endDeparture(back.id), await store.endDeparture(back.id)]).toEqual([
      true,
      false,
    ])
    await place.crash()
    const again = await place.stores.subscribers.open()
    expect(again.secret).toBe(store.secret)
    expect((await again.standings(addresses)).get(addresses[0] ?? '')).toBe('erased')
  })

  test('all input of a form can be stored, and concurrent subscriptions of one person are stored once', async () => {
    await using place = await adapter.place()
    const store = await place.stores.subscribers.open()
    const odd = {
      ...newcomer(0, 'a\0b\ud800', 0),
      customFields: { 'k\0': 'v\0\udfff', n: -0.5e-7, b: true },
    }
    expect(await store.subscribe(odd, (known) => known)).toMatchObject({ email: addresses[0] })
    expect(await store.findByEmail('nobody\0@example.org')).toBe(null)
    const at = 24
    const all = await Promise.all(
      Array.from({ length: at }, (_, number) =>
        store.subscribe(newcomer(1 + (number % 2), `s${number}`, 0), (known) => ({
          ...known,
          source: `${known.source}+`,
        })),
      ),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(2)
    for (const who of [1, 2])
      expect((await store.findByEmail(spellings[who] ?? ''))?.source).toMatch(/^s\d+\+{11}$/)
  })
})
