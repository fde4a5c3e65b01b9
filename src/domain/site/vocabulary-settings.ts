import { z } from 'zod'
import { categoryList, keySchema } from './category-settings.ts'
import { subjects } from './subject.ts'

const level = z.union([
  keySchema,
  z.strictObject({
    key: keySchema,
    label: z.string().trim().min(1, 'A level needs a label').max(60),
  }),
])
const levels = z.array(level).max(9, 'At most 9 levels')
const words = z.string().trim().min(1).max(60)

/** The levels in a form. */
export const editedLevels = levels.superRefine((list, context) => {
  const keys = list.map((one) => (typeof one === 'string' ? one : one.key))
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) < index)
      context.addIssue({ code: 'custom', path: [index], message: 'This level stands twice' })
})

/** The keys of `site.yaml` that say which words items may have. */
export const vocabularySettings = {
  subject: z
    .enum(subjects, "A subject is 'default' or 'own'")
    .optional()
    .describe(
      "'default' keeps the texts, levels, versions and the logo that the site came with, also beside categories of its own; 'own' is another subject. Without it, a site that lists categories has its own.",
    ),
  categories: categoryList
    .optional()
    .describe('The categories of articles; without it, those of the specification.'),
  formerCategories: z
    .record(words, keySchema)
    .optional()
    .describe(
      'Names that categories had before, and the key of the one that each has become; their addresses lead there, and texts with them belong to it.',
    ),
  levels: levels
    .optional()
    .describe('The levels of articles, the easiest first; an empty list for none.'),
  versions: z
    .union([z.literal('free'), z.array(words).max(60, 'At most 60 versions')])
    .optional()
    .describe("The versions that articles name, 'free' for any text, or an empty list for none."),
}

const shape = z.object(vocabularySettings)
export type VocabularySettings = z.infer<typeof shape>
