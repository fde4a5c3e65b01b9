import type { AccountWords } from '#domain/site/account-words.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { ResetRequestForm } from './reset-request-form.tsx'

/**
 * The forms of people who are not signed in, as one island: each island costs bytes on every page.
 */
export type AccountFormProps = { words: AccountWords } & (
  | { form: 'register' | 'new password'; code: string }
  | { form: 'forgotten password' }
)

/** One of the forms at /auth and below. */
export function AccountForm(props: AccountFormProps) {
  if (props.form === 'register') return <RegistrationForm code={props.code} words={props.words} />
  if (props.form === 'new password')
    return <NewPasswordForm code={props.code} words={props.words} />
  return <ResetRequestForm words={props.words} />
}
