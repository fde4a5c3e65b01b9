import type { InputHTMLAttributes, Ref, SelectHTMLAttributes } from 'react'
import { type FieldTexts, SelectField, TextField } from '../../ui/field.tsx'
import { type CategoryScreen, categoryChoices } from '../item/choices.ts'

type CategoryFieldProps = Omit<FieldTexts, 'label'> & {
  label?: string
  screen: CategoryScreen
  /** The item's category as it was loaded: offered also where the screen's own list lacks it. */
  current?: string | null
} & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** The category of an article, from a screen's own list. The value is in that screen's spelling: see `chosenCategory`. */
export function CategoryField({ label = 'Category', screen, current, ...rest }: CategoryFieldProps) {
  return <SelectField label={label} options={categoryChoices(screen, current)} {...rest} />
}

type NewsCategoryFieldProps = Omit<FieldTexts, 'label'> & { label?: string } & InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
  }

/** The category of a news item: free text (specification, section 3). */
export function NewsCategoryField({ label = 'Category', ...rest }: NewsCategoryFieldProps) {
  return <TextField label={label} autoCapitalize="none" {...rest} />
}
