import { type TextsOf, textsOf } from '#domain/site/text-of.ts'
import { type PartTextKey, partEnglish } from '#domain/site/texts/en-parts.ts'
import { siteData } from '../ui/site-data.ts'

export type PartTextOf = TextsOf<PartTextKey>

/** The texts for the scripts of what is in a text, in the words of the page's site. */
export function partTexts(): PartTextOf {
  return textsOf<PartTextKey>(siteData().texts ?? {}, partEnglish)
}
