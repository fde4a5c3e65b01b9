import { type TextsOf, textsOf } from '#domain/site/text-of.ts'
import { type PartTextKey, partEnglish } from '#domain/site/texts/en-parts.ts'
import { type BodyTextKey, bodyEnglish } from '#domain/site/texts/en-server.ts'

/**
 * What stands in the HTML of a text: what the server writes there, and what the scripts of its
 * parts say.
 */
export const englishInBodies = { ...partEnglish, ...bodyEnglish }

/** Those of these texts that a site has other words for. */
export type BodyTexts = Readonly<Partial<Record<BodyTextKey | PartTextKey, string>>>
export type BodyTextOf = TextsOf<BodyTextKey | PartTextKey>

/** The texts of a site; those of the specification for `{}`. */
export function bodyTextsOf(texts: BodyTexts): BodyTextOf {
  return textsOf(texts, englishInBodies)
}
