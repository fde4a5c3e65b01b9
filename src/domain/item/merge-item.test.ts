import { expect, test } from 'vitest'
import { mergeBodies } from '../markdown/merge-bodies.ts'
import { changedFrom, decidedItem, mergeItem, sideOf } from './merge-item.ts'

const base = { title: 'A', tags: ['x'], content: 'One.\n\nTwo.\n' }

test('fields merge by key and the body by block', () => {
  const yours = { ...base, title: 'B', content: 'One!\n\nTwo.\n' }
  const theirs = { ...base, tags: ['x', 'y'], content: 'One.\n\nTwo!\n' }
  const merged = mergeItem(base, yours, theirs, mergeBodies)
  expect(merged).toEqual({
    fields: { title: 'B', tags: ['x', 'y'], content: 'One!\n\nTwo!\n' },
    conflicts: [],
  })
  expect(changedFrom(theirs, merged.fields)).toEqual({ title: 'B', content: 'One!\n\nTwo!\n' })
})

test('what both changed is left to a person, with the parts of the body, and decided for one side or by hand', () => {
  const yours = { ...base, title: 'B', content: 'One!\n\nTwo, mine.\n' }
  const theirs = { ...base, title: 'C', content: 'One.\n\nTwo, theirs.\n' }
  const merged = mergeItem(base, yours, theirs, mergeBodies)
  expect(merged.conflicts.map(({ key }) => key)).toEqual(['title', 'content'])
  expect(merged.fields).toMatchObject({ title: 'C', content: 'One.\n\nTwo, theirs.\n' })
  const decided = decidedItem(merged, (conflict) =>
    conflict.key === 'title' ? 'D' : sideOf(conflict, 'yours'),
  )
  expect(decided).toEqual({ title: 'D', tags: ['x'], content: 'One!\n\nTwo, mine.\n' })
  const left = decidedItem(merged, (conflict) => sideOf(conflict, 'theirs'))
  expect(left).toEqual({ title: 'C', tags: ['x'], content: 'One!\n\nTwo, theirs.\n' })
})

test('without a base every difference is a conflict, the whole body too', () => {
  const { conflicts } = mergeItem(
    null,
    { title: 'A', content: 'x' },
    { title: 'A', content: 'y' },
    mergeBodies,
  )
  expect(conflicts).toEqual([
    {
      key: 'content',
      base: null,
      yours: 'x',
      theirs: 'y',
      chunks: [{ kind: 'conflict', base: '', yours: 'x', theirs: 'y' }],
    },
  ])
})

test('the body may have another name', () => {
  const { fields, conflicts } = mergeItem(
    { markdown: 'One.\n\nTwo.\n' },
    { markdown: 'One!\n\nTwo.\n' },
    { markdown: 'One.\n\nTwo!\n' },
    mergeBodies,
    'markdown',
  )
  expect([fields, conflicts]).toEqual([{ markdown: 'One!\n\nTwo!\n' }, []])
})

test('the values of own fields merge by key, and a conflict names one of them', () => {
  const base = { title: 'T', fields: { sun: 1, soil: 'dry' } }
  const yours = { title: 'T', fields: { sun: 2, soil: 'dry' } }
  const other = mergeItem(base, yours, { title: 'U', fields: { sun: 1, soil: 'wet' } }, never)
  expect(other).toEqual({ fields: { title: 'U', fields: { sun: 2, soil: 'wet' } }, conflicts: [] })
  const same = mergeItem(base, yours, { title: 'T', fields: { sun: 3, soil: 'wet' } }, never)
  expect(same.conflicts).toEqual([{ key: 'fields.sun', base: 1, yours: 2, theirs: 3 }])
  expect(decidedItem(same, () => 2)).toEqual({ title: 'T', fields: { sun: 2, soil: 'wet' } })
})

const never = () => {
  throw new Error('no text differs')
}
