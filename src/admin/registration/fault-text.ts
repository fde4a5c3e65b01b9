import type { FieldError } from 'react-hook-form'
import { type AccountWords, serverSentence } from '#domain/site/account-words.ts'
import { reasonOf } from '../../api/refusal.ts'

/** The state of a form for an account. */
export type FormState =
  | { kind: 'idle' }
  | { kind: 'pending' }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

/** What is wrong with a field, in the language of the site. */
export function faultText(fault: FieldError | undefined, words: AccountWords): string | undefined {
  return fault?.type === 'too_small'
    ? words.accountRequired
    : fault?.message && serverSentence(fault.message, words)
}

/** Why the server refused, in the language of the site. */
export function failureText(error: unknown, words: AccountWords): string {
  const reason = reasonOf(error)
  return reason === null ? words.accountUnreachable : serverSentence(reason, words)
}
