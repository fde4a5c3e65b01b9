import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adapters, prepareAdapters } from './adapters.ts'
import { type Contract, expectContract, randomRuns } from './histories.ts'

const download = fc.integer({ min: 1, max: 3 })
const record = fc.constantFrom('one', 'two')
const type = fc.constantFrom('articles' as const, 'downloads' as const)
const operation = fc.oneof(
  fc.record({ kind: fc.constant('count' as const), download }),
  fc.record({ kind: fc.constant('id' as const), type, highest: fc.nat(20) }),
  fc.record({ kind: fc.constant('put' as const), record, text: fc.string() }),
)
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

interface Model {
  counts: Readonly<Record<number, number>>
  records: Readonly<Record<string, string>>
}

const contract: Contract<Model, Operation> = {
  operation,
  begin: { counts: {}, records: {} },
  after(model, one) {
    if (one.kind === 'count')
      return {
        ...model,
        counts: { ...model.counts, [one.download]: (model.counts[one.download] ?? 0) + 1 },
      }
    return one.kind === 'put'
      ? { ...model, records: { ...model.records, [one.record]: one.text } }
      : model
  },
  async perform({ downloadCounts, ids, rememberedWrites }, one) {
    if (one.kind === 'count') expect(await downloadCounts.add(one.download)).toBeGreaterThan(0)
    else if (one.kind === 'put') await rememberedWrites.put(one.record, Buffer.from(one.text))
    else expect(await ids.next(one.type, one.highest)).toBeGreaterThan(one.highest)
  },
  async seen({ downloadCounts, rememberedWrites }) {
    const { counts } = await downloadCounts.read()
    const records: Record<string, string> = {}
    for (const name of ['one', 'two']) {
      const found = await rememberedWrites.get(name)
      if (found) records[name] = found.toString()
    }
    return { counts: Object.fromEntries(counts), records }
  },
  shown: (model) => model,
}

/** A highest id, how many ask at the same time, and whether the process ends then. */
const idStep = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 4 }), fc.nat(3))

prepareAdapters()

describe.each(adapters)('counts, ids and remembered writes in %s', (adapter) => {
  test('have the state after every acknowledged change, with concurrent changes and at any end of the process', () =>
    expectContract(adapter.place, contract))

  test('an id is assigned once, also after the end of a process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(idStep, { maxLength: 5 }), async (steps) => {
        await using place = await adapter.place()
        const given = new Set<number>()
        let count = 0
        for (const [highest, at, chance] of steps) {
          const next = Promise.all(
            Array.from({ length: at }, () => place.stores.ids.next('news', highest)),
          )
          for (const id of await next) given.add(id)
          count += at
          expect(Math.max(...given)).toBeGreaterThan(highest)
          if (chance === 0) await place.crash()
        }
        expect(given.size).toBe(count)
      }),
      randomRuns,
    )
  })

  test('stored counts are not treated as lost', async () => {
    await using place = await adapter.place()
    expect(await place.stores.downloadCounts.read()).toEqual({ counts: new Map(), isLost: false })
    await Promise.all([1, 1, 2].map((id) => place.stores.downloadCounts.add(id)))
    await place.crash()
    const counts = new Map([1, 2].map((id) => [id, 3 - id]))
    expect(await place.stores.downloadCounts.read()).toEqual({ counts, isLost: false })
  })

  test('a secret is created once', async () => {
    await using place = await adapter.place()
    const first = await place.stores.sessionSecret()
    expect(first).toMatch(/^[\w-]{43}$/)
    await place.crash()
    expect(await place.stores.sessionSecret()).toBe(first)
  })
})
