import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry, ScheduledSending } from '../../server/newsletter/sending/sending-records.ts'
import { isBegun } from '../../server/newsletter/sending/sending-state.ts'
import type { SendingStore } from '../../server/newsletter/sending/sending-store.ts'
import { callOff } from '../../server/newsletter/sending/sendings.ts'
import {
  peopleOnList,
  sampleMail,
  sampleSendings,
  sampleStart,
  sendingFolder,
  toEverybody,
  writeEntries as write,
} from '../sample-sending.ts'
import { adapters, prepareAdapters } from './adapters.ts'
import { randomRuns } from './histories.ts'

const at = '2026-01-01T00:00:00.000Z'
const audience = [7, 3, 5, 11]
const begin = sampleStart(audience)

const id = fc.constantFrom(...audience)
const entry: fc.Arbitrary<Entry> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.uniqueArray(id, { minLength: 1 }).map((ids): Entry => ({ is: 'try', ids })),
  },
  { weight: 3, arbitrary: id.map((id): Entry => ({ is: 'sent', id })) },
  { weight: 1, arbitrary: id.map((id): Entry => ({ is: 'untried', id })) },
  { weight: 2, arbitrary: id.map((id): Entry => ({ is: 'later', id, reason: 'busy', waitMs: 0 })) },
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

/** A stored sending; null when it was not started. */
const stored = (store: SendingStore, issue: number) =>
  store.change(issue, async ({ sendings, mails }) => {
    const sending = await sendings.get({ issue })
    if (!sending) return null
    const people = await mails.find({ issue })
    return {
      states: people.map(({ person, state, tries, reason }) => [person, state, tries, reason]),
      phase: sending.phase,
      reason: sending.reason,
      runs: sending.fruitlessRuns,
    }
  })

/** Whether a sending would make a change. */
function isMeant(one: Entry, states: ReadonlyArray<ReadonlyArray<unknown>>): boolean {
  const stateOf = (id: number) => states.find(([person]) => person === id)?.[1]
  if (one.is === 'try') return one.ids.every((id) => stateOf(id) === 'open')
  return !('id' in one) || stateOf(one.id) === 'trying'
}

prepareAdapters()

describe.each(adapters)('the sendings in %s', (adapter) => {
  test('have the state after every acknowledged change, at any end of the process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(entry, fc.integer({ min: 0, max: 9 })), { maxLength: 9 }),
        async (steps) => {
          await using place = await adapter.place()
          // Sendings whose process never ends.
          await using folder = await sendingFolder()
          const model = folder.open()
          await write(model, 1, begin)
          await write(place.stores.sendings, 1, begin)
          for (const [one, chance] of steps) {
            const before = await stored(model, 1)
            if (!isMeant(one, before?.states ?? [])) continue
            const under = write(place.stores.sendings, 1, one)
            if (chance > 0) {
              await under
              await write(model, 1, one)
              continue
            }
            under.catch(() => undefined)
            await place.crash()
            // An interrupted change may or may not be stored.
            const found = await stored(place.stores.sendings, 1)
            if (JSON.stringify(found) !== JSON.stringify(before)) await write(model, 1, one)
            expect(found).toEqual(await stored(model, 1))
            // No process tries the claims of the ended one.
            const unsure = (found?.states ?? []).filter(([, state]) => state === 'trying')
            const ended = unsure.map(
              ([id]): Entry => ({ is: 'unsure', id: Number(id), reason: 'ended' }),
            )
            await write(model, 1, ...ended)
            await write(place.stores.sendings, 1, ...ended)
          }
          expect(await stored(place.stores.sendings, 2)).toBe(null)
          await place.crash()
          expect(await stored(place.stores.sendings, 1)).toEqual(await stored(model, 1))
        },
      ),
      randomRuns,
    )
  })

  test('a started sending exists with its mail and its progress, and a voided one does not', async () => {
    await using place = await adapter.place()
    const { sendings } = place.stores
    expect([await stored(sendings, 4), await sendings.progress(4)]).toEqual([null, null])
    await write(sendings, 4, { ...begin, name: 'odd\0\ud800' } as Entry)
    await write(sendings, 4, { is: 'void' })
    expect(await sendings.progress(4)).toBe(null)
    await write(sendings, 4, begin)
    await place.crash()
    const again = place.stores.sendings
    const { subject, html, text, revision } = sampleMail
    expect(await again.change(4, ({ begun }) => begun.get({ issue: 4 }))).toMatchObject({
      subject,
      html,
      text,
      begunAt: at,
    })
    expect([await again.issues('all'), await again.issues('unfinished')]).toEqual([[4], [4]])
    await write(again, 4, { is: 'try', ids: [7, 3] }, { is: 'sent', id: 7 })
    await write(again, 4, { is: 'refused', id: 3, reason: 'no' }, { is: 'end', at })
    const progress = {
      revision,
      startedAt: at,
      total: 4,
      sent: 1,
      gone: 0,
      refused: 1,
      unsure: 0,
      left: 2,
      troubled: [{ id: 3, kind: 'refused', reason: 'no' }],
      phase: { kind: 'ended', at },
    }
    expect(await again.progress(4)).toEqual(progress)
    await place.crash()
    const last = place.stores.sendings
    expect(await last.progress(4)).toEqual(progress)
    expect([await last.issues('all'), await last.issues('unfinished')]).toEqual([[4], []])
    await write(last, 4, { is: 'retry' }, { is: 'run', at })
    expect(await last.progress(4)).toMatchObject({
      refused: 0,
      left: 3,
      phase: { kind: 'running' },
    })
    expect(await last.isRestored()).toBe(false)
  })
})

