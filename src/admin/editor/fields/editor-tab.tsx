import { hasPieces } from '#domain/item/item-fields.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { IssueArticles } from './issue-articles.tsx'
import { PageFields } from './page-fields.tsx'

/**
 * Title and text of an item, with the articles of an issue. `hasContinuationLines` puts the caret
 * at the end of the text.
 */
export function EditorTab({ hasContinuationLines }: { hasContinuationLines: boolean }) {
  const { draft } = useDraftParts()
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageFields hasContinuationLines={hasContinuationLines} />
      {hasPieces(draft.type) && <IssueArticles />}
    </div>
  )
}
