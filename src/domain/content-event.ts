import { z } from 'zod'
import { contentTypes } from './content.ts'

/** An item that another commit has changed. */
export const changedItem = z.strictObject({
  type: z.enum(contentTypes),
  id: z.number().int(),
  /** As it is now, or was before it was deleted. */
  title: z.string(),
  change: z.enum(['created', 'updated', 'deleted']),
  /** The version that is there now; null when it was deleted. */
  revision: z.string().nullable(),
  /** Who changed it last, as git has it; null where that is not known. */
  author: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  at: z.iso.datetime().nullable(),
  message: z.string().nullable(),
})
export type ChangedItem = z.infer<typeof changedItem>

/** What an open admin is told: that a stream begins, and at which commit, or what changed. */
export const contentEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begin'), revision: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('change'),
    revision: z.string().nullable(),
    items: z.array(changedItem),
    /** More changed than is told of; everything is to be read anew. */
    more: z.boolean(),
    /** Pictures or other files changed. */
    media: z.boolean(),
  }),
])
export type ContentEvent = z.infer<typeof contentEvent>

/** So many changed items are named at most. */
export const mostChangedItems = 100
