import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomText } from '../../tests/random-text.ts'
import { createNumberRoom, createPacker, createUnpacker, type Postings } from './packed-postings.ts'
import { createPackedSegment } from './segment.ts'

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
    fc.property(fc.dictionary(randomText(), postings), (words) => {
      const packer = createPacker()
      for (const [word, lists] of Object.entries(words)) packer.add(word, lists, [], null)
      const unpacker = createUnpacker(structuredClone(packer.packed()))
      for (const [word, lists] of Object.entries(words)) {
        expect(plain(unpacker.postings(word, createNumberRoom()))).toEqual(plain(lists))
        expect(unpacker.postings(word, createNumberRoom())).toHaveLength(plain(lists).length)
        expect(unpacker.counts(word)).toEqual(plain(lists).map((numbers) => numbers?.length ?? 0))
        expect(unpacker.has(word)).toBe(plain(lists).length > 0)
      }
    }),
    { numRuns: 20 },
  )
})

test('two segments are joined place by place, and removed documents left out', () => {
  const packer = createPacker()
  const numbers = Int32Array.from([0, -1, 1, 2, -1, 3])
  packer.add('kick', [[0, 1], null, [2]], [[3, 4], [5]], numbers)
  packer.add('gone', [[1]], [[4]], numbers)
  const { postings, words } = createUnpacker(packer.packed())
  expect([...words()]).toEqual(['kick'])
  expect(plain(postings('kick', createNumberRoom()))).toEqual([[0, 2], [3], [1]])
})

test('lists share memory that is used again only after it was taken back', () => {
  const room = createNumberRoom()
  const lists = [600_000, 600_000, 2_000_000, 3].map((count, at) => room.take(count).fill(at + 1))
  expect(lists.map((list) => [list.length, list[0], list.at(-1)])).toEqual([
    [600_000, 1, 1],
    [600_000, 2, 2],
    [2_000_000, 3, 3],
    [3, 4, 4],
  ])
  room.clear()
  expect(room.take(1).buffer).toBe(lists[0]!.buffer)
})

test('words that were forgotten are unpacked again', () => {
  const all = [...Array(100_000).keys()]
  const packer = createPacker()
  for (let word = 0; word < 45; word++) packer.add(`word${word}`, [all.slice(word)], [], null)
  const segment = createPackedSegment(packer.packed())
  const firstOf = (word: number) => plain(segment.postings(`word${word}`))[0]?.slice(0, 2)
  for (let word = 0; word < 45; word++) expect(firstOf(word)).toEqual([word, word + 1])
  const before = segment.postings('word3')
  segment.forgetPostings()
  for (let word = 44; word >= 0; word--) expect(firstOf(word)).toEqual([word, word + 1])
  expect(segment.postings('word3')).not.toBe(before)
  const visited: Array<[string, number | undefined]> = []
  segment.forEach((word, [documents]) => {
    visited.push([word, documents?.at(-1)])
  })
  expect(visited).toEqual(Array.from({ length: 45 }, (_, word) => [`word${word}`, 99_999]))
})
