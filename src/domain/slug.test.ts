import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlug, isSlugOf, nameSlug, reservedSlugs, slugify, slugMaxLength } from './slug.ts'

test.each([
  ['Warp Modes: Which One?', 'warp-modes-which-one'],
  ['  Two   spaces\tand a tab ', 'two-spaces-and-a-tab'],
  ['already-a--slug-', 'already-a-slug'],
  ['snake_case stays', 'snake_case-stays'],
  ['Über Größe & Café', 'uber-grosse-cafe'],
  ['Søren Ægir Łódź', 'soren-aegir-lodz'],
  ['STRAẞE', 'strasse'],
  ['Iğdır İstanbul', 'igdir-istanbul'],
  ['Đorđe þing', 'dorde-thing'],
  ['Œuvre, Ǆ, ĳ, ﬁ', 'oeuvre-dz-ij-fi'],
  ['đường phố', 'duong-pho'],
  ['e\u0301te\u0301', 'ete'],
  ['ŋ, ɛ, Ɔ, ƙ', 'ng-e-o-k'],
  ['x² Ｆｕｌｌ', 'x2-full'],
  ['日本語', ''],
  ['🔥', ''],
  ['-x-', 'x'],
  ["It's 100% done", 'its-100-done'],
])("'%s' becomes '%s'", (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test.each([
  ['de', 'ueber-groesse-oel'],
  ['de-AT', 'ueber-groesse-oel'],
  ['sv', 'uber-grosse-ol'],
])('in the language %s umlauts become %s', (language, slug) => {
  expect(slugify('Über Größe ÖL', language)).toBe(slug)
  expect(isSlugOf('Über Größe ÖL', slug)).toBe(true)
})

test('every letter of the Latin alphabets of Europe, and its capital, becomes letters of English', () => {
  const letters = 'àáâãäåāăąæçćĉċčďđðèéêëēĕėęěĝğġģĥħìíîïĩīĭįıĵķĸĺļľŀłñńņňŉŋòóôõöøōŏőœŕŗřśŝşšßţťŧùúûüũūŭůűųŵýŷÿźżžþșțſ'
  for (const letter of [...letters].flatMap((one) => [one, one.toUpperCase()]))
    expect(slugify(letter), letter).toMatch(/^[a-z]{1,2}$/)
})

test('the slug of a file’s name is made as it always was, since its address exists', () => {
  expect(nameSlug('Über Größe & Café')).toBe('uber-groe-cafe')
  expect(nameSlug('Søren Ægir Łódź')).toBe('sren-gir-odz')
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
