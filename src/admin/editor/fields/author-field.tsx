import { Controller, useFormContext } from 'react-hook-form'
import { TagField, type TagFieldProps } from '../../../ui/tag-field.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'

/** The authors of the item of a form. */
export function AuthorField() {
  const { control } = useFormContext<DraftValues>()
  return (
    <Controller
      control={control}
      name="author"
      render={({ field: { value, onChange } }) => (
        <AuthorsField value={value} onChange={onChange} />
      )}
    />
  )
}

/** Authors: those of the site are offered, and another name is kept as it is typed. */
export function AuthorsField({ value, onChange }: Pick<TagFieldProps, 'value' | 'onChange'>) {
  const { authors } = useSiteFacts()
  const nameOf = (key: string) => authors.find((author) => author.key === key)?.name ?? key
  const keyOf = (typed: string) =>
    authors.find(({ name }) => name.toLowerCase() === typed.toLowerCase())?.key ?? typed
  return (
    <TagField
      label="Author"
      value={value}
      textOf={nameOf}
      suggestions={authors.map(({ key }) => key)}
      placeholder="Add an author..."
      hint={
        authors.length > 0
          ? 'Choose, or type a name and press Enter.'
          : 'Type a name and press Enter.'
      }
      onChange={(names) => onChange([...new Set(names.map(keyOf))])}
    />
  )
}
