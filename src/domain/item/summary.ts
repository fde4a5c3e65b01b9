import { z } from 'zod'
import { byType, type ContentType } from '../content.ts'
import { positiveInt } from '../value-schemas.ts'
import { type Fields, type FieldsIn, fieldsIn, shapeOf, type View } from './field.ts'
import { type ItemFields, itemFields } from './item-fields.ts'

const id = positiveInt
const summaryOf = (fields: Fields) =>
  z.strictObject({ id, ...shapeOf(fieldsIn(fields, 'list'), 'answer') })

type Summary<All extends Fields> = z.ZodObject<
  { id: typeof id } & View<FieldsIn<All, 'list'>, 'answer'>,
  z.core.$strict
>

/**
 * Schema of an item in a list. A draft has no `publishedAt`; lists for visitors contain only
 * published items.
 */
export const itemSummary = byType<{ [Type in ContentType]: Summary<ItemFields[Type]> }>((type) =>
  summaryOf(itemFields[type]),
)
export type ItemSummary = { [Type in ContentType]: z.infer<(typeof itemSummary)[Type]> }

export type ArticleSummary = ItemSummary['articles']
export type NewsSummary = ItemSummary['news']
export type NewsletterSummary = ItemSummary['newsletters']

/** Fields of a whole item that lists lack. `SiteReader.body` returns the body by `blob`. */
interface Whole {
  metaDescription: string | null
  /** Old addresses that redirect to the item. */
  aliases: Array<string>
  /** ISO instant of the last commit that changed the file; null while unknown. */
  updatedAt: string | null
  /** Git blob id of the file: the item's revision. */
  blob: string
}

/** A whole item of each type. */
export type ItemOf = { [Type in ContentType]: ItemSummary[Type] & Whole }
export type Article = ItemOf['articles']
export type NewsItem = ItemOf['news']
export type Newsletter = ItemOf['newsletters']
