import { z } from 'zod'
import { requiredText } from './plain-text.ts'
import { footer, navigation, parts, sitePicture, theme } from './site/look-settings.ts'
import { siteTexts } from './site/text-settings.ts'
import { vocabularySettings } from './site/vocabulary-settings.ts'
import { siteAuthor } from './site-authors.ts'
import { ownFields } from './site-fields.ts'

export const siteSettings = z.object({
  name: requiredText('name is required'),
  tagline: z.string(),
  description: z.string(),
  /** Shown in every footer (rulings, section 6b). */
  disclaimer: z.string(),
  /** The footer's about text. */
  about: z.string(),
  /** Below the title of the list of news, and its description for search engines. */
  newsIntro: z
    .string()
    .default(
      'What is new in Live, Push and Move, and on this site: what it changes for your sets, without the press release.',
    ),
  /** The same for the list of newsletter issues. */
  newslettersIntro: z
    .string()
    .default(
      'Every week one issue: a technique with its settings, what changed in Live, and something to try.',
    ),
  language: z.string().default('en'),
  timeZone: z.string().default('UTC'),
  email: z.email().optional(),
  postalAddress: z.string().optional(),
  /** Who writes; also the files in `content/authors`. */
  authors: z.array(siteAuthor).default([]),
  /** Fields of the site's own in articles, news and newsletters. */
  fields: ownFields.default([]),
  social: z.array(z.object({ name: z.string(), url: z.url({ protocol: /^https?$/ }) })).default([]),
  ...vocabularySettings,
  logo: sitePicture.optional().describe('Shown beside the name.'),
  favicon: sitePicture
    .optional()
    .describe('The icon of the site in tabs and on home screens: a square PNG.'),
  theme: theme.optional(),
  navigation: navigation.optional(),
  footer: footer.optional(),
  parts: parts.optional(),
  texts: siteTexts.optional(),
  startHere: z
    .record(z.string().max(60), z.array(z.string().max(200)).max(12, 'At most 12 articles'))
    .optional()
    .describe('Where readers begin: for each level the slugs of articles, in their order.'),
})
export type SiteSettings = z.infer<typeof siteSettings>
