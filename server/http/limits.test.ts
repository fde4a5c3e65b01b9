import { expect, test } from 'vitest'
import { createTokenBucket } from '../platform/token-bucket.ts'
import { networkOf } from './network-of.ts'

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
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
  ['[::ffff:192.0.2.7]', '192.0.2.7'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a burst passes, then as many as are filled up', () => {
  let time = 1000
  const limit = createTokenBucket({ burst: 3, perSecond: 2, now: () => time })
  const takeAt = (at: number, key = 'a') => {
    time = at
    return limit.take(key)
  }
  expect([0, 0, 0, 0].map(() => takeAt(1000))).toEqual([0, 0, 0, 1])
  expect(takeAt(1000, 'b')).toBe(0)
  expect(takeAt(1499)).toBe(1)
  expect(takeAt(1500)).toBe(0)
  expect(takeAt(1500)).toBe(1)
  expect([0, 0, 0, 0].map(() => takeAt(60_000))).toEqual([0, 0, 0, 1])
})

test('a token given back can be taken again, and never fills a bucket beyond its burst', () => {
  const limit = createTokenBucket({ burst: 2, perSecond: 1, now: () => 0 })
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 1])
  limit.refund('a')
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 1])
  for (let at = 0; at < 5; at += 1) limit.refund('a')
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 1])
})

test('full buckets are forgotten when there are very many, and no other', () => {
  let time = 0
  const limit = createTokenBucket({ burst: 1, perSecond: 1, now: () => time })
  for (let at = 0; at < 30_000; at += 1) limit.take(`old ${at}`)
  time = 500
  expect(limit.take('old 29999')).toBe(1)
  time = 10_000
  for (let at = 0; at < 30_000; at += 1) limit.take(`new ${at}`)
  expect([limit.take('new 0'), limit.take('new 29999'), limit.take('old 29999')]).toEqual([1, 1, 0])
})

test('a clock that is set back takes nothing away', () => {
  let time = 10_000
  const limit = createTokenBucket({ burst: 2, perSecond: 1, now: () => time })
  limit.take('a')
  time = 5_000
  expect(limit.take('a')).toBe(0)
  time = 6_000
  expect(limit.take('a')).toBe(0)
})
