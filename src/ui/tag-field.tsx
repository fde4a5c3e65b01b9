import { type ReactNode, useState } from 'react'
import { Chip } from './chip.tsx'
import { Field } from './field.tsx'

export interface TagFieldProps {
  label: string
  value: ReadonlyArray<string>
  onChange: (tags: Array<string>) => void
  /** Offered below the field unless they are tags already. */
  suggestions?: ReadonlyArray<string>
  /** A highlighted tag, such as the primary keyword. */
  highlighted?: string | null
  /** Shown without tags. */
  empty?: ReactNode
  placeholder?: string
  hint?: ReactNode
  error?: string
  /** Ignores a tag that exists already. */
  unique?: boolean
  removeLabel?: (tag: string) => string
  /** The text that stands for a tag. */
  textOf?: (tag: string) => string
}

/**
 * A list of tags: Enter adds the trimmed text unless it is blank, Backspace in the empty field
 * removes the last one (specification, section 5).
 */
export function TagField({
  label,
  value,
  onChange,
  suggestions = [],
  highlighted = null,
  empty,
  placeholder,
  hint,
  error,
  unique = true,
  textOf = (tag) => tag,
  removeLabel = (tag) => `Remove ${textOf(tag)}`,
}: TagFieldProps) {
  const [typed, setTyped] = useState('')
  const offered = suggestions.filter((tag) => !value.includes(tag))

  function add(text: string) {
    const tag = text.trim()
    if (tag !== '' && !(unique && value.includes(tag))) onChange([...value, tag])
  }

  function remove(index: number) {
    onChange(value.filter((_, other) => other !== index))
  }

  return (
    <Field
      {...{ label, hint, error }}
      control={(ties) => (
        <div className="grid gap-2">
          {value.length > 0 ? (
            <ul className="tag-list">
              {value.map((tag, index) => (
                <Chip
                  // biome-ignore lint/suspicious/noArrayIndexKey: a tag may stand twice where the screen allows it
                  key={`${tag} ${index}`}
                  highlighted={tag === highlighted}
                  removeLabel={removeLabel(tag)}
                  onRemove={() => remove(index)}
                >
                  {textOf(tag)}
                </Chip>
              ))}
            </ul>
          ) : (
            empty && <p className="form-hint">{empty}</p>
          )}
          <input
            {...ties}
            type="text"
            dir="auto"
            className="control"
            value={typed}
            placeholder={placeholder}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                add(typed)
                setTyped('')
              } else if (event.key === 'Backspace' && typed === '' && value.length > 0)
                remove(value.length - 1)
            }}
          />
          {offered.length > 0 && (
            <ul className="tag-list">
              {offered.map((tag) => (
                <li key={tag}>
                  <button type="button" className="tag-offer" onClick={() => add(tag)}>
                    + {textOf(tag)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    />
  )
}
