import { expect, test } from 'vitest'
import { formatView, parseView } from '../shell/use-address-view.ts'
import { listChoices, noFilters } from './list-address.ts'

const plain = { type: 'articles', q: '', sort: 'newest', show: 'items', ...noFilters } as const

test.each([
  ['', plain],
  ['?type=news', { ...plain, type: 'news' }],
  ['?type=newsletters&sort=oldest', { ...plain, type: 'newsletters', sort: 'oldest' }],
  ['?q=warp+%26+slice&sort=title-desc', { ...plain, q: 'warp & slice', sort: 'title-desc' }],
  ['?show=deleted', { ...plain, show: 'deleted' }],
  ['?status=draft&tag=warp&year=2025', { ...plain, status: 'draft', tag: 'warp', year: '2025' }],
] as const)("'%s' reads and writes the same view", (search, view) => {
  expect(parseView(listChoices, search)).toEqual(view)
  expect(formatView(listChoices, view)).toBe(search)
})

test('what is unknown is the default', () => {
  expect(parseView(listChoices, '?type=pages&sort=up&show=all')).toEqual(plain)
})

test('parameters of others stay', () => {
  expect(formatView(listChoices, { ...plain, type: 'news' }, '?type=articles&debug=1')).toBe(
    '?debug=1&type=news',
  )
})
