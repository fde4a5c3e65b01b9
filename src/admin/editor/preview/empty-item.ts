import type { PreviewedItem } from '#domain/previewed-page.ts'
import { itemOf, valuesOf } from '../../documents/draft-values.ts'

/** An item without any values, for what a preview does not know. */
export const emptyItem = {
  ...itemOf(valuesOf('articles', { category: 'workflow' }, 'UTC'), 'UTC'),
  id: 0,
  aliases: [],
  updatedAt: null,
  blob: '',
} as unknown as PreviewedItem
