import { z } from 'zod'
import { byType, type ContentType, contentTypes } from './content.ts'
import { itemSummary } from './item/summary.ts'
import type { SearchResults } from './search.ts'
import { positiveInt } from './value-schemas.ts'

export const searchAnswer = z.strictObject({
  ...byType<{ [Type in ContentType]: z.ZodArray<(typeof itemSummary)[Type]> }>((type) =>
    z.array(itemSummary[type]),
  ),
  downloads: z.array(
    z.strictObject({
      id: positiveInt,
      slug: z.string(),
      title: z.string(),
      description: z.string(),
      fileType: z.string(),
    }),
  ),
  pages: z.array(z.strictObject({ name: z.string(), title: z.string(), description: z.string() })),
  devices: z
    .array(
      z.strictObject({
        name: z.string(),
        articles: z.array(z.strictObject({ id: positiveInt, slug: z.string(), title: z.string() })),
      }),
    )
    .describe('The known devices that the text names, each with the first articles that name it.'),
  corrected: z
    .string()
    .optional()
    .describe(
      'The text that was searched, when words of the given one were misspelled. `literal=1` keeps them.',
    ),
  suggestions: z
    .strictObject({
      tags: z.array(z.string()),
      categories: z.array(z.string()),
      articles: z.array(itemSummary.articles),
    })
    .optional()
    .describe(
      'Where to go on when nothing matches: tags, categories, and the newest articles of the first category.',
    ),
  partial: z
    .literal(true)
    .optional()
    .describe(
      'Set while the index is being read: only titles were searched. Ask again in a moment.',
    ),
  withSound: z
    .partialRecord(z.enum(contentTypes), z.array(z.int()))
    .optional()
    .describe('The ids of results whose texts have sounds.'),
}) satisfies z.ZodType<SearchResults>
