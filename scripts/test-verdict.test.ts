import { expect, test } from 'vitest'
import { failedAgain, namePattern, verdict } from './test-verdict.ts'

const broken = { file: 'a.test.ts', test: 'a (1) works', message: 'expected 1' }
const other = { file: 'b.test.ts', test: 'b works', message: 'expected 2' }
const report = (failures = [broken], passed = 5) => ({ passed, skipped: 0, failures })

test('a test that fails twice fails the run', () => {
  expect(failedAgain([broken], report([broken], 0))).toEqual([broken])
  expect(verdict(report(), [broken])).toEqual({
    isGreen: false,
    passed: 5,
    failed: 1,
    lines: ['failed: a.test.ts: a (1) works: expected 1'],
  })
})

test('a test that passes the second time is named, and the run is green', () => {
  expect(failedAgain([broken], report([], 1))).toEqual([])
  expect(verdict(report(), [])).toEqual({
    isGreen: true,
    passed: 6,
    failed: 0,
    lines: ['unstable: a.test.ts: a (1) works: expected 1'],
  })
})

test('a test that does not run the second time has failed', () => {
  expect(failedAgain([broken, { ...broken, test: 'c' }], report([], 1))).toHaveLength(2)
})

test('four unstable tests fail the run', () => {
  const failures = ['1', '2', '3', '4'].map((name) => ({ ...broken, test: name }))
  expect(verdict(report(failures.slice(1)), []).isGreen).toBe(true)
  const { isGreen, lines } = verdict(report(failures), [])
  expect([isGreen, lines.at(-1)]).toEqual([false, '4 tests are unstable; at most 3 may be.'])
})

test('without a second run, what failed has failed', () => {
  expect(verdict(report([broken, other]), null)).toMatchObject({ isGreen: false, failed: 2 })
})

test('the pattern of names matches these tests alone, and a file that could not be run runs whole', () => {
  const pattern = new RegExp(namePattern([broken, other]) ?? '')
  const names = ['a (1) works', 'b works', 'a (1) works too', 'a 1 works']
  expect(names.filter((name) => pattern.test(name))).toEqual(['a (1) works', 'b works'])
  expect(namePattern([{ ...broken, test: null }])).toBe(null)
})
