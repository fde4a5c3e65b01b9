import { z } from 'zod'
import { keyPattern } from '../slug.ts'
import { hexColor } from './colors.ts'
import { iconNames } from './icon-names.ts'
import { textFlag } from './text-flag.ts'

const keyRule = 'A key has lowercase letters, digits and underscores only, such as house_plants'

/** A name in files and addresses. */
export const keySchema = z
  .string()
  .max(40, 'A key has at most 40 characters')
  .regex(keyPattern, keyRule)
  .refine((key) => key === key.toLowerCase().normalize('NFC'), keyRule)

const categorySettings = z.strictObject({
  key: keySchema.refine((key) => key !== 'all', "The key 'all' is the list of all articles"),
  label: z.string().trim().min(1, 'A category needs a label').max(60),
  color: hexColor
    .default('#5b6d83')
    .describe(
      'The tones of its surfaces and texts are made from it, with enough contrast in both themes.',
    ),
  icon: z.enum(iconNames, 'This icon is not one of those in content/README.md').default('tag'),
  sidebar: textFlag.default(true).describe('Whether the sidebar counts it.'),
})
export type CategorySettings = z.infer<typeof categorySettings>

/** The most categories of a site. */
export const mostCategories = 40

/** The categories in a call, where none are those that the site came with. */
export const editedCategories = z
  .array(categorySettings)
  .max(mostCategories, `At most ${mostCategories} categories`)
  .superRefine((list, context) => {
    const keys = new Set<string>()
    for (const [index, { key }] of list.entries()) {
      if (keys.has(key))
        context.addIssue({
          code: 'custom',
          path: [index, 'key'],
          message: `The key '${key}' stands twice`,
        })
      keys.add(key)
    }
  })

/** The categories of articles in the order of all lists, in `site.yaml`. */
export const categoryList = editedCategories.min(1, 'List at least one category')
