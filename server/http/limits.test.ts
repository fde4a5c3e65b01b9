import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'
import { createTokenBucket } from './token-bucket.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a burst passes, then as many as are filled up', () => {
  const limit = createTokenBucket({ burst: 3, perSecond: 2 })
  expect([0, 0, 0, 0].map(() => limit.take('a', 1000))).toEqual([0, 0, 0, 1])
  expect(limit.take('b', 1000)).toBe(0)
  expect(limit.take('a', 1499)).toBe(1)
  expect(limit.take('a', 1500)).toBe(0)
  expect(limit.take('a', 1500)).toBe(1)
  expect([0, 0, 0, 0].map(() => limit.take('a', 60_000))).toEqual([0, 0, 0, 1])
})

test('a clock that is set back takes nothing away', () => {
  const limit = createTokenBucket({ burst: 2, perSecond: 1 })
  limit.take('a', 10_000)
  expect(limit.take('a', 5_000)).toBe(0)
  expect(limit.take('a', 6_000)).toBe(0)
})
