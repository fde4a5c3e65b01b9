import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleLines } from './subscribers.tsx'

test.each([
  [
    [0, 0],
    [0, 1],
  ],
  [
    [3, 4],
    [3, 4],
  ],
  [
    [12, 480],
    [0, 200, 400, 600],
  ],
  [
    [1204, 1260],
    [1200, 1220, 1240, 1260],
  ],
  [
    [500_000, 500_000],
    [500_000, 500_001],
  ],
])('the values %j have the lines %j', (values, lines) => {
  expect(scaleLines(values)).toEqual(lines)
})

test('two to six lines at equal distances of whole numbers enclose all values', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2_000_000), { minLength: 1, maxLength: 31 }), (values) => {
      const lines = scaleLines(values)
      const [first = 0, second = 0] = lines
      expect(lines.length).toBeGreaterThanOrEqual(2)
      expect(lines.length).toBeLessThanOrEqual(6)
      expect(first).toBeLessThanOrEqual(Math.min(...values))
      expect(lines.at(-1)).toBeGreaterThanOrEqual(Math.max(...values))
      expect(lines).toEqual(lines.map((_, at) => first + at * (second - first)))
      expect(lines.every(Number.isSafeInteger)).toBe(true)
    }),
  )
})
