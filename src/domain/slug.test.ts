import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlug, reservedSlugs, slugify, slugMaxLength } from './slug.ts'

test.each([
  ['Warp Modes: Which One?', 'warp-modes-which-one'],
  ['  Two   spaces\tand a tab ', 'two-spaces-and-a-tab'],
  ['already-a--slug-', 'already-a-slug'],
  ['snake_case stays', 'snake_case-stays'],
  ['Über Größe & Café', 'uber-groe-cafe'],
  ['日本語', ''],
  ['🔥', ''],
  ['-x-', 'x'],
  ["It's 100% done", 'its-100-done'],
])("'%s' becomes '%s'", (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test('a very long title gives a slug of the greatest length or less, without a hyphen at the end', () => {
  const slug = slugify('word '.repeat(200))
  expect(slug.length).toBeLessThanOrEqual(slugMaxLength)
  expect(isSlug(slug)).toBe(true)
})

test('making a slug of a slug changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const slug = slugify(title)
      expect(slugify(slug)).toBe(slug)
    }),
  )
})

test.each(['a', 'warp-modes', 'push-3', '12', 'a_b', 'a'.repeat(slugMaxLength)])(
  "'%s' can stand in an address",
  (text) => {
    expect(isSlug(text)).toBe(true)
  },
)

test.each([
  '',
  '-a',
  'a-',
  'A',
  'a b',
  'a/b',
  '../a',
  'ä',
  'a.b',
  '%2e',
  'a'.repeat(slugMaxLength + 1),
  ...reservedSlugs,
])("'%s' can't stand in an address", (text) => {
  expect(isSlug(text)).toBe(false)
})
