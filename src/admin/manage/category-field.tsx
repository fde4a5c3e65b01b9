import type { InputHTMLAttributes, Ref, SelectHTMLAttributes } from 'react'
import { type FieldTexts, LiteralField, SelectField } from '../../ui/field.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { type CategoryScreen, categoryChoices } from '../editing/choices.ts'

type CategoryFieldProps = Omit<FieldTexts, 'label'> & {
  label?: string
  screen: CategoryScreen
  /** The item's stored category; offered even when the screen's list lacks it. */
  current?: string | null
} & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/**
 * Select field for the category of an article, with the screen's list. Each screen has its own
 * spelling of values: see `chosenCategory`.
 */
export function CategoryField({
  label = 'Category',
  screen,
  current,
  ...rest
}: CategoryFieldProps) {
  return (
    <SelectField label={label} options={categoryChoices(screen, current, useProfile())} {...rest} />
  )
}

type NewsCategoryFieldProps = Omit<FieldTexts, 'label'> & {
  label?: string
} & InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
  }

/** Text field for the category of a news item, which is free text (specification, section 3). */
export function NewsCategoryField({ label = 'Category', ...rest }: NewsCategoryFieldProps) {
  return <LiteralField label={label} {...rest} />
}
