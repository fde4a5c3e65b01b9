import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../ui/button.tsx'
import { LiteralField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'

type Fields = { code: string }

/** Asks for a code of an authenticator app. `onSubmit` may set errors in the form. */
export function CodeForm({
  schema,
  hint,
  submitLabel,
  tone = 'primary',
  pending,
  onSubmit,
  onCancel,
  children,
}: {
  schema: z.ZodType<Fields, Fields>
  hint?: string
  submitLabel: string
  tone?: 'primary' | 'danger'
  pending: boolean
  onSubmit(code: string, form: UseFormReturn<Fields>): void
  onCancel(): void
  children?: ReactNode
}) {
  const form = useForm<Fields>({ resolver: zodResolver(schema), defaultValues: { code: '' } })
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit(({ code }) => onSubmit(code, form))}
    >
      {children}
      <LiteralField
        label="Code"
        autoComplete="one-time-code"
        hint={hint}
        autoFocus
        {...registerField(form, 'code')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={tone} pending={pending} pendingText="Checking...">
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
