import type { Ref, SelectHTMLAttributes } from 'react'
import { type FieldTexts, SelectField } from '../../ui/field.tsx'
import { levelChoices, versionChoices } from '../item/choices.ts'

type SelectProps = Omit<FieldTexts, 'label'> & { label?: string } & SelectHTMLAttributes<HTMLSelectElement> & {
    ref?: Ref<HTMLSelectElement>
  }

/** Select field for the technique level of an article. */
export function LevelField({ label = 'Technique Level', ...rest }: SelectProps) {
  return <SelectField label={label} options={levelChoices()} {...rest} />
}

/** Select field for the version of Live; `current` is offered even when the list lacks it. */
export function VersionField({
  label = 'Ableton Version',
  current,
  ...rest
}: SelectProps & { current?: string | null }) {
  return <SelectField label={label} options={versionChoices(current)} {...rest} />
}
