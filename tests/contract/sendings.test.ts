import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScheduledSending } from '../../server/newsletter/sending/scheduled-sending.ts'
import {
  apply,
  type Entry,
  newRecord,
  type SendingRecord,
} from '../../server/newsletter/sending/sending-record.ts'
import { summaryOf, unfinishedOf } from '../../server/newsletter/sending/sending-summary.ts'
import { adapters, prepareAdapters } from './adapters.ts'
import { randomRuns } from './histories.ts'

const at = '2026-01-01T00:00:00.000Z'
const audience = [7, 3, 5, 11]
const begin: Extract<Entry, { is: 'begin' }> = {
  is: 'begin',
  at,
  revision: 'a'.repeat(40),
  name: 'abc',
  subject: 'It’s “new”',
  html: ['<p>', '</p>'],
  text: ['T', ''],
  audience,
}

const id = fc.constantFrom(...audience)
const entry: fc.Arbitrary<Entry> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.uniqueArray(id, { minLength: 1 }).map((ids): Entry => ({ is: 'try', ids })),
  },
  { weight: 3, arbitrary: id.map((id): Entry => ({ is: 'sent', id })) },
  { weight: 1, arbitrary: id.map((id): Entry => ({ is: 'untried', id })) },
  { weight: 2, arbitrary: id.map((id): Entry => ({ is: 'later', id, reason: 'busy' })) },
  {
    weight: 2,
    arbitrary: id.map((id): Entry => ({ is: 'refused', id, reason: 'no such person' })),
  },
  { weight: 1, arbitrary: id.map((id): Entry => ({ is: 'unsure', id, reason: 'cut off' })) },
  { weight: 1, arbitrary: id.map((id): Entry => ({ is: 'gone', id })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Entry>({ is: 'run', at }, { is: 'retry' }, { is: 'end', at }),
  },
  {
    weight: 1,
    arbitrary: fc.option(fc.constant('by hand')).map((reason): Entry => ({ is: 'pause', reason })),
  },
)

/** The record after an entry that the sending would write; null for other entries. */
function after(record: SendingRecord, one: Entry): SendingRecord | null {
  const next = structuredClone(record)
  const isTried = (id: number) => record.people.get(id)?.kind === 'trying'
  if (one.is === 'try' && !one.ids.every((id) => record.people.get(id)?.kind === 'open'))
    return null
  if ('id' in one && one.is !== 'gone' && !isTried(one.id)) return null
  if (one.is === 'gone' && record.people.get(one.id)?.kind !== 'open') return null
  apply(next, one)
  return next
}

prepareAdapters()

describe.each(adapters)('the sendings in %s', (adapter) => {
  test('have the state after every acknowledged entry, at any end of the process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(entry, fc.integer({ min: 0, max: 9 })), { maxLength: 9 }),
        async (steps) => {
          await using place = await adapter.place()
          let { journal } = await place.stores.sendings.open(1)
          await journal.append([begin])
          let record = newRecord(begin)
          for (const [one, chance] of steps) {
            const next = after(record, one)
            if (!next) continue
            const under = journal.append([one])
            if (chance > 0) {
              await under
              record = next
              continue
            }
            under.catch(() => undefined)
            await journal.close().catch(() => undefined)
            await place.crash()
            const found = await place.stores.sendings.open(1)
            journal = found.journal
            // An interrupted claim may or may not be stored.
            const tried = (each: SendingRecord | null) => each && [...each.people]
            expect([tried(record), tried(next)]).toContainEqual(tried(found.record))
            record =
              JSON.stringify(tried(found.record)) === JSON.stringify(tried(record)) && found.record
                ? found.record
                : next
            // No process tries the claims of the ended one.
            for (const [person, { kind }] of record.people)
              if (kind === 'trying') {
                await journal.append([{ is: 'unsure', id: person, reason: 'ended' }])
                apply(record, { is: 'unsure', id: person, reason: 'ended' })
              }
          }
          const last = await place.stores.sendings.open(2)
          expect(last.record).toBe(null)
          await last.journal.close()
          await journal.close()
          const { record: found, journal: again } = await place.stores.sendings.open(1)
          expect([...(found?.people ?? [])]).toEqual([...record.people])
          expect(found).toEqual(record)
          await again.close()
        },
      ),
      randomRuns,
    )
  })

  test('a started sending exists with its mail, and a voided one does not', async () => {
    await using place = await adapter.place()
    const { sendings } = place.stores
    const { record, journal } = await sendings.open(4)
    expect([record, await sendings.summary(4)]).toEqual([null, null])
    await journal.append([{ ...begin, subject: 'odd\0\ud800' }])
    await journal.append([{ is: 'void' }])
    await journal.append([begin])
    await journal.close()
    await place.crash()
    const found = await place.stores.sendings.open(4)
    expect(found.record).toEqual(newRecord(begin))
    expect(await place.stores.sendings.issues()).toEqual([4])
    const summary = summaryOf(found.record as SendingRecord)
    await place.stores.sendings.storeSummary(4, summary)
    expect(await place.stores.sendings.summary(4)).toEqual(summary)
    await place.stores.sendings.storeSummary(4, null)
    expect([
      await place.stores.sendings.summary(4),
      await place.stores.sendings.restored(),
    ]).toEqual([null, false])
    await found.journal.close()
  })
})

