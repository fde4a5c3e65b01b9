import type { Ref, SelectHTMLAttributes } from 'react'
import { subjectData } from '#domain/site/subject-data.ts'
import { type FieldTexts, SelectField } from '../../ui/field.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { levelChoices, versionChoices } from '../editing/choices.ts'

type SelectProps = Omit<FieldTexts, 'label'> &
  SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** Select field for the technique level of an article. */
export function LevelField(props: SelectProps) {
  const profile = useProfile()
  if (profile.levels.keys.length === 0) return null
  return (
    <SelectField label="Technique Level" options={levelChoices(undefined, profile)} {...props} />
  )
}

/**
 * Select field for the version that an article is about; `current` is offered even when the list
 * lacks it.
 */
export function VersionField({ current, ...rest }: SelectProps & { current?: string | null }) {
  const profile = useProfile()
  const options = versionChoices(current, profile)
  if (profile.versions.isFree || options.length === 0) return null
  return (
    <SelectField
      label={subjectData[profile.subject].versionLabels.dialog}
      options={options}
      {...rest}
    />
  )
}
