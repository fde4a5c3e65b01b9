import { FileText, Newspaper } from 'lucide-react'
import type { CreatedType } from '../item/creator-state.ts'

const choices = [
  { value: 'articles', label: 'Article', text: 'A tip or tutorial, found by category.', icon: FileText },
  { value: 'news', label: 'News', text: 'Something that has happened.', icon: Newspaper },
] as const

/** What is created. */
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
      <div className="creator-types">
        {choices.map(({ value: type, label, text, icon: Icon }) => (
          <label key={type} className="creator-type">
            <input type="radio" name="content-type" checked={value === type} onChange={() => onChange(type)} />
            <Icon aria-hidden="true" />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="creator-type-text">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
