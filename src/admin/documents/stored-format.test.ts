import { expect, test } from 'vitest'
import { carriedOver } from './stored-format.ts'

const sample = { title: 'File', count: 3, tags: ['a'], added: 'new' }

const base = { title: 'B', count: 1, tags: [], added: 'x' }
const values = { title: 'V', count: 1, tags: ['t'], added: 'y' }
/** A version that knew fewer fields, and one that is gone. */
const older = { title: 'B', count: 1, tags: [], gone: 'b' }
const typed = { ...older, title: 'V', gone: 'v' }

test.each([
  // base, values, what is read
  [base, values, { base, values }],
  [older, typed, { base: { ...older, added: 'new' }, values: { ...typed, added: 'new' } }],
  // Another kind of value is not taken for that field.
  [
    { title: 'B', count: '1', tags: [], added: 'x' },
    { title: 'V', count: '2', tags: [], added: 'x' },
    {
      base: { title: 'B', count: 3, tags: [], added: 'x' },
      values: { title: 'V', count: 3, tags: [], added: 'x' },
    },
  ],
  [{}, {}, null],
  [null, { title: 'V' }, null],
  ['text', [], null],
])('%j and %j are carried over', (base, values, expected) => {
  expect(carriedOver(sample, base, values)).toEqual(expected)
})
