import { expect, test } from 'vitest'
import { liveVersionLabel, shownTags } from './article-labels.ts'
import { specifiedVocabulary } from './site/vocabulary.ts'

test.each([
  ['12.0', 'Live 12.0'],
  ['11.3', 'Live 11.3'],
  ['live_9', 'Live 9'],
  ['live_12', 'Live 12'],
] as const)('version %s reads %s', (version, label) => {
  expect(liveVersionLabel(version)).toBe(label)
})

test('levels have a word and a number of bars', () => {
  const { keys, label, number } = specifiedVocabulary.levels
  expect(keys.map((key) => `${number(key)} ${label(key)}`).join()).toBe(
    '1 Beginner,2 Intermediate,3 Advanced',
  )
})

test('a card shows two tags and counts the rest', () => {
  const tags = ['bass', 'fm', 'operator', 'bells']
  expect(shownTags(tags, 2)).toEqual({ shown: tags.slice(0, 2), more: 2 })
  expect(shownTags(['bass'], 2)).toEqual({ shown: ['bass'], more: 0 })
})
