import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBodies } from '../markdown/merge-bodies.ts'
import { mergeFields as mergeFieldsWith } from './merge-fields.ts'

type Fields = Record<string, unknown>
const mergeFields = (base: Fields, yours: Fields, theirs: Fields) =>
  mergeFieldsWith(base, yours, theirs, mergeBodies)

test('changes of different keys merge, deletions and new keys too', () => {
  const base = { title: 'A', tags: ['x'], draft: true, excerpt: 'e' }
  const yours = { title: 'B', tags: ['x'], draft: true, excerpt: 'e', imageUrl: '/a.png' }
  const theirs = { title: 'A', tags: ['x', 'y'], excerpt: 'e' }
  expect(mergeFields(base, yours, theirs)).toEqual({
    kind: 'merged',
    fields: { title: 'B', tags: ['x', 'y'], excerpt: 'e', imageUrl: '/a.png' },
  })
})

test('one key that both changed differently is a conflict of that key', () => {
  expect(
    mergeFields({ title: 'A', tags: [] }, { title: 'B', tags: ['x'] }, { title: 'C', tags: [] }),
  ).toEqual({
    kind: 'conflict',
    fields: { title: 'C', tags: ['x'] },
    conflicts: [{ key: 'title', base: 'A', yours: 'B', theirs: 'C' }],
  })
})

test('the same change made twice is no conflict', () => {
  const changed = { articles: [{ title: 'One', content: 'x' }] }
  expect(mergeFields({ articles: [] }, changed, structuredClone(changed))).toEqual({
    kind: 'merged',
    fields: changed,
  })
})

const one = { title: 'One', excerpt: '', content: 'First.' }
const two = { title: 'Two', excerpt: '', content: 'Second.' }
const three = { title: 'Three', excerpt: '', content: 'Third.' }
const lists: Record<
  string,
  { base?: Array<object>; yours: Array<object>; theirs: Array<object>; merged: unknown }
> = {
  'different records': {
    yours: [{ ...one, content: 'First!' }, two],
    theirs: [one, { ...two, content: 'Second!' }],
    merged: [
      { ...one, content: 'First!' },
      { ...two, content: 'Second!' },
    ],
  },
  'different fields of one record': {
    yours: [{ ...one, title: 'Uno' }, two],
    theirs: [{ ...one, excerpt: 'E' }, two],
    merged: [{ ...one, title: 'Uno', excerpt: 'E' }, two],
  },
  'an addition behind a change': {
    yours: [one, two, three],
    theirs: [one, { ...two, content: 'Second!' }],
    merged: [one, { ...two, content: 'Second!' }, three],
  },
  'another order and a change': {
    yours: [two, one],
    theirs: [one, { ...two, content: 'Second!' }],
    merged: [{ ...two, content: 'Second!' }, one],
  },
  'a removal and a change of another one': {
    yours: [two],
    theirs: [one, { ...two, title: 'Deux' }],
    merged: [{ ...two, title: 'Deux' }],
  },
  'a change beside records that are equal': {
    base: [one, one, two],
    yours: [one, one, two, three],
    theirs: [one, one, { ...two, excerpt: 'E' }],
    merged: [one, one, { ...two, excerpt: 'E' }, three],
  },
  'different blocks of one text': {
    base: [{ ...one, content: 'First.\n\nSecond.\n' }],
    yours: [{ ...one, content: 'First!\n\nSecond.\n' }],
    theirs: [{ ...one, content: 'First.\n\nSecond!\n', excerpt: 'E' }],
    merged: [{ ...one, content: 'First!\n\nSecond!\n', excerpt: 'E' }],
  },
  'the removal of a record that the other side changed': {
    yours: [two],
    theirs: [{ ...one, content: 'First!' }, two],
    merged: null,
  },
  'two changes of one field': {
    yours: [{ ...one, content: 'A' }, two],
    theirs: [{ ...one, content: 'B' }, two],
    merged: null,
  },
  'two additions at one place': {
    yours: [one, two, three],
    theirs: [one, two, { title: 'Four' }],
    merged: null,
  },
  'two places for one record': {
    base: [one, two, three],
    yours: [two, one, three],
    theirs: [two, three, one],
    merged: null,
  },
  'a new place for a record that the other side removed': {
    base: [one, two, three],
    yours: [two, three, one],
    theirs: [two, three],
    merged: null,
  },
}
test.each(Object.entries(lists))(
  'lists of records are merged by record, both ways: %s',
  (_, { base: articles = [one, two], yours, theirs, merged }) => {
    for (const [mine, other] of [
      [yours, theirs],
      [theirs, yours],
    ]) {
      const result = mergeFields({ articles }, { articles: mine }, { articles: other })
      expect(result.kind === 'merged' ? result.fields.articles : null).toEqual(merged)
    }
  },
)

test('merging keeps its laws', () => {
  const record = fc.record({
    title: fc.constantFrom('a', 'b', 'c'),
    content: fc.constantFrom('x', 'y', ''),
  })
  const value = fc.oneof(
    fc.constantFrom('a', 'b', null, 1),
    fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    fc.array(record, { maxLength: 4 }),
  )
  const fields = fc.dictionary(fc.constantFrom('title', 'tags', '__proto__', 'constructor'), value)
  fc.assert(
    fc.property(fields, fields, fields, (base, yours, theirs) => {
      expect(mergeFields(base, base, theirs)).toEqual({ kind: 'merged', fields: { ...theirs } })
      expect(mergeFields(base, yours, base)).toEqual({ kind: 'merged', fields: { ...yours } })
      expect(mergeFields(base, yours, yours).kind).toBe('merged')
      const [one, two] = [mergeFields(base, yours, theirs), mergeFields(base, theirs, yours)]
      expect(one.kind).toBe(two.kind)
      if (one.kind === 'merged') expect(two).toEqual(one)
    }),
  )
})
