import { z } from 'zod'
import { contentTypes } from './content.ts'
import { storableDraft } from './device-draft.ts'
import { instant, positiveInt } from './value-schemas.ts'

/** Of what a review is asked, and what is said to it. */
export const reviewRequest = z.strictObject({
  type: z.enum(contentTypes),
  id: positiveInt,
  note: z.string().trim().max(2000, 'A note has at most 2,000 characters.').default(''),
})

/** A request of a writer that an editor publishes an item, or what they have typed in it. */
export const reviewView = z.strictObject({
  type: z.enum(contentTypes),
  id: positiveInt,
  title: z.string(),
  status: z.enum(['draft', 'scheduled', 'published']),
  state: z.enum(['asked', 'returned']).describe('Returned: the writer has to change something.'),
  note: z.string().describe('Of the writer, or of the editor who returned it.'),
  askedBy: z.string().describe('A user name.'),
  askedAt: instant,
  returnedBy: z.string().nullable().describe('A user name.'),
  isMine: z.boolean(),
})
export type ReviewView = z.infer<typeof reviewView>

/** What the writer has typed and not saved, when the review was asked for or later. */
export const reviewText = z.strictObject({
  text: storableDraft.pick({ base: true, values: true, at: true }).nullable(),
})
