import { z } from 'zod'

/** The most items on a page of a list. */
export const pageLimit = z.coerce.number().int().min(1).max(500)

/** Query parameters of the list calls (rulings, section 6). */
export const listQuery = z.object({
  limit: pageLimit
    .optional()
    .describe('At most so many items; the `Link` header then names the next page.'),
  cursor: z
    .string()
    .max(4000)
    .optional()
    .describe('Where the page begins, as the `Link` header says.'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('A part of title, excerpt or description, in any case.'),
  sort: z.enum(['newest', 'oldest', 'title', 'title-desc']).default('newest'),
})
