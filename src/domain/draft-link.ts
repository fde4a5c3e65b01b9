import { z } from 'zod'
import { contentTypes } from './content.ts'

/** How long a link to a draft works, in days. */
export const draftLinkDays = { usual: 7, most: 90 } as const

/** The body of `POST /api/draft-links`. */
export const draftLinkRequest = z.strictObject({
  type: z.enum(contentTypes),
  id: z.int().positive(),
  days: z
    .int()
    .min(1)
    .max(draftLinkDays.most)
    .default(draftLinkDays.usual)
    .describe('How long the link works.'),
})

/** A link to a draft, as administrators see it. */
export const draftLinkView = z.strictObject({
  id: z.string(),
  url: z.url().describe('Shows the page of the draft as it is when it is opened.'),
  type: z.enum(contentTypes),
  item: z.int().positive(),
  title: z.string(),
  status: z
    .enum(['draft', 'scheduled', 'published', 'deleted'])
    .describe('A link to a published item leads to its page; one to a deleted item shows nothing.'),
  createdBy: z.string().describe('A user name.'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type DraftLinkView = z.infer<typeof draftLinkView>
