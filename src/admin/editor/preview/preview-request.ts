import { hasPieces } from '#domain/item/item-fields.ts'
import type { PreviewedItem } from '#domain/previewed-page.ts'
import { type DraftValues, itemOf } from '../../documents/draft-values.ts'
import type { EditedItem } from '../../editing/draft-context.ts'
import type { PreviewRequest } from './preview-dialog.tsx'

/** The edited fields, for the preview. */
export function previewRequestOf(
  { type, timeZone, item }: Pick<EditedItem, 'type' | 'timeZone' | 'item'>,
  values: DraftValues,
): PreviewRequest {
  const id = item?.id
  return {
    type,
    ...(id !== undefined && { id }),
    content: values.content,
    ...(hasPieces(type) && { articles: values.articles }),
    item: {
      ...(itemOf(values, timeZone) as Partial<PreviewedItem>),
      ...(id !== undefined && { id }),
      title: values.title,
      updatedAt: item?.updatedAt ?? null,
    },
  }
}
