import { z } from 'zod'
import { contentTypes } from './content.ts'

/**
 * What the removal of the samples would do. A sample is a file that the product ships, as long as
 * nobody has changed it.
 */
export const sampleSurvey = z.strictObject({
  revision: z
    .string()
    .describe('Names the files that would be removed; `If-Match` of the removal.'),
  texts: z
    .strictObject(
      Object.fromEntries(
        [...contentTypes, 'downloads' as const].map((type) => [type, z.int()]),
      ) as Counts,
    )
    .describe('How many unchanged texts of each type there are.'),
  files: z.int().describe('How many pictures, sounds and files of downloads only they use.'),
  changed: z.array(z.string()).describe('The samples that somebody has changed: they stay.'),
  used: z
    .array(z.string())
    .describe('Unchanged pictures, sounds and files that something else uses: they stay.'),
  links: z
    .array(z.strictObject({ path: z.string(), title: z.string(), to: z.array(z.string()) }))
    .describe('What stays and leads to a sample: texts, pages, and the settings with their menus.'),
  categories: z.array(z.string()).describe('The categories whose last articles are samples.'),
  series: z.array(z.string()).describe('The series that lose some of their parts.'),
})
export type SampleSurvey = z.infer<typeof sampleSurvey>

type Counts = Record<(typeof contentTypes)[number] | 'downloads', z.ZodInt>

export const samplesRemoved = z.strictObject({
  removed: z.int().describe('How many files were removed.'),
  commit: z
    .string()
    .nullable()
    .describe('The commit, for `POST /api/undo`; null when there was nothing to remove.'),
})

/**
 * The message of the commit that removes the samples, which is taken back as one whatever its size.
 */
export const samplesMessage = 'Remove the samples'

/** The number of texts that would be removed. */
export function sampleTexts({ texts }: Pick<SampleSurvey, 'texts'>): number {
  return Object.values(texts).reduce((sum, count) => sum + count, 0)
}
