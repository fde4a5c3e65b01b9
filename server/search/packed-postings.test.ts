import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacker, createUnpacker, type Postings } from './packed-postings.ts'

const documents = fc
  .uniqueArray(fc.integer({ min: 0, max: 300_000 }), { maxLength: 20 })
  .map((list) => list.sort((one, other) => one - other))
const postings = fc.array(fc.option(documents), { maxLength: 15 })

/** Postings as lists, without places behind the last document. */
function plain(lists: Postings): Array<ReadonlyArray<number> | null> {
  const places = lists.map((numbers) => (numbers?.length ? [...numbers] : null))
  while (places.length > 0 && places.at(-1) === null) places.pop()
  return places
}

test('packed postings come back as they were, with their counts', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), postings), (words) => {
      const packer = createPacker()
      for (const [word, lists] of Object.entries(words)) packer.add(word, lists, [], null)
      const unpacker = createUnpacker(structuredClone(packer.packed()))
      for (const [word, lists] of Object.entries(words)) {
        expect(plain(unpacker.postings(word))).toEqual(plain(lists))
        expect(unpacker.postings(word)).toHaveLength(plain(lists).length)
        expect(unpacker.counts(word)).toEqual(plain(lists).map((numbers) => numbers?.length ?? 0))
        expect(unpacker.has(word)).toBe(plain(lists).length > 0)
      }
    }),
  )
})

test('two segments are joined place by place, and removed documents left out', () => {
  const packer = createPacker()
  const numbers = Int32Array.from([0, -1, 1, 2, -1, 3])
  packer.add('kick', [[0, 1], null, [2]], [[3, 4], [5]], numbers)
  packer.add('gone', [[1]], [[4]], numbers)
  const { postings, words } = createUnpacker(packer.packed())
  expect([...words()]).toEqual(['kick'])
  expect(plain(postings('kick'))).toEqual([[0, 2], [3], [1]])
})
