import { wordLanguage } from '../words/word-language.ts'
import { englishText, type TextLanguage } from './text-language.ts'

/** The rules for texts in the language of a tag. */
export async function textLanguage(tag: string): Promise<TextLanguage> {
  const language = await wordLanguage(tag, englishText)
  if (language.tag === englishText.tag) return englishText
  return {
    ...language,
    root: (stem) => stem,
  }
}
