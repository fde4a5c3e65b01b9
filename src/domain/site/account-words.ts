import { differingTexts, type TextSettings } from './profile-of.ts'
import { type AccountTextKey, accountEnglish } from './texts/en-account.ts'

/** What the forms for accounts and new passwords say. */
export type AccountWords = Readonly<Record<AccountTextKey, string>>

/** The words of the forms for accounts in the language of a site. */
export function accountWordsOf(settings: TextSettings): AccountWords {
  return { ...accountEnglish, ...differingTexts(settings, accountEnglish) }
}

const keys = Object.keys(accountEnglish) as Array<AccountTextKey>

/** A sentence of the server in the words of a site; one that they do not have stays as it is. */
export function serverSentence(sentence: string, words: AccountWords): string {
  const minutes = /\d+/.exec(sentence)?.[0] ?? ''
  const filled = (text: string) => text.replace('{minutes}', minutes)
  const key = keys.find((one) => filled(accountEnglish[one]) === sentence)
  return key === undefined ? sentence : filled(words[key])
}
