import { SlugField, TitleField } from '../editor/fields/editor-tab.tsx'
import { useDraftParts } from '../item/draft-context.ts'

/** The title and, of articles only, the slug. */
export function TitleAndSlug() {
  const { draft } = useDraftParts()
  return (
    <>
      <TitleField />
      {draft.type === 'articles' && <SlugField />}
    </>
  )
}
