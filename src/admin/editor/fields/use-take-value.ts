import { useFormContext } from 'react-hook-form'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useSlugFollows } from './use-slug-follows.ts'

/** A field of the form that values are proposed for. */
export type ProposedField = 'title' | 'excerpt' | 'metaDescription' | 'tags' | 'content'

/** A function that puts a proposed value into its field, as if it were typed. */
export function useTakeValue() {
  const { setValue } = useFormContext<DraftValues>()
  const follow = useSlugFollows()
  return (field: ProposedField, value: DraftValues[ProposedField]): void => {
    if (field === 'title') follow(String(value))
    setValue(field, value, { shouldDirty: true, shouldValidate: true })
  }
}
