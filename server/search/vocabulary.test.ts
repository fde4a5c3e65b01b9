import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '#domain/edit-distance.ts'
import { countBits, createVocabulary, letterBits } from './vocabulary.ts'

test.each<[string, string, number]>([
  ['reverb', 'reverb', 0],
  ['revreb', 'reverb', 1],
  ['rverb', 'reverb', 1],
  ['reeverb', 'reverb', 1],
  ['reverv', 'reverb', 1],
  ['erverb', 'reverb', 1],
  ['revrbe', 'reverb', 2],
  ['kick', 'snare', 3],
  ['', 'ab', 2],
])("from '%s' to '%s' it takes %i edits (3 stands for more than 2)", (typed, word, edits) => {
  expect(editDistance(typed, word, 2)).toBe(edits)
})

test('an open word counts by its nearest beginning', () => {
  expect(editDistance('sidehc', 'sidechain', 1, true)).toBe(1)
  expect(editDistance('sidec', 'sidechain', 1, true)).toBe(0)
  expect(editDistance('sidxx', 'sidechain', 1, true)).toBe(2)
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 7 })

/** The textbook definition, without bounds. */
function plainDistance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, line) =>
    Array.from({ length: other.length + 1 }, (_, column) =>
      line === 0 ? column : column === 0 ? line : 0,
    ),
  )
  for (let line = 1; line <= one.length; line++)
    for (let column = 1; column <= other.length; column++) {
      const row = table[line]!
      const same = one[line - 1] === other[column - 1]
      row[column] = Math.min(
        table[line - 1]![column]! + 1,
        row[column - 1]! + 1,
        table[line - 1]![column - 1]! + (same ? 0 : 1),
      )
      if (
        line > 1 &&
        column > 1 &&
        one[line - 1] === other[column - 2] &&
        one[line - 2] === other[column - 1]
      )
        row[column] = Math.min(row[column]!, table[line - 2]![column - 2]! + 1)
    }
  return table[one.length]![other.length]!
}

test('the bounded distance is the plain one, cut off', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 3 }), (one, other, limit) => {
      expect(editDistance(one, other, limit)).toBe(Math.min(plainDistance(one, other), limit + 1))
    }),
    { numRuns: 400 },
  )
})

test('near finds exactly the words within the distance, the nearest first', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1, maxLength: 40 }),
      word,
      fc.integer({ min: 1, max: 2 }),
      (words, typed, limit) => {
        const found = createVocabulary(new Map(words.map((one) => [one, { promise: 0 }]))).near(
          typed,
          limit,
          false,
          100,
        )
        const expected = words.filter((one) => plainDistance(typed, one) <= limit)
        expect(new Set(found.map((one) => one.word))).toEqual(new Set(expected))
        expect(found.map((one) => one.distance)).toEqual(found.map((one) => one.distance).sort())
      },
    ),
    { numRuns: 120 },
  )
})

test('beginnings are found, the most promising first, up to the limit', () => {
  const words = ['mix', 'mixer', 'mixing', 'mixture', 'mid', 'n']
  const vocabulary = createVocabulary(new Map(words.map((one) => [one, { promise: one.length }])))
  expect(vocabulary.beginningWith('mix', 10)).toEqual(['mixture', 'mixing', 'mixer'])
  expect(vocabulary.beginningWith('mix', 2)).toEqual(['mixture', 'mixing'])
  expect(vocabulary.beginningWith('mixtures', 2)).toEqual([])
  expect(createVocabulary(new Map()).beginningWith('a', 2)).toEqual([])
})

test('bits tell letters apart and are counted', () => {
  expect(countBits(0)).toBe(0)
  expect(countBits(-1)).toBe(32)
  expect(countBits(letterBits('reverb'))).toBe(4)
  expect(letterBits('abc')).toBe(letterBits('cabba'))
})
