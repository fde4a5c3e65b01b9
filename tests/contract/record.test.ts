import { describe, expect, test } from 'vitest'
import { newUser } from '../../server/people/accounts/account-store.ts'
import type { NewEntry } from '../../server/people/record/record-store.ts'
import { actionNames } from '../../src/domain/recorded-action.ts'
import { adapters, prepareAdapters } from './adapters.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const day = (number: number) => new Date(start + number * dayMs)
const entry = (number: number, fields: Partial<NewEntry> = {}): NewEntry => ({
  at: day(number).toISOString(),
  action: 'signed-in',
  outcome: 'done',
  by: null,
  whom: 1,
  object: null,
  network: 'abc',
  ...fields,
})
const all = { actions: actionNames, limit: 10 }

prepareAdapters()

describe.each(adapters)('the actions on record in %s', (adapter) => {
  test('are listed newest first, in pages, by kind, outcome and person', async () => {
    await using place = await adapter.place()
    const { record } = place.stores
    expect(await record.list(all, day(1))).toMatchObject({ entries: [], total: 0 })
    await record.add(entry(0, { outcome: 'limited' }))
    await record.add(entry(1, { action: 'user-deleted', by: 1, whom: 2 }))
    await record.add(
      entry(2, { action: 'subscriber-deleted', by: 2, whom: null, object: 7, network: '' }),
    )
    const days = async (query: object) => {
      const { entries, total } = await record.list({ ...all, ...query }, day(3))
      return [total, ...entries.map(({ at }) => (Date.parse(at) - start) / dayMs)]
    }
    expect(await days({})).toEqual([3, 2, 1, 0])
    expect(await days({ actions: ['user-deleted'] })).toEqual([1, 1])
    expect(await days({ outcome: 'refused' })).toEqual([1, 0])
    expect(await days({ person: 1 })).toEqual([2, 1, 0])
    expect(await days({ person: 2 })).toEqual([2, 2, 1])
    expect(await days({ person: 7 })).toEqual([0])
    expect(await days({ limit: 1 })).toEqual([3, 2])
    const { entries } = await record.list({ ...all, limit: 1 }, day(3))
    expect(entries[0]).toMatchObject({
      ...entry(2, { action: 'subscriber-deleted', by: 2, whom: null, object: 7 }),
      network: '',
    })
    expect(await days({ before: entries[0]?.id })).toEqual([3, 1, 0])
  })

  test('come with the names of their people, where the store has them', async () => {
    await using place = await adapter.place()
    const accounts = await place.stores.openAccounts()
    await accounts.putUser(newUser('ada', 'hash', day(0)))
    const [user] = await accounts.listUsers()
    const id = user?.id ?? 0
    await place.stores.record.add(entry(1, { action: 'user-deleted', by: id, whom: 77 }))
    const { entries, names } = await place.stores.record.list(all, day(1))
    expect(entries.map(({ by, whom }) => [by, whom])).toEqual([[id, 77]])
    // Otherwise the accounts are asked. Nobody has the other account any more.
    expect(names === null || [...names]).toEqual(names === null || [[id, 'ada']])
    await accounts.close()
  })

  test('are on the disk when they are acknowledged, also those that came at the same time', async () => {
    await using place = await adapter.place()
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => place.stores.record.add(entry(0, { object: at }))),
    )
    await place.crash()
    await place.stores.record.add(entry(1, { object: 20 }))
    const { entries } = await place.stores.record.list({ ...all, limit: 100 }, day(1))
    expect(
      entries.map(({ object }) => object).toSorted((one, other) => Number(one) - Number(other)),
    ).toEqual(Array.from({ length: 21 }, (_, at) => at))
    expect(new Set(entries.map(({ id }) => id)).size).toBe(21)
    expect(entries[0]?.object).toBe(20)
  })

  test('are kept for a year, and no longer', async () => {
    await using place = await adapter.place()
    for (const number of [0, 10, 300]) await place.stores.record.add(entry(number))
    const left = async (at: number) => (await place.stores.record.list(all, day(at))).total
    expect([await left(364), await left(366), await left(376)]).toEqual([3, 2, 1])
    // The next ones remove what is too old, also from the disk.
    for (const number of [400, 401]) await place.stores.record.add(entry(number))
    expect([await left(401), await left(200)]).toEqual([3, 3])
    await place.crash()
    expect([await left(401), await left(200)]).toEqual([3, 3])
  })
})
