import { expect, test } from 'vitest'
import { keptList } from './kept-list.ts'

const whole = [
  { id: 1, title: 'Beta', publishedAt: '2026-01-01' },
  { id: 2, title: 'alpha', publishedAt: null },
  { id: 3, title: 'Gamma', publishedAt: '2026-02-01', excerpt: 'Beta, too.' },
]
const ids = (query: string) => keptList(whole, new URLSearchParams(query))?.items.map(({ id }) => id) ?? null

test.each([
  ['', [2, 3, 1]],
  ['sort=oldest', [1, 3, 2]],
  ['sort=title&limit=50', [2, 1, 3]],
  ['q=BETA', [3, 1]],
  ['cursor=abc', null],
  ['sort=size', null],
])('a kept list answers ?%s', (query, expected) => {
  expect(ids(query)).toEqual(expected)
})
