import { useDraftParts } from '../draft-editor/draft-context.ts'
import { SlugField, TitleField } from '../draft-editor/editor-tab.tsx'

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
