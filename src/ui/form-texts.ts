import { createContext, useContext } from 'react'
import { type TextsOf, textsOf } from '#domain/site/text-of.ts'
import { type FormTextKey, formEnglish } from '#domain/site/texts/en-forms.ts'

export type FormTextOf = TextsOf<FormTextKey>

/** Those of the specification. */
export const specifiedFormTexts: FormTextOf = textsOf({}, formEnglish)

export const FormTexts = createContext(specifiedFormTexts)

/** The texts of forms. Apart from those of the pages, which a form in a browser does not load. */
export function useFormTexts(): FormTextOf {
  return useContext(FormTexts)
}
