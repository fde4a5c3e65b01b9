import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomText } from '../../tests/random-text.ts'
import { keySchema } from './site/category-settings.ts'
import {
  cutSlug,
  isSlug,
  isSlugOf,
  keyOfLabel,
  nameSlug,
  reservedSlugs,
  slugFault,
  slugify,
  slugMaxBytes,
  slugMaxLength,
} from './slug.ts'

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
  ['At 1½ bars', 'at-1-1-2-bars'],
  ['日本語', '日本語'],
  ['Питч-шифтинг в Ableton', 'питч-шифтинг-в-ableton'],
  ['Ёлки: Й и И\u0306', 'ёлки-й-и-й'],
  ['Ρυθμός & Ήχος', 'ρυθμός-ήχος'],
  ['ＡＢＬＥＴＯＮ入門：第１歩', 'ableton入門第1歩'],
  ['ﾋﾟｯﾁ・シフター', 'ピッチシフター'],
  ['음높이 바꾸기 ㅋㅋ', '음높이-바꾸기-ㅋㅋ'],
  ['تغيير الطبقة ٣', 'تغيير-الطبقة-٣'],
  ['שינוי גובה', 'שינוי-גובה'],
  ['การทำเพลง', 'การทำเพลง'],
  ['हिन्दी में मिक्सिंग', 'हिन्दी-में-मिक्सिंग'],
  ['Зведення п’ять / пʼять', 'зведення-пять-пять'],
  ['1️⃣ шаг', '1-шаг'],
  ['\u0301 \u0e31', ''],
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
  const letters =
    'àáâãäåāăąæçćĉċčďđðèéêëēĕėęěĝğġģĥħìíîïĩīĭįıĵķĸĺļľŀłñńņňŉŋòóôõöøōŏőœŕŗřśŝşšßţťŧùúûüũūŭůűųŵýŷÿźżžþșțſ'
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

test('a slug is no longer than a name of a file may be, and ends with a whole character', () => {
  for (const syllable of ['नि', 'กี่', '한', '漢', 'Ж', '👩‍🎤м']) {
    const slug = slugify(syllable.repeat(200))
    const whole = slugify(syllable)
    expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(slugMaxBytes)
    expect(slug.length).toBeLessThanOrEqual(slugMaxLength)
    expect(slug).toBe(whole.repeat(slug.length / whole.length))
    expect(isSlug(`${cutSlug(slug, 3)}-12`)).toBe(true)
  }
})

/** Titles with words of many scripts, and with any other characters. */
const title = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'Питч Łódź ΟΔΟΣ 入門 ピッチ 음악 نغمة שיר เพลง संगीत ਗੀਤ இசை სიმღერა երգ ዜማ ᎠᏂ Ⅳ ½ 👩‍🎤 e\u0301 И\u0306 -- _'.split(
          ' ',
        ),
      ),
      randomText(),
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(' '))

test('making a slug of a slug changes nothing, and what is made can stand in an address', () => {
  fc.assert(
    fc.property(title, (text) => {
      const slug = slugify(text)
      expect(slugify(slug)).toBe(slug)
      expect(
        slug === '' || reservedSlugs.has(slug) || /^[_-]|[_-]$/.test(slug) || isSlug(slug),
      ).toBe(true)
      expect(decodeURIComponent(encodeURI(slug))).toBe(slug)
    }),
  )
})

test.each([
  'a',
  'warp-modes',
  'push-3',
  '12',
  'a_b',
  'a'.repeat(slugMaxLength),
  'питч-2',
  'हिन्दी',
  '日本語',
  '漢'.repeat(66),
])("'%s' can stand in an address", (text) => {
  expect(isSlug(text)).toBe(true)
})

test.each([
  ['new', /^The site needs the name 'new' itself/],
  ['x'.repeat(121), /^A slug has at most 120 characters/],
  ['漢'.repeat(67), /200 bytes/],
  ['ö'.repeat(121), /^A slug has lowercase letters/],
  ['A b', /^A slug has lowercase letters/],
])("'%s' is refused for its own reason", (text, reason) => {
  expect(slugFault(text)).toMatch(reason)
})

test.each([
  '',
  '-a',
  'a-',
  'A',
  'a b',
  'a/b',
  '../a',
  'ä',
  'Питч',
  'и\u0306',
  '\u0306и',
  '漢'.repeat(67),
  '🔥',
  'a.b',
  '%2e',
  'a'.repeat(slugMaxLength + 1),
  ...reservedSlugs,
])("'%s' can't stand in an address", (text) => {
  expect(isSlug(text)).toBe(false)
})

test.each([
  ['House plants', 'house_plants'],
  ['Für  Élise - op. 59', 'fur_elise_op_59'],
  ['Дом и сад', 'дом_и_сад'],
  ['庭', '庭'],
  ['पौधे', 'पौधे'],
  ['!?', ''],
  ['ё'.repeat(60), 'ё'.repeat(40)],
])('the key of the label %s is %s', (label, key) => {
  expect(keyOfLabel(label)).toBe(key)
})

test('the key of any label is a key of a category, or empty', () => {
  const label = fc.oneof(
    randomText({ maxLength: 60 }),
    fc.lorem(),
    fc.constantFrom('ХЎ Дом', 'ﬀ ①'),
  )
  fc.assert(
    fc.property(label, (text) => {
      const key = keyOfLabel(text)
      expect(key === '' || keySchema.safeParse(key).success, JSON.stringify([text, key])).toBe(true)
    }),
  )
})

test.each(['Дом', 'дом-сад', '_дом', 'дом__сад', 'é', 'ß', 'е\u0308', 'a b', ''])(
  '%j is no key',
  (key) => {
    expect(keySchema.safeParse(key).success).toBe(false)
  },
)
