import type { FieldError } from 'react-hook-form'
import type { AccountWords } from '#domain/site/account-words.ts'

/** What is wrong with a field: that it is empty in the language of the site, what the server says in its own words. */
export function faultText(fault: FieldError | undefined, words: AccountWords): string | undefined {
  return fault?.type === 'too_small' ? words.accountRequired : fault?.message
}