describe.each(adapters)('the schedules in %s', (adapter) => {
  test('are stored until they are held, replaced or removed by their name, at any end of the process', async () => {
    await using place = await adapter.place()
    const { schedules } = place.stores.sendings
    expect([await schedules.all(), await schedules.of(1)]).toEqual([[], null])
    await schedules.put(scheduled(1, 'a'))
    await schedules.put(scheduled(2, 'b'))
    await schedules.put(scheduled(1, 'c'))
    await schedules.hold({ issue: 1, name: 'a' }, 'of another one')
    await schedules.hold({ issue: 2, name: 'b' }, 'too\0 late')
    expect(await schedules.remove({ issue: 1, name: 'a' })).toBe(false)
    await place.crash()
    const again = place.stores.sendings.schedules
    const held = await again.of(2)
    expect(held?.problem).toMatch(/^too. late$/)
    expect(await again.of(1)).toEqual(scheduled(1, 'c'))
    expect((await again.all()).map(({ issue }) => issue).toSorted()).toEqual([1, 2])
    expect([
      await again.remove({ issue: 1, name: 'c' }),
      await again.remove({ issue: 1, name: 'c' }),
      (await again.all()).map(({ issue }) => issue),
    ]).toEqual([true, false, [2]])
    expect(await place.stores.sendings.issues()).toEqual([])
  })
})

const scheduled = (issue: number, name: string): ScheduledSending => ({
  issue,
  name,
  at: '2026-05-01T06:00:00.000Z',
  problem: null,
  segment: { sources: ['footer', 'it’s'], topics: ['mixing'], levels: [] },
})

test('of two processes on one PostgreSQL, a schedule begins one sending or is called off, and a voided start keeps it', async () => {
  await using place = await adapters[1]?.place()
  if (!place) throw new Error('There is no second adapter.')
  const { sendings } = place.stores
  const other = place.second().sendings
  await sendings.schedules.put(scheduled(1, 'a'))
  const starts = await Promise.allSettled(
    [sendings, other].map(async (store, at) => {
      const { journal } = await store.open(1)
      await journal.append([{ ...begin, name: `n${at}`, schedule: 'a' }])
    }),
  )
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await other.schedules.remove({ issue: 1, name: 'a' })).toBe(false)
  for (let round = 0; round < 8; round++) {
    const issue = 100 + round
    await sendings.schedules.put(scheduled(issue, 'b'))
    const { journal } = await sendings.open(issue)
    const [began, calledOff] = await Promise.all([
      journal.append([{ ...begin, schedule: 'b' }]).then(
        () => true,
        () => false,
      ),
      other.schedules.remove({ issue, name: 'b' }),
    ])
    expect([began, calledOff].filter(Boolean)).toHaveLength(1)
    expect((await other.open(issue)).record === null).toBe(calledOff)
  }
  await sendings.schedules.put(scheduled(3, 'c'))
  const { journal } = await sendings.open(3)
  await journal.append([{ ...begin, schedule: 'c' }])
  expect(await other.schedules.of(3)).toBe(null)
  await journal.append([{ is: 'void' }])
  expect(await other.schedules.of(3)).toEqual(scheduled(3, 'c'))
})

test('of two processes on one PostgreSQL, one claims each mail, and neither voids a sending of the other', async () => {
  await using place = await adapters[1]?.place()
  if (!place) throw new Error('There is no second adapter.')
  const one = await place.stores.sendings.open(1)
  await one.journal.append([begin])
  const other = await place.second().sendings.open(1)
  await expect(other.journal.append([{ ...begin, name: 'other' }])).rejects.toThrow()
  await other.journal.append([{ is: 'void' }])
  expect((await place.second().sendings.open(1)).record).toEqual(newRecord(begin))
  const claims = audience.flatMap((person) =>
    [one, other].map(({ journal }) =>
      journal.append([{ is: 'try', ids: [person] }]).then(
        () => 1,
        () => 0,
      ),
    ),
  )
  expect((await Promise.all(claims)).reduce<number>((sum, claimed) => sum + claimed, 0)).toBe(
    audience.length,
  )
  // Either may have claimed all of them; then only the other one is refused.
  const whole = await Promise.allSettled(
    [one, other].map(({ journal }) => journal.append([{ is: 'try', ids: audience }])),
  )
  const refusals = whole.flatMap((result) =>
    result.status === 'rejected' ? [String(result.reason)] : [],
  )
  expect(refusals).not.toEqual([])
  for (const refusal of refusals) expect(refusal).toContain('Another process')
})

test('a PostgreSQL tells what is still to be mailed, as the schedules and the records say', async () => {
  await using place = await adapters[1]?.place()
  if (!place) throw new Error('There is no second adapter.')
  const { sendings } = place.stores
  expect(await sendings.shared?.unfinished()).toEqual({ schedules: [], sendings: [] })
  await sendings.schedules.put({
    ...scheduled(8, 'a'),
    at: '2026-06-01T06:00:00.000Z',
    problem: 'It’s late',
  })
  await sendings.schedules.put(scheduled(9, 'b'))
  const records: Array<{ issue: number; record: SendingRecord }> = []
  const entries: ReadonlyArray<ReadonlyArray<Entry>> = [
    [],
    [
      { is: 'try', ids: [7, 3] },
      { is: 'sent', id: 7 },
      { is: 'pause', reason: 'by hand' },
    ],
    [
      { is: 'gone', id: 5 },
      { is: 'end', at },
    ],
  ]
  for (const [issue, more] of entries.entries()) {
    const { journal } = await sendings.open(issue + 1)
    await journal.append([begin, ...more])
    const record = newRecord(begin)
    for (const one of more) apply(record, one)
    records.push({ issue: issue + 1, record })
  }
  const expected = unfinishedOf(await sendings.schedules.all(), records)
  expect(expected.schedules.map(({ issue }) => issue)).toEqual([9, 8])
  expect(expected.sendings.map(({ issue, left }) => [issue, left])).toEqual([
    [1, 4],
    [2, 3],
  ])
  expect(await sendings.shared?.unfinished()).toEqual(expected)
})
