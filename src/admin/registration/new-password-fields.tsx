import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { AccountWords } from '#domain/site/account-words.ts'
import { TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'

/** The field for a new password, and a switch that shows what is typed. */
export function NewPasswordFields({
  label,
  words,
  error,
  field,
}: {
  label: string
  words: AccountWords
  error: string | undefined
  field: UseFormRegisterReturn
}) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <TextField
        label={label}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        required
        hint={words.accountPasswordHint}
        error={error}
        {...field}
      />
      <SwitchField
        label={words.accountShowPassword}
        checked={shown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </>
  )
}
