import { expect, test } from 'vitest'
import { cachedList, cachedPictures } from './cached-list.ts'

const item = { author: [], status: 'published' }
const whole = [
  { ...item, id: 1, title: 'Beta', publishedAt: '2026-01-01' },
  { ...item, id: 2, title: 'alpha', publishedAt: null },
  { ...item, id: 3, title: 'Gamma', publishedAt: '2026-02-01', excerpt: 'Beta, too.' },
]
const context = { language: 'en', timeZone: 'UTC', authors: [] }
const ids = (query: string) =>
  cachedList(whole, new URLSearchParams(query), context)?.items.map(({ id }) => id) ?? null

test.each([
  ['', [2, 3, 1]],
  ['sort=oldest', [1, 3, 2]],
  ['sort=title&limit=50', [2, 1, 3]],
  ['q=BETA', [3, 1]],
  ['cursor=abc', null],
  ['sort=size', null],
  ['sound=yes', null],
])('a kept list answers ?%s', (query, expected) => {
  expect(ids(query)).toEqual(expected)
})

test.each([
  ['limit=100', ['/media/2020/pad.png', '/media/2020/gr%C3%BCn.png']],
  ['q=PAD', ['/media/2020/pad.png']],
  ['q=grün', ['/media/2020/gr%C3%BCn.png']],
  ['q=2020 warp', ['/media/2020/pad.png']],
  ['cursor=abc', null],
])('kept pictures answer ?%s', (query, expected) => {
  const uses = [
    { type: 'articles' as const, id: 1, title: 'Warp everything', path: 'articles/one.md' },
  ]
  const facts = { width: 1, height: 1, bytes: 1, addedAt: null }
  const pictures = [
    { ...facts, url: '/media/2020/pad.png', usedBy: uses },
    { ...facts, url: '/media/2020/gr%C3%BCn.png', usedBy: [] },
  ]
  expect(
    cachedPictures(pictures, new URLSearchParams(query))?.items.map(({ url }) => url) ?? null,
  ).toEqual(expected)
})
