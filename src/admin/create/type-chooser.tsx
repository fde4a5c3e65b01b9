import { FileText, Newspaper } from 'lucide-react'
import type { CreatedType } from '../editing/creator-state.ts'

const choices = [
  {
    value: 'articles',
    label: 'Article',
    text: 'A tip or tutorial, found by category.',
    icon: FileText,
  },
  { value: 'news', label: 'News', text: 'Something that has happened.', icon: Newspaper },
] as const

/** Chooses the type of the new item. */
export function TypeChooser({
  value,
  disabled,
  onChange,
}: {
  value: CreatedType
  disabled: boolean
  onChange: (type: CreatedType) => void
}) {
  return (
    <fieldset disabled={disabled}>
      <legend className="form-label mb-1.5">Content Type</legend>
      <div className="grid grid-cols-2 gap-3">
        {choices.map(({ value: type, label, text, icon: Icon }) => (
          <label
            key={type}
            className="relative flex items-start gap-3 py-3 px-3.5 border-[1.5px] border-line rounded-card bg-surface text-15/[1.35] cursor-pointer hover:border-muted has-checked:border-ink has-checked:shadow-[inset_0.25rem_0_0_var(--color-accent)] has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2 in-disabled:cursor-not-allowed in-disabled:not-has-checked:opacity-55 max-sm:items-center"
            data-part="creator-type"
          >
            {/* The native control covers the card invisibly. */}
            <input
              className="absolute inset-0 size-full m-0 opacity-0 [cursor:inherit]"
              type="radio"
              name="content-type"
              checked={value === type}
              onChange={() => onChange(type)}
            />
            <Icon className="flex-none size-5 mt-0.5 max-sm:mt-0" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-13 text-muted max-sm:hidden">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
