import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

/** A switch. It is a native checkbox, so `ref`, `checked`, `defaultChecked` and `onChange` work as usual. */
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
  const ownId = useId()
  const id = wantedId ?? ownId
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="form-field">
      <span className="switch-line">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
          role="switch"
          className="switch"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </span>
      {error && (
        <p id={`${id}-error`} className="form-error" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="form-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
