import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { currentPassword } from '#domain/account.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type Fields = { currentPassword: string }

/** Asks for the password before a change of how somebody signs in. `onSubmit` may set errors in the form. */
export function PasswordQuestion({
  submitLabel,
  pending,
  onSubmit,
  onCancel,
}: {
  submitLabel: string
  pending: boolean
  onSubmit(password: string, form: UseFormReturn<Fields>): void
  onCancel(): void
}) {
  const form = useForm<Fields>({ resolver: zodResolver(currentPassword), defaultValues: { currentPassword: '' } })
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit((values) => onSubmit(values.currentPassword, form))}
    >
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        hint="Only you may change how you sign in."
        autoFocus
        error={form.formState.errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending} pendingText="Checking...">
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
