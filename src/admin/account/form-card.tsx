import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** A card with a form and its submit button. */
export function FormCard({
  title,
  submitLabel,
  pendingText,
  pending,
  disabled = false,
  onSubmit,
  children,
}: {
  title: string
  submitLabel: string
  pendingText: string
  pending: boolean
  disabled?: boolean
  onSubmit: (event: FormEvent) => unknown
  children: ReactNode
}) {
  return (
    <Card title={title}>
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        {children}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={disabled}
          pending={pending}
          pendingText={pendingText}
        >
          {submitLabel}
        </Button>
      </form>
    </Card>
  )
}
