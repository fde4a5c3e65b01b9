import { expect, test } from 'vitest'
import { openingIn, openingOf } from './opening.ts'
import { blockAt, placeHash, textPlace } from './text-place.ts'

const texts = [
  'Warp modes',
  'Beats keeps the attacks.',
  'Note',
  'Beats keeps the attacks.',
  'Tones',
]

test.each([
  ['the block with the words', textPlace(0, 9, 'Warp modes'), 0],
  ['the nearer of two with the same words', textPlace(0, 3, 'Beats keeps the attacks.'), 3],
  ['one whose text the page continues', textPlace(0, 0, 'Note: one more'), 2],
  ['a paragraph that the page cuts after its first words', textPlace(0, 0, 'Beats keeps'), 1],
  ['a line break without a space', textPlace(0, 0, 'Beats\nkeeps the at tacks'), 1],
  ['the number, where no block has the words', textPlace(0, 2, 'Nothing of it'), 2],
  ['the last block, where there are fewer', textPlace(0, 40, ''), 4],
])('a place means %s', (_, place, block) => {
  expect(blockAt(texts, place)).toBe(block)
})

test('a text without blocks has no place', () => {
  expect(blockAt([], textPlace(0, 0, 'Words'))).toBe(-1)
})

test.each(['Words', '100 % & "more" #1.2', 'é😀'.repeat(60), ''])(
  'the fragment of an address keeps a place: %j',
  (words) => {
    const place = textPlace(2, 14, words)
    expect(openingOf(placeHash(place))).toEqual(place)
    expect(openingIn(2, place)).toEqual(place)
    expect(openingIn(0, place)).toBeNull()
  },
)

test.each([
  ['#text', 'end'],
  ['', null],
  ['#part-2', null],
  ['#1.2', null],
  ['#1.2.%E0', { part: 1, block: 2, words: '' }],
])('the fragment %j opens at %j', (hash, opening) => {
  expect(openingOf(hash)).toEqual(opening)
})
