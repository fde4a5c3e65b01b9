import { z } from 'zod'
import { contentTypes } from './content.ts'
import { present } from './presence.ts'
import { instant } from './value-schemas.ts'

/** An item that a commit has changed. */
export const changedItem = z.strictObject({
  type: z.enum(contentTypes),
  id: z.number().int(),
  /** The current title; for a deleted item the last one. */
  title: z.string(),
  change: z.enum(['created', 'updated', 'deleted']),
  /** The current revision; null when the item was deleted. */
  revision: z.string().nullable(),
  /** The author of the last commit; null when unknown. */
  author: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  at: instant.nullable(),
  message: z.string().nullable(),
})
export type ChangedItem = z.infer<typeof changedItem>

/**
 * An event for open admin pages: `begin`, with the current commit, `change`, or `presence`, with all
 * who have something open elsewhere.
 */
export const contentEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('begin'), revision: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('change'),
    revision: z.string().nullable(),
    items: z.array(changedItem),
    /** More items changed than `items` contains: the browser should read everything again. */
    more: z.boolean(),
    /** Pictures, snippets or other files that are no texts of the site changed. */
    media: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('presence'), people: z.array(present) }),
])
export type ContentEvent = z.infer<typeof contentEvent>

/** The highest number of changed items in one event. */
export const mostChangedItems = 100
