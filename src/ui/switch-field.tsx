import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldMessages, useTies } from './field.tsx'

/**
 * A switch. It is a native checkbox, so `ref`, `checked`, `defaultChecked` and `onChange` work as
 * usual.
 */
export function SwitchField({
  label,
  hint,
  error,
  id: wantedId,
  ...rest
}: {
  label: string
  hint?: ReactNode
  error?: string
  ref?: Ref<HTMLInputElement>
} & InputHTMLAttributes<HTMLInputElement>) {
  const ties = useTies(wantedId, error, hint)
  return (
    <div className="form-field">
      <span className="flex items-center gap-2.5 text-14 font-semibold">
        <input
          {...rest}
          {...ties}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own state
          role="switch"
          className="appearance-none relative flex-none w-10 h-6 border-[1.5px] border-ink
            rounded-full bg-surface cursor-pointer transition-[background-color] before:absolute
            before:top-1/2 before:start-0.75 before:size-4 before:rounded-full before:bg-ink
            before:-translate-y-1/2 before:transition-[left] checked:bg-accent-ink
            checked:before:start-[calc(100%-1.1875rem)] checked:before:bg-paper"
        />
        <label htmlFor={ties.id}>{label}</label>
      </span>
      <FieldMessages id={ties.id} error={error} hint={hint} />
    </div>
  )
}
