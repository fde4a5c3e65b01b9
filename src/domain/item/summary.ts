import { z } from 'zod'
import { type Fields, fieldsIn, shapeOf } from './field.ts'
import { itemFields } from './item-fields.ts'

const summaryOf = <All extends Fields>(fields: All) =>
  z.strictObject({ id: z.int().positive(), ...shapeOf(fieldsIn(fields, 'list'), 'answer') })

/** An item as lists have it. A draft has no `publishedAt`; lists of visitors hold published items alone. */
export const itemSummary = {
  articles: summaryOf(itemFields.articles),
  news: summaryOf(itemFields.news),
  newsletters: summaryOf(itemFields.newsletters),
} as const
export type ItemSummary = { [Type in keyof typeof itemSummary]: z.infer<(typeof itemSummary)[Type]> }
