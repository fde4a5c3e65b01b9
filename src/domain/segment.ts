import { z } from 'zod'
import { keySchema } from './site/category-settings.ts'

/** Keys of categories and levels of the site, which the server checks. */
const keys = z.array(keySchema).max(40)
const [topics, levels] = [keys, keys]

/** What a reader has chosen by the link of a mail. An empty list means everything. */
export const readerChoice = z.strictObject({ topics, levels })
export type ReaderChoice = z.infer<typeof readerChoice>

/**
 * The part of the active subscribers that gets an issue. Each list that is not empty is a
 * condition; all of them hold.
 */
export const segment = z.strictObject({
  sources: z.array(z.string().max(100)).max(100).default([]).describe('Where people subscribed.'),
  topics: topics.default([]).describe('Who chose one of these topics, or chose none at all.'),
  levels: levels.default([]).describe('Who chose one of these levels, or chose none at all.'),
})
export type Segment = z.infer<typeof segment>

export const everybody: Segment = { sources: [], topics: [], levels: [] }

export function isEverybody({ sources, topics, levels }: Segment): boolean {
  return sources.length + topics.length + levels.length === 0
}
