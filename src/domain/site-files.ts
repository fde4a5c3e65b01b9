import { z } from 'zod'
import { itemVersion } from './content-answers.ts'
import { groupedNumber } from './count-words.ts'
import { isTimeZone } from './dates.ts'
import { metaDescriptionLimit } from './item/vocabulary.ts'
import { pageNameFault } from './page-names.ts'
import { categoryList, editedCategories } from './site/category-settings.ts'
import { footer, navigation, parts, sitePicture, theme } from './site/look-settings.ts'
import { subjects } from './site/subject.ts'
import { siteTexts } from './site/text-settings.ts'
import { editedLevels, vocabularySettings } from './site/vocabulary-settings.ts'
import { instant, namedCommit, revision } from './value-schemas.ts'

/**
 * Schemas of the static pages and of `site.yaml` for administrators. Forms, calls and the API
 * reference use them.
 */

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${groupedNumber(max)} characters`)
const needed = (message: string, max: number) => text(max).min(1, message)

export const pageFields = z.strictObject({
  title: needed('Title is required', 300),
  metaDescription: text(metaDescriptionLimit).nullable(),
  content: z.string().refine((body) => body.trim() !== '', 'Content is required'),
  draft: z.boolean().describe('A draft is on no page.'),
})

const pageName = z
  .string()
  .trim()
  .normalize('NFC')
  .refine((name) => pageNameFault(name) === null, {
    error: ({ input }) => pageNameFault(String(input)) ?? undefined,
  })
  .describe(
    'The address of the page without its first slash, and its file in `pages/` without `.md`.',
  )

/** The body of `POST /api/pages`. */
export const newPage = pageFields.partial().extend({
  name: pageName,
  title: pageFields.shape.title,
  contentFormat: z.enum(['markdown', 'html']).optional(),
})
export type NewPage = z.infer<typeof newPage>

/** The body of `PATCH /api/pages/{path}`. */
export const pagePatch = pageFields.partial().extend({
  name: pageName
    .describe('Another name moves the page; its old address leads to the new one.')
    .optional(),
  contentFormat: z.enum(['markdown', 'html']).optional(),
  revision: revision.optional(),
})
export type PagePatch = Omit<z.infer<typeof pagePatch>, 'revision'>

export const pageAnswer = z.strictObject({
  name: z.string(),
  url: z.string(),
  title: z.string(),
  metaDescription: z.string().nullable(),
  draft: z.boolean(),
  markdown: z.string().describe('The body in the file, byte for byte.'),
  content: z.string().describe('Sanitized HTML.'),
  updatedAt: instant.nullable(),
  revision: revision.nullable().describe('Null while the page has no file.'),
  /** Only in the answer of a save. */
  commit: z
    .string()
    .nullable()
    .optional()
    .describe('The commit that the save made, for `POST /api/undo`.'),
})
export type SitePage = z.infer<typeof pageAnswer>

/** One change with the page after it; null when the commit deleted it. */
export const pageVersion = itemVersion.extend({
  item: pageAnswer
    .pick({ title: true, metaDescription: true, draft: true, markdown: true, content: true })
    .extend({ revision })
    .nullable(),
})

/** The fields of `site.yaml` that administrators change; all other keys stay as they are. */
export const settingsFields = z.strictObject({
  name: needed('Name is required', 100),
  tagline: text(200),
  description: text(1000),
  disclaimer: text(2000),
  about: text(2000),
  newsIntro: text(300),
  newslettersIntro: text(300),
  language: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Write a language as en, de-AT or he'),
  timeZone: z.string().trim().refine(isTimeZone, 'Write a time zone as UTC or Europe/Berlin'),
  email: z.union([z.literal(''), z.email('Please enter a valid email address.')]),
  postalAddress: text(500),
  social: z
    .array(
      z.strictObject({
        name: needed('Name is required', 60),
        url: z
          .url({ protocol: /^https?$/, error: 'Please enter a valid URL' })
          .max(500, 'At most 500 characters'),
      }),
    )
    .max(20, 'At most 20 links'),
})
export type SettingsFields = z.infer<typeof settingsFields>

const picture = z.union(
  [z.literal(''), sitePicture],
  'A picture of the site is a file below /media/',
)

/**
 * The keys of `site.yaml` that say what the site is about and how it looks; an empty value takes
 * the key out, so that the default holds.
 */
export const lookFields = z.strictObject({
  subject: z.enum(subjects),
  categories: categoryList,
  levels: editedLevels.nullable(),
  versions: vocabularySettings.versions.unwrap().nullable(),
  parts,
  logo: picture,
  favicon: picture,
  theme,
  navigation: navigation.nullable(),
  footer,
  texts: siteTexts,
})
export type LookFields = z.infer<typeof lookFields>

/** The body of `PATCH /api/settings`. */
export const settingsPatch = settingsFields
  .extend({ ...lookFields.shape, categories: editedCategories })
  .partial()
  .extend({ revision: revision.optional() })
export type SettingsPatch = Partial<SettingsFields & LookFields>

export const settingsAnswer = z.strictObject({
  settings: z
    .looseObject({
      name: z.string(),
      tagline: z.string(),
      description: z.string(),
      disclaimer: z.string(),
      about: z.string(),
      newsIntro: z.string(),
      newslettersIntro: z.string(),
      language: z.string(),
      timeZone: z.string(),
      email: z.string(),
      postalAddress: z.string(),
      social: z.array(z.strictObject({ name: z.string(), url: z.string() })),
    })
    .describe('The effective values, defaults included.'),
  problems: z.array(z.string()).describe('What is wrong with the file.'),
  articlesIn: z
    .record(z.string(), z.number().optional())
    .describe('The number of published articles by category.'),
  updatedAt: instant.nullable(),
  revision: revision.nullable(),
  commit: z
    .string()
    .nullable()
    .optional()
    .describe('The commit that the save made, for `POST /api/undo`.'),
})
export type SiteSettingsAnswer = z.infer<typeof settingsAnswer>

/** The body of `POST /api/undo`. */
export const undoRequest = z.strictObject({
  commit: namedCommit,
})
export const undoAnswer = z.strictObject({
  undone: z.string().describe('The commit that was taken back.'),
})
