import { expect, test } from 'vitest'
import { createByteCache } from './byte-cache.ts'

test('entries unused for longest go when the cache is full', () => {
  const cache = createByteCache<string, string>(10)
  cache.set('a', 'A', 4)
  cache.set('b', 'B', 4)
  expect(cache.get('a')).toBe('A')
  cache.set('c', 'C', 4)
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toBe('A')
  expect(cache.get('c')).toBe('C')
})

test('replacing an entry frees what it took', () => {
  const cache = createByteCache<string, string>(10)
  for (let round = 0; round < 5; round += 1) cache.set('a', `A${round}`, 6)
  cache.set('b', 'B', 4)
  expect(cache.get('a')).toBe('A4')
})

test('an entry larger than the cache is not kept and drives nothing out', () => {
  const cache = createByteCache<string, string>(10)
  cache.set('a', 'A', 10)
  cache.set('b', 'B', 11)
  expect(cache.get('a')).toBe('A')
  expect(cache.get('b')).toBeUndefined()
})
