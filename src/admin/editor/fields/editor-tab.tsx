import { hasPieces } from '#domain/item/item-fields.ts'
import { type Opening, openingIn } from '#domain/opening.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { IssueArticles } from './issue-articles.tsx'
import { PageFields } from './page-fields.tsx'

/**
 * Title and text of an item, with the articles of an issue. `opening` says where the caret is at
 * first.
 */
export function EditorTab({ opening }: { opening: Opening }) {
  const { draft } = useDraftParts()
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageFields opening={openingIn(0, opening)} />
      {hasPieces(draft.type) && <IssueArticles opening={opening} />}
    </div>
  )
}
