import type { Ref, SelectHTMLAttributes } from 'react'
import { type FieldTexts, SelectField } from '../../ui/field.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { levelChoices, versionChoices } from '../item/choices.ts'

type SelectProps = Omit<FieldTexts, 'label'> & { label?: string } & SelectHTMLAttributes<HTMLSelectElement> & {
    ref?: Ref<HTMLSelectElement>
  }

/** Select field for the technique level of an article. */
export function LevelField({ label = 'Technique Level', ...rest }: SelectProps) {
  const profile = useProfile()
  if (profile.levels.keys.length === 0) return null
  return <SelectField label={label} options={levelChoices(undefined, profile)} {...rest} />
}

/** Select field for the version that an article is about; `current` is offered even when the list lacks it. */
export function VersionField({ label, current, ...rest }: SelectProps & { current?: string | null }) {
  const profile = useProfile()
  const { versions, isSpecified } = profile
  const options = versionChoices(current, profile)
  const name = label ?? (isSpecified ? 'Ableton Version' : 'Version')
  if (versions.isFree || options.length === 0) return null
  return <SelectField label={name} options={options} {...rest} />
}
