import { useFormContext } from 'react-hook-form'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { countsAsPublished } from '../../editing/publication.ts'
import { slugAfterTitle } from '../../editing/title-and-slug.ts'
import { useSiteLanguage } from '../../shell/site-facts.ts'

/** A function to call before the title changes: the slug follows it while the rules allow it. */
export function useSlugFollows(): (title: string) => void {
  const { draft } = useDraftParts()
  const { getValues, setValue, formState } = useFormContext<DraftValues>()
  const language = useSiteLanguage()
  const published = draft.item !== null && countsAsPublished(draft.base)
  return (title) => {
    const [slug, before] = [getValues('slug'), getValues('title')]
    const after = slugAfterTitle(slug, before, title, language)
    if (!published && after !== slug)
      setValue('slug', after, { shouldValidate: formState.errors.slug !== undefined })
  }
}
