import { z } from 'zod'
import { contentTypes } from './content.ts'
import { instant, positiveInt } from './value-schemas.ts'

/** How long a link to a draft works, in days. */
export const draftLinkDays = { usual: 7, most: 90 } as const

/** The body of `POST /api/draft-links`. */
export const draftLinkRequest = z.strictObject({
  type: z.enum(contentTypes),
  id: positiveInt,
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
  item: positiveInt,
  title: z.string(),
  status: z
    .enum(['draft', 'scheduled', 'published', 'deleted'])
    .describe('A link to a published item leads to its page; one to a deleted item shows nothing.'),
  createdBy: z.string().describe('A user name.'),
  createdAt: instant,
  expiresAt: instant,
})
export type DraftLinkView = z.infer<typeof draftLinkView>
