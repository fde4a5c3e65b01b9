import { everyEnglish } from './text-settings.ts'
import { isKnownLanguage, languageTags } from './texts/languages.ts'

/** Whether a text can be the `lang` of a page: a language tag (RFC 5646). */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/**
 * What is wrong with the language of a site, as a sentence; null for one of those that are there,
 * or when `texts` has every text of the public pages. Pages in a language without texts keep its
 * tag, since it is the one that their content is written in.
 */
export function languageFault(language: string, texts: unknown): string | null {
  const known = `There are ${languageTags.join(', ')}.`
  if (!isLanguageTag(language)) return `'${language}' is no language tag; en is used. ${known}`
  if (isKnownLanguage(language)) return null
  const own = typeof texts === 'object' && texts !== null ? texts : {}
  const missing = Object.keys(everyEnglish).filter((key) => !Object.hasOwn(own, key)).length
  if (missing === 0) return null
  return `The site has no texts in the language '${language}'; ${missing} of them are English. ${known}`
}
