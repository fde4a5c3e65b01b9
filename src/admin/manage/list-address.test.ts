import { expect, test } from 'vitest'
import { formatListView, parseListView } from './list-address.ts'

const plain = { type: 'articles', q: '', sort: 'newest', show: 'items' } as const

test.each([
  ['', plain],
  ['?type=news', { ...plain, type: 'news' }],
  ['?type=newsletters&sort=oldest', { ...plain, type: 'newsletters', sort: 'oldest' }],
  ['?q=warp+%26+slice&sort=title-desc', { ...plain, q: 'warp & slice', sort: 'title-desc' }],
  ['?show=deleted', { ...plain, show: 'deleted' }],
] as const)("'%s' reads and writes the same view", (search, view) => {
  expect(parseListView(search)).toEqual(view)
  expect(formatListView(view)).toBe(search)
})

test('what is unknown is the default', () => {
  expect(parseListView('?type=pages&sort=up&show=all')).toEqual(plain)
})

test('parameters of others stay', () => {
  expect(formatListView({ ...plain, type: 'news' }, '?type=articles&debug=1')).toBe(
    '?debug=1&type=news',
  )
})
