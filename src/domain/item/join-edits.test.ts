import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinEdits } from './join-edits.ts'

test.each([
  [
    'edits of two paragraphs',
    'One.\n\nTwo.\n',
    'One. A\n\nTwo.\n',
    'One.\n\nTwo. B\n',
    'One. A\n\nTwo. B\n',
  ],
  ['edits of two words of one line', 'one two three', 'one 2 three', 'one two 3', 'one 2 3'],
  ['words put in at the same place', 'one', 'one A', 'one B', 'one A B'],
  ['a change of the same word: the later one', 'one two', 'one A', 'one B', 'one B'],
  ['the same edit made twice', 'one', 'one two', 'one two', 'one two'],
])('%s', (_name, before, own, other, joined) => {
  expect(joinEdits(before, own, other, true)).toBe(joined)
})

test('fields, lists of one length and groups are joined piece by piece', () => {
  const before = {
    title: 'T',
    tags: ['a'],
    seo: { text: 'S', image: null as string | null },
    pieces: [{ text: 'x' }, { text: 'y' }],
  }
  const own = { ...before, title: 'T1', pieces: [{ text: 'x 1' }, { text: 'y' }] }
  const other = {
    ...before,
    tags: ['a', 'b'],
    seo: { text: 'S', image: 'i' },
    pieces: [{ text: 'x' }, { text: 'y 2' }],
  }
  expect(joinEdits(before, own, other, true)).toEqual({
    title: 'T1',
    tags: ['a', 'b'],
    seo: { text: 'S', image: 'i' },
    pieces: [{ text: 'x 1' }, { text: 'y 2' }],
  })
})

test('both places come to the same text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', 'word'), { maxLength: 20 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, text, (before, own, other) => {
      expect(joinEdits(before, own, other, true)).toBe(joinEdits(before, other, own, false))
    }),
  )
})
