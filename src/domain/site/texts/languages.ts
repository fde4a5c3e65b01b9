import { baseOf } from '../../words/base-language.ts'
import { german } from './de.ts'
import type { Texts } from './en.ts'
import { hebrew } from './he.ts'

/**
 * The languages of the public pages besides English. Another one is a file beside `de.ts` and an
 * entry here.
 */
const languages: ReadonlyMap<string, Texts> = new Map([
  ['de', german],
  ['he', hebrew],
])

/** The tags of the languages that the public pages can have. */
export const languageTags: ReadonlyArray<string> = ['en', ...languages.keys()]

/** Whether the public pages have texts for a tag such as `de` or `de-AT`. */
export function isKnownLanguage(tag: string): boolean {
  return languageTags.includes(baseOf(tag))
}

/**
 * The texts of a language; null for English, whose texts the pages have anyway, and for a language
 * that is not there.
 */
export function textsOfLanguage(tag: string): Texts | null {
  return languages.get(baseOf(tag)) ?? null
}
