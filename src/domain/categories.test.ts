import { expect, test } from 'vitest'
import {
  categoryLabel,
  normalizeCategory,
  publicCategories,
  sidebarCategories,
  storedCategories,
} from './categories.ts'
import { areStartingCategories, startingCategories } from './site/starting-categories.ts'

test.each([
  ['sound_design', 'sound_design'],
  ['sound-design', 'sound_design'],
  ['Sound Design', 'sound_design'],
  [' ableton-push ', 'ableton_push'],
  ['production', 'production'],
  ['MIDI Effects', 'midi_effects'],
])("'%s' is the category %s", (text, category) => {
  expect(normalizeCategory(text)).toBe(category)
})

test.each(['', 'all', 'sounddesign', 'toString', '__proto__'])("'%s' is no category", (text) => {
  expect(normalizeCategory(text)).toBeNull()
})

test('labels are the words in title case, with MIDI as it is written', () => {
  expect(publicCategories.map(categoryLabel)).toEqual([
    'Workflow',
    'Mixing',
    'Sound Design',
    'Composition',
    'Mastering',
    'Live Performance',
    'MIDI Effects',
    'Audio Effects',
    'Sample Management',
    'Plugins',
    'Hardware',
    'Ableton Push',
  ])
  expect(categoryLabel('production')).toBe('Production Techniques')
})

test('twelve categories are public, thirteen can be stored, eleven are counted in the sidebar', () => {
  expect([publicCategories.length, storedCategories.length, sidebarCategories.length]).toEqual([
    12, 13, 11,
  ])
  expect(sidebarCategories).not.toContain('sample_management')
})

test('a list that calls an icon as earlier versions did is that of the site as it came', () => {
  const production = startingCategories.at(-1)!
  expect(
    areStartingCategories(startingCategories.with(-1, { ...production, icon: 'layers' })),
  ).toBe(true)
})
