import { expect, test } from 'vitest'
import { categoryChoices, chosenCategory, levelChoices, versionChoices } from './choices.ts'

const values = (choices: ReadonlyArray<{ value: string }>) => choices.map(({ value }) => value)

test('the manage screen offers its eight categories', () => {
  expect(values(categoryChoices('manage'))).toEqual([
    'workflow',
    'mixing',
    'sound_design',
    'composition',
    'mastering',
    'live_performance',
    'ableton_push',
    'plugins',
  ])
  expect(categoryChoices('manage', 'mixing')).toHaveLength(8)
})

test('the creator offers its own spelling and labels', () => {
  expect(categoryChoices('creator')).toContainEqual({
    value: 'sound-design',
    label: 'Sound Design',
  })
  expect(categoryChoices('creator')).toContainEqual({
    value: 'mixing',
    label: 'Mixing & Mastering',
  })
  expect(values(categoryChoices('creator'))).toHaveLength(8)
})

test.each([
  ['manage', 'hardware', { value: 'hardware', label: 'Hardware' }],
  ['manage', 'production', { value: 'production', label: 'Production Techniques' }],
  ['creator', 'midi_effects', { value: 'midi_effects', label: 'MIDI Effects' }],
  ['creator', 'releases', { value: 'releases', label: 'releases' }],
] as const)('on the %s screen an item in %s keeps its category', (screen, current, choice) => {
  expect(categoryChoices(screen, current).at(-1)).toEqual(choice)
})

test('a category in another spelling is not offered twice', () => {
  const choices = categoryChoices('creator', 'sound_design')
  expect(choices).toHaveLength(8)
  expect(chosenCategory(choices, 'sound_design')).toBe('sound-design')
  expect(chosenCategory(categoryChoices('manage', 'ableton-push'), 'ableton-push')).toBe(
    'ableton_push',
  )
})

test('versions are the four of the manage screen, and the current one', () => {
  expect(versionChoices()).toEqual([
    { value: 'live_9', label: 'Live 9' },
    { value: 'live_10', label: 'Live 10' },
    { value: 'live_11', label: 'Live 11' },
    { value: 'live_12', label: 'Live 12' },
  ])
  expect(values(versionChoices('11.3'))).toEqual([
    '11.3',
    'live_9',
    'live_10',
    'live_11',
    'live_12',
  ])
})

test('what a file says is offered where the list lacks it', () => {
  expect(versionChoices('10.0').at(-1)).toEqual({ value: '10.0', label: 'Live 10.0' })
  expect(values(levelChoices('expert'))).toEqual(['beginner', 'intermediate', 'advanced', 'expert'])
  expect(categoryChoices('manage', '')[0]).toEqual({ value: '', label: 'No category' })
})

test('levels are offered by name', () => {
  expect(levelChoices().map(({ label }) => label)).toEqual(['Beginner', 'Intermediate', 'Advanced'])
})
