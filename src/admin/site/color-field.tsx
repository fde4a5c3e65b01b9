import type { Ref } from 'react'
import { Field, type FieldTexts } from '../../ui/field.tsx'

/** A color as #rrggbb, typed or chosen with the browser's own picker. */
export function ColorField({
  value,
  onChange,
  onBlur,
  invalid = false,
  ref,
  ...texts
}: FieldTexts & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** Whether an error that is shown elsewhere is about this color. */
  invalid?: boolean
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <Field
      {...texts}
      control={(ties) => (
        <span className="control flex items-center gap-2">
          <input
            type="color"
            aria-label={`Choose: ${texts.label}`}
            className="size-6 flex-none cursor-pointer appearance-none overflow-hidden rounded-full
              border border-line p-0 [&::-moz-color-swatch]:border-0
              [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:border-0"
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            {...ties}
            aria-invalid={ties['aria-invalid'] ?? (invalid || undefined)}
            ref={ref}
            type="text"
            className="w-full min-w-0 font-mono text-14"
            value={value}
            maxLength={7}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => onChange(target.value.trim())}
            onBlur={onBlur}
          />
        </span>
      )}
    />
  )
}