describe.each(adapters)('the schedules in %s', (adapter) => {
  test('are stored until they are held, replaced or removed by their name, at any end of the process', async () => {
    await using place = await adapter.place()
    const { schedules } = place.stores.sendings
    expect([await schedules.find(), await schedules.get({ issue: 1 })]).toEqual([[], null])
    await schedules.put(scheduled(1, 'a'))
    await schedules.put(scheduled(2, 'b'))
    await schedules.put(scheduled(1, 'c'))
    await schedules.update({ issue: 1, name: 'a' }, { problem: 'of another one' })
    await schedules.update({ issue: 2, name: 'b' }, { problem: 'too\0 late' })
    expect(await schedules.remove({ issue: 1, name: 'a' })).toBe(0)
    await place.crash()
    const again = place.stores.sendings.schedules
    const held = await again.get({ issue: 2 })
    expect(held?.problem).toMatch(/^too. late$/)
    expect(await again.get({ issue: 1 })).toEqual(scheduled(1, 'c'))
    expect((await again.find()).map(({ issue }) => issue).toSorted()).toEqual([1, 2])
    expect([
      await again.remove({ issue: 1, name: 'c' }),
      await again.remove({ issue: 1, name: 'c' }),
      (await again.find()).map(({ issue }) => issue),
    ]).toEqual([1, 0, [2]])
    expect(await place.stores.sendings.issues('all')).toEqual([])
  })
})

const scheduled = (issue: number, name: string): ScheduledSending => ({
  issue,
  name,
  at: '2026-05-01T06:00:00.000Z',
  problem: null,
  segment: { sources: ['footer', 'it’s'], topics: ['mixing'], levels: [] },
})

describe.each(adapters)('what is still to be mailed, in %s,', (adapter) => {
  test('are the schedules by their time and the sendings that have not ended', async () => {
    await using place = await adapter.place()
    const { sendings } = place.stores
    expect(await sendings.unfinished()).toEqual({ schedules: [], sendings: [] })
    const late = { ...scheduled(8, 'a'), at: '2026-06-01T06:00:00.000Z', problem: 'It’s late' }
    await sendings.schedules.put(late)
    await sendings.schedules.put(scheduled(9, 'b'))
    await write(sendings, 2, begin, { is: 'try', ids: [7, 3] }, { is: 'sent', id: 7 })
    await write(sendings, 2, { is: 'pause', reason: 'by hand' })
    await write(sendings, 1, begin)
    await write(sendings, 3, begin, { is: 'end', at })
    expect(await sendings.unfinished()).toEqual({
      schedules: [scheduled(9, 'b'), late],
      sendings: [
        { issue: 1, total: 4, left: 4, isPaused: false, reason: null },
        { issue: 2, total: 4, left: 3, isPaused: true, reason: 'by hand' },
      ],
    })
  })
})

test('of two processes on one PostgreSQL, a schedule begins one sending or is called off, and a voided start keeps it', async () => {
  await using place = await adapters[1]?.place()
  if (!place) throw new Error('There is no second adapter.')
  const { recipients } = peopleOnList(3)
  const samples = [place.stores, place.second()].map(({ sendings }) =>
    sampleSendings({ url: 'smtp://127.0.0.1:1' }, sendings, recipients),
  )
  const [one, other] = samples.map(({ sendings }) => sendings)
  const isDone = (work: Promise<unknown> | undefined) =>
    Promise.resolve(work).then(
      () => true,
      () => false,
    )
  const { sendings: store } = place.stores
  const { schedules } = store
  await schedules.put(scheduled(1, 'a'))
  const to = { ...toEverybody, schedule: 'a' }
  const starts = [one, other].map((sendings) => isDone(sendings?.start(1, sampleMail, to)))
  expect((await Promise.all(starts)).toSorted()).toEqual([false, true])
  await expect(callOff(store, 1)).rejects.toThrow('Nothing is scheduled any more')
  for (let issue = 100; issue < 108; issue++) {
    await schedules.put(scheduled(issue, 'a'))
    const [began, calledOff] = await Promise.all([
      isDone(one?.start(issue, sampleMail, to)),
      isDone(callOff(store, issue)),
    ])
    expect([began, calledOff].filter(Boolean)).toHaveLength(1)
    expect(await isBegun(store, issue)).toBe(began)
  }
  // The start is stored, but its answer is lost.
  await schedules.put(scheduled(2, 'a'))
  let isLost = false
  const lossy: SendingStore = {
    ...store,
    async change(issue, work) {
      const result = await store.change(issue, work)
      if (isLost) return result
      isLost = true
      throw new Error('no answer')
    },
  }
  using unlucky = sampleSendings({ url: 'smtp://127.0.0.1:1' }, lossy, recipients)
  await expect(unlucky.sendings.start(2, sampleMail, to)).rejects.toThrow('no answer')
  expect(await isBegun(store, 2)).toBe(false)
  expect(await schedules.get({ issue: 2 })).toEqual(scheduled(2, 'a'))
  for (const sample of samples) {
    await sample.sendings.stop()
    sample[Symbol.dispose]()
  }
})
