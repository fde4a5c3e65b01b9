import { expect, test } from 'vitest'
import { searchTitles } from './title-search.ts'

const items = [
  'Sidechain the bass',
  'Bass without a sidechain',
  'Über-Bässe',
  'Warp modes',
  'Bass',
].map((title, at) => ({
  id: at + 1,
  title,
}))

test.each([
  ['bass', [2, 5, 1, 3]],
  ['BASS SIDE', [1, 2]],
  ['sidechain the', [1]],
  ['uber bass', [3]],
  ['bass the', [1]],
  ['ass', []],
  ['  ', []],
])('%j finds the titles %j', async (text, ids) => {
  expect(await searchTitles(text, items, 20)).toEqual(ids)
})

test('no more than are asked for', async () => {
  expect(await searchTitles('bass', items, 1)).toHaveLength(1)
})
