import { z } from 'zod'
import type { ContentType } from './content.ts'
import { counted } from './count-words.ts'
import { itemTypes } from './item/types.ts'
import { positiveInt } from './value-schemas.ts'

/** The most items that one commit changes. */
const mostItems = 10_000

const words = z.array(z.string()).max(100).default([])

/** What is done to each of several items; the values are those of a single save. */
const bulkChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('publish') }),
  z.strictObject({ action: z.literal('unpublish') }),
  z.strictObject({ action: z.literal('schedule'), publishedAt: z.string() }),
  z.strictObject({ action: z.literal('category'), category: z.string() }),
  z.strictObject({ action: z.literal('tags'), add: words, remove: words }),
  z.strictObject({ action: z.literal('author'), author: z.array(z.string()) }),
  z.strictObject({ action: z.literal('delete') }),
])
export type BulkChange = z.output<typeof bulkChange>

const ids = z.array(positiveInt).min(1).max(mostItems)

/** The body of `POST /api/{type}/bulk`. */
export const bulkRequest = z.strictObject({ ids, change: bulkChange })

/** The body of `POST /api/{type}/export`. */
export const exportRequest = z.strictObject({ ids })

/** How far a change of several items is. */
export const bulkProgress = z.strictObject({ done: z.int(), of: z.int() })
export type BulkProgress = z.output<typeof bulkProgress>

export const bulkAnswer = z.strictObject({
  changed: z.int().describe('How many items are different now, or gone.'),
  unchanged: z.int().describe('How many were like that already.'),
  refused: z
    .array(z.strictObject({ id: z.int(), title: z.string(), message: z.string() }))
    .describe(
      'The items that stay as they are, each with the reason that a single save would give.',
    ),
  commit: z
    .string()
    .nullable()
    .describe('The commit, for `POST /api/undo`; null when nothing changed.'),
})
export type BulkAnswer = z.output<typeof bulkAnswer>

/** The message of a commit that changes several items. */
export function bulkMessage(type: ContentType, action: BulkChange['action'], count: number) {
  const { one, several } = itemTypes[type]
  return `${action === 'delete' ? 'Delete' : 'Update'} ${counted(count, one, several)}`
}

/** Whether a commit has such a message; it is undone as one, whatever its size. */
export function isBulkMessage(message: string): boolean {
  const [, noun = ''] = /^(?:Update|Delete) [\d,]+ (.+)$/.exec(message.trim()) ?? []
  return Object.values(itemTypes).some(({ several }) => noun === several)
}
