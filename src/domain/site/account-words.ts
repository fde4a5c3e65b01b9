import { differingTexts, type TextSettings } from './profile-of.ts'
import { type AccountTextKey, accountEnglish } from './texts/en-account.ts'

/** What the forms for accounts and new passwords say. */
export type AccountWords = Readonly<Record<AccountTextKey, string>>

/** The words of the forms for accounts in the language of a site. */
export function accountWordsOf(settings: TextSettings): AccountWords {
  return { ...accountEnglish, ...differingTexts(settings, accountEnglish) }
}
