import { type TextsOf, textsOf } from '#domain/site/text-of.ts'
import { formEnglish } from '#domain/site/texts/en-forms.ts'
import { partEnglish } from '#domain/site/texts/en-parts.ts'
import { bodyEnglish } from '#domain/site/texts/en-server.ts'

/**
 * What stands in the HTML of a text: what the server writes there, and what the scripts of its
 * parts say.
 */
export const englishInBodies = {
  ...partEnglish,
  ...bodyEnglish,
  decimalMark: formEnglish.decimalMark,
}

type WrittenKey = keyof typeof englishInBodies

/** Those of these texts that a site has other words for. */
export type BodyTexts = Readonly<Partial<Record<WrittenKey, string>>>
export type BodyTextOf = TextsOf<WrittenKey>

/** The texts of a site; those of the specification for `{}`. */
export function bodyTextsOf(texts: BodyTexts): BodyTextOf {
  return textsOf(texts, englishInBodies)
}
