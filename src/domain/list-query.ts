import { z } from 'zod'

/** Query parameters of the list calls (rulings, section 6). */
export const listQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .optional()
    .describe('At most so many items; the `Link` header then names the next page.'),
  cursor: z.string().max(4000).optional().describe('Where the page begins, as the `Link` header says.'),
  q: z.string().max(200).optional().describe('A part of title, excerpt or description, in any case.'),
  sort: z.enum(['newest', 'oldest', 'title', 'title-desc']).default('newest'),
})
