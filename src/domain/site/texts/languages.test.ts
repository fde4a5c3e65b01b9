import { expect, test } from 'vitest'
import { isRightToLeft } from '../direction.ts'
import { everyEnglish } from '../text-settings.ts'
import type { TextKey } from './en.ts'
import { isKnownLanguage, languageTags, textsOfLanguage } from './languages.ts'

const others = languageTags.filter((tag) => tag !== 'en')
const keys = Object.keys(everyEnglish) as Array<TextKey>
const placesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** Texts that have one form for one of a thing, and say the number as a word. */
const ofOne: ReadonlySet<TextKey> = new Set([
  'oneDownload',
  'moreFile',
  'oneResult',
  'oneResultFor',
])
/** Texts of a language of its own that are the same word in English. */
const sameWords =
  /^(?:newsletters?|downloads|foundDownloads|foundIn|code(?:Named)?|article|version|tags|cookies|packTempo|deviceParameter|embed(?:Album|Playlist|Video)|soundPosition|categoryTitle)$/i

test.each(others)('the language %s has every text, with the values of the English one', (tag) => {
  const texts = textsOfLanguage(tag) ?? ({} as Partial<Record<TextKey, string>>)
  expect(keys.filter((key) => !texts[key]?.trim())).toEqual([])
  expect(Object.keys(texts).filter((key) => !Object.hasOwn(everyEnglish, key))).toEqual([])
  const other = keys.filter((key) => {
    const [wanted, given] = [everyEnglish[key], texts[key] ?? ''].map(placesIn)
    const isLeftOut = ofOne.has(key) || (key === 'categoryTitle' && given?.length === 1)
    return (
      String(wanted) !== String(given) &&
      !(isLeftOut && given?.every((name) => wanted?.includes(name)))
    )
  })
  expect(other).toEqual([])
})

test.each(others)('no text of the language %s is left in English', (tag) => {
  const texts = textsOfLanguage(tag)
  const isSame = (key: TextKey) =>
    texts?.[key] === everyEnglish[key] && /\p{L}{2}/u.test(everyEnglish[key])
  expect(keys.filter((key) => isSame(key) && !sameWords.test(key))).toEqual([])
})

test('a language that is written from right to left has no text with letters of another script alone', () => {
  const latin = others.filter(isRightToLeft).flatMap((tag) =>
    Object.entries(textsOfLanguage(tag) ?? {}).filter(([key, text]) => {
      const words = text.replace(/\{\w+\}|name@example\.com/g, '')
      return /\p{Script=Latin}/u.test(words) && key !== 'sound'
    }),
  )
  expect(latin).toEqual([])
})

test('a tag with a region has the texts of its language', () => {
  expect(textsOfLanguage('de-AT')).toBe(textsOfLanguage('de'))
  expect(['de-CH', 'EN-gb', 'he', 'fr', '', 'constructor'].map(isKnownLanguage)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
