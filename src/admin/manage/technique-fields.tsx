import type { Ref, SelectHTMLAttributes } from 'react'
import { type FieldTexts, SelectField } from '../../ui/field.tsx'
import { levelChoices, versionChoices } from '../item/choices.ts'

type SelectProps = Omit<FieldTexts, 'label'> & { label?: string } & SelectHTMLAttributes<HTMLSelectElement> & {
    ref?: Ref<HTMLSelectElement>
  }

/** How much an article asks of its reader. */
export function LevelField({ label = 'Technique Level', ...rest }: SelectProps) {
  return <SelectField label={label} options={levelChoices()} {...rest} />
}

/** The version of Live that an article is about; `current` is offered also where the list lacks it. */
export function VersionField({
  label = 'Ableton Version',
  current,
  ...rest
}: SelectProps & { current?: string | null }) {
  return <SelectField label={label} options={versionChoices(current)} {...rest} />
}
