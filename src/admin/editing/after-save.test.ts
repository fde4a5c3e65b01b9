import { expect, test } from 'vitest'
import { mergeBodies } from '#domain/markdown/merge-bodies.ts'
import { sampleValues } from '../documents/sample-values.ts'
import { afterSave } from './after-save.ts'

const sent = sampleValues({ title: 'Mine' })
const typed = sampleValues({ title: 'Mine', excerpt: 'Typed meanwhile.' })

test('the answer counts when nothing was typed meanwhile, with what it merged in', () => {
  const saved = sampleValues({ title: 'Mine', category: 'mastering' })
  expect(afterSave('articles', { sent, current: sent, saved }, mergeBodies)).toEqual(saved)
})

test('what was typed meanwhile stays, as a change of what was saved', () => {
  expect(afterSave('articles', { sent, current: typed, saved: sent }, mergeBodies)).toEqual(typed)
})

test('text typed meanwhile is applied on top of the merged result of the save', () => {
  const saved = sampleValues({ title: 'Mine', content: 'Theirs.\n' })
  expect(afterSave('articles', { sent, current: typed, saved }, mergeBodies)).toEqual({
    ...saved,
    excerpt: 'Typed meanwhile.',
  })
})

test('where that can not be, the next save begins from the older base', () => {
  const saved = sampleValues({ title: 'Mine', excerpt: 'Theirs.' })
  expect(afterSave('articles', { sent, current: typed, saved }, mergeBodies)).toBeNull()
})
