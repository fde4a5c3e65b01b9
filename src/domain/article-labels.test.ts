import { expect, test } from 'vitest'
import { levelLabel, levelNumber, liveVersionLabel, shownTags } from './article-labels.ts'

test.each([
  ['12.0', 'Live 12.0'],
  ['11.3', 'Live 11.3'],
  ['live_9', 'Live 9'],
  ['live_12', 'Live 12'],
] as const)('version %s reads %s', (version, label) => {
  expect(liveVersionLabel(version)).toBe(label)
})

test('levels have a word and a number of bars', () => {
  expect(levelLabel('intermediate')).toBe('Intermediate')
  expect([levelNumber('beginner'), levelNumber('intermediate'), levelNumber('advanced')]).toEqual([
    1, 2, 3,
  ])
})

test('a card shows two tags and counts the rest', () => {
  expect(shownTags(['bass', 'fm', 'operator', 'bells'], 2)).toEqual({
    shown: ['bass', 'fm'],
    more: 2,
  })
  expect(shownTags(['bass'], 2)).toEqual({ shown: ['bass'], more: 0 })
})
