import { z } from 'zod'
import { filterNames } from './filter-matcher.ts'
import { listQuery } from './list-query.ts'

/** States of an item. */
export const itemStates = ['published', 'draft', 'scheduled'] as const

const yes = z.literal('yes').optional()

/** What the lists of administrators are filtered by; an item has to match all of them. */
const listFilters = z.object({
  status: z.enum(itemStates).optional().describe('For signed-in users, as all filters below.'),
  category: z.string().max(200).optional(),
  author: z.string().max(200).optional().describe('Key or name of an author.'),
  tag: z.string().max(200).optional().describe('In any case.'),
  year: z
    .string()
    .regex(/^\d{4}$/)
    .optional()
    .describe('Year of publication, in the time zone of the site.'),
  warning: yes.describe('Only items whose file is not shown exactly as it is written.'),
  sound: yes.describe('Only items with a sound.'),
})
export type ListFilters = z.output<typeof listFilters>

/** The query of the lists of items. */
export const itemListQuery = listQuery.extend(listFilters.shape)

/** The filters that a query sets. */
export function filtersIn(query: Readonly<Partial<Record<string, unknown>>>): ListFilters {
  return Object.fromEntries(
    filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  )
}

const facet = z.array(
  z.strictObject({ value: z.string(), label: z.string(), count: z.int().positive() }),
)

/** The values that items have, most frequent first. */
export const listFacets = z.strictObject({
  category: facet,
  author: facet,
  tag: facet.describe('The 200 most frequent ones.'),
  year: facet.describe('Last year first.'),
})
export type ListFacets = z.output<typeof listFacets>
