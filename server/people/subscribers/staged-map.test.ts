import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StagedMap } from './staged-map.ts'

test('changes that are confirmed and reverted in any order leave the confirmed ones in the order of their turns', () => {
  const change = fc.record({
    key: fc.nat(3),
    value: fc.option(fc.nat(9), { nil: undefined }),
    isConfirmed: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.array(fc.nat(99)), (changes, order) => {
      const start = [0, 1].map((key): [number, number] => [key, 100 + key])
      const map = new StagedMap<number, number>(start, (one, other) => one - other)
      const model = new Map<number, number>(start)
      for (const [at, { key, value }] of changes.entries()) map.stage(at + 1, key, value)
      const turns = changes
        .map((_, at) => at)
        .sort((one, other) => (order[one] ?? one) - (order[other] ?? other))
      for (const at of turns) changes[at]?.isConfirmed ? map.confirm(at + 1) : map.revert(at + 1)
      for (const { key, value, isConfirmed } of changes)
        if (isConfirmed && value === undefined) model.delete(key)
        else if (isConfirmed) model.set(key, value as number)
      expect(new Map([...map.keys()].map((key) => [key, map.get(key)]))).toEqual(model)
      expect(map.size).toBe(model.size)
    }),
  )
})

test('a staged change is visible at once, and a restored key gets its old position', () => {
  const map = new StagedMap<number, string>(
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ],
    (one, other) => one - other,
  )
  map.stage(1, 2, undefined)
  map.stage(2, 3, 'C')
  expect([...map.values()]).toEqual(['a', 'C'])
  map.confirm(2)
  map.revert(1)
  expect([...map.values()]).toEqual(['a', 'b', 'C'])
})
