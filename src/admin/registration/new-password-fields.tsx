import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'

/** The field for a new password, and a switch that shows what is typed. */
export function NewPasswordFields({
  label,
  error,
  field,
}: {
  label: string
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
        hint="At least 10 characters that are hard to guess."
        error={error}
        {...field}
      />
      <SwitchField label="Show password" checked={shown} onChange={(event) => setShown(event.target.checked)} />
    </>
  )
}
