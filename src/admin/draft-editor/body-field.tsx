import { useFormContext } from 'react-hook-form'
import { TextArea } from '../../ui/field.tsx'
import type { DraftValues } from './draft-values.ts'

/** A rich text of the item, Markdown in the form. */
export function BodyField({
  name,
  label,
  placeholder,
}: {
  name: 'content' | `articles.${number}.content`
  label: string
  placeholder?: string
}) {
  const { register, getFieldState, formState } = useFormContext<DraftValues>()
  return (
    <TextArea
      {...register(name)}
      label={label}
      placeholder={placeholder}
      rows={16}
      error={getFieldState(name, formState).error?.message}
    />
  )
}
