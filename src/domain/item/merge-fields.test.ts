import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFields } from './merge-fields.ts'

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
  expect(mergeFields({ title: 'A', tags: [] }, { title: 'B', tags: ['x'] }, { title: 'C', tags: [] })).toEqual({
    kind: 'conflict',
    fields: { title: 'C', tags: ['x'] },
    conflicts: [{ key: 'title', base: 'A', yours: 'B', theirs: 'C' }],
  })
})

test('the same change made twice is no conflict', () => {
  const changed = { articles: [{ title: 'One', content: 'x' }] }
  expect(mergeFields({ articles: [] }, changed, structuredClone(changed))).toEqual({ kind: 'merged', fields: changed })
})

test('merging keeps its laws', () => {
  const value = fc.oneof(fc.constantFrom('a', 'b', null, 1), fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }))
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
