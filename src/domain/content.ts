import { z } from 'zod'
import { normalizeCategory } from './categories.ts'

/** The three kinds of items that a visitor reads; the names are also the folders in `content/` and the `{type}` of the API. */
export const contentTypes = ['articles', 'news', 'newsletters'] as const
export type ContentType = (typeof contentTypes)[number]

/** Every kind of file in `content/`. */
export const fileKinds = [...contentTypes, 'downloads', 'pages'] as const
export type FileKind = (typeof fileKinds)[number]

export const techniqueLevels = ['beginner', 'intermediate', 'advanced'] as const
/** Both lists of the specification's section 3: the admin schema's and the manage screen's. */
export const abletonVersions = [
  '11.0',
  '11.1',
  '11.2',
  '11.3',
  '11.4',
  '12.0',
  'live_9',
  'live_10',
  'live_11',
  'live_12',
] as const

/** What the manage screen offers of them (specification, section 3). */
export const manageVersions = ['live_9', 'live_10', 'live_11', 'live_12'] as const

export const staticPageNames = ['about', 'privacy-policy', 'terms-of-service', 'cookie-policy'] as const
export type StaticPageName = (typeof staticPageNames)[number]

/** Ids that the admin assigns lie below this; ids derived from a file's path lie at or above it (rulings, section 2). */
export const derivedIdStart = 1_000_000_000

const requiredText = (message: string) => z.string({ error: message }).trim().min(1, message)
const id = z.int().positive()
const tags = z.array(z.string().trim().min(1)).default([])
const imageUrl = z
  .string()
  .trim()
  .refine(
    (url) => url === '' || /^(\/(?!\/)|https?:\/\/)/.test(url),
    'An image is a path that starts with / or an http(s) address',
  )
  .nullish()
  .transform((url) => url || null)
const aliases = z
  .array(z.string().regex(/^\/(?!\/)\S*$/, 'An alias is a path on this site that starts with /'))
  .default([])
const category = z.string({ error: 'Category is required' }).transform((text, context) => {
  const known = normalizeCategory(text)
  if (known) return known
  context.addIssue({ code: 'custom', message: text.trim() ? `Unknown category '${text}'` : 'Category is required' })
  return z.NEVER
})

/**
 * Frontmatter after aliases are read and dates are made ISO instants. Unknown keys are allowed in a file and ignored here.
 * Field rules and messages: specification, sections 3 and 5.
 */
const published = {
  id: id.optional(),
  slug: z.string().optional(),
  /** An ISO instant; none means a draft. */
  publishedAt: z.iso.datetime().nullish(),
  draft: z.boolean().default(false),
  imageUrl,
  imageAlt: z.string().trim().optional(),
  aliases,
}

export const articleFrontmatter = z.object({
  ...published,
  title: requiredText('Title is required'),
  excerpt: requiredText('Excerpt is required'),
  metaDescription: z.string().trim().max(320).optional(),
  category,
  tags,
  readTime: z.int().min(1).default(5),
  featured: z.boolean().default(false),
  techniqueLevel: z.enum(techniqueLevels).default('beginner'),
  abletonVersion: z.enum(abletonVersions).optional(),
})

export const newsFrontmatter = z.object({
  ...published,
  title: requiredText('Title is required'),
  excerpt: requiredText('Excerpt is required'),
  metaDescription: z.string().trim().max(320).optional(),
  /** Free text (specification, section 3). */
  category: z.string().trim().min(1, 'Category is required').default('news'),
  tags,
})

export const newsletterFrontmatter = z.object({
  ...published,
  title: requiredText('Title is required'),
  issueNumber: z.int().min(1).default(1),
  description: z.string().trim().default(''),
  /** The mail that the issue was imported from: its `Message-ID`, or a hash of its text. */
  messageId: z.string().trim().max(500).optional(),
  /** `content` is Markdown. */
  articles: z
    .array(
      z.object({
        title: requiredText('Title is required'),
        excerpt: z.string().default(''),
        content: z.string().default(''),
      }),
    )
    .default([]),
})

export const downloadFrontmatter = z.object({
  id: id.optional(),
  title: requiredText('Title is required'),
  description: z.string().trim().default(''),
  /** What it is, in a visitor's words: 'WAV', 'MIDI', 'ADG'. Without it, the file's ending in capitals. */
  fileType: z.string().trim().min(1).optional(),
  /** A file beside the `.md`; without it, the file of the same base name (rulings, section 6). */
  file: z
    .string()
    .regex(/^[^/\\]+$/, 'A download names a file beside it, without a folder')
    .optional(),
  imageUrl,
  imageAlt: z.string().trim().optional(),
  draft: z.boolean().default(false),
})

export const pageFrontmatter = z.object({
  title: requiredText('Title is required'),
  metaDescription: z.string().trim().max(320).optional(),
})

/** What the frontmatter of each kind of file should be. */
export const frontmatterOf = {
  articles: articleFrontmatter,
  news: newsFrontmatter,
  newsletters: newsletterFrontmatter,
  downloads: downloadFrontmatter,
  pages: pageFrontmatter,
} as const satisfies Readonly<Record<FileKind, z.ZodObject>>

export const siteSettings = z.object({
  name: requiredText('name is required'),
  tagline: z.string(),
  description: z.string(),
  /** Stands in every footer (rulings, section 6b). */
  disclaimer: z.string(),
  /** The footer's about text. */
  about: z.string(),
  language: z.string().default('en'),
  timeZone: z.string().default('UTC'),
  email: z.email().optional(),
  postalAddress: z.string().optional(),
  social: z.array(z.object({ name: z.string(), url: z.url({ protocol: /^https?$/ }) })).default([]),
})
export type SiteSettings = z.infer<typeof siteSettings>

/** What every item carries besides its own fields. */
interface Stored {
  id: number
  /** Names the address of an article; only the file of news and newsletters. */
  slug: string
  /** ISO instant. Lists hold published items only, so it is set there; a draft has null. */
  publishedAt: string | null
  imageUrl: string | null
  imageAlt: string
}

export interface ArticleSummary extends Stored {
  title: string
  excerpt: string
  /** A `Category`, or another value as it is in the file; '' where the file has none. */
  category: string
  tags: Array<string>
  readTime: number
  featured: boolean
  /** One of `techniqueLevels`, or what the file says. */
  techniqueLevel: string
  /** One of `abletonVersions`, or what the file says. */
  abletonVersion: string | null
}

export interface NewsSummary extends Stored {
  title: string
  excerpt: string
  category: string
  tags: Array<string>
}

export interface NewsletterSummary extends Stored {
  title: string
  description: string
  issueNumber: number
}

/** What the whole item has more than its line in a list. The body is fetched by `blob` through `SiteReader.body`. */
interface Whole {
  metaDescription: string | null
  /** Old addresses that lead here. */
  aliases: Array<string>
  /** ISO instant of the last commit that changed the file; null while it is not known yet. */
  updatedAt: string | null
  /** Git blob id of the file: the item's revision. */
  blob: string
}

export type Article = ArticleSummary & Whole
export type NewsItem = NewsSummary & Whole
export type Newsletter = NewsletterSummary & Whole

export interface Download {
  id: number
  slug: string
  title: string
  description: string
  fileType: string
  /** Bytes. */
  fileSize: number
  imageUrl: string | null
  imageAlt: string
}

export interface StaticPage {
  name: StaticPageName
  title: string
  metaDescription: string | null
  updatedAt: string | null
  blob: string
}

/** A body as a page shows it. `html` is sanitised and needs no further escaping. */
export interface RenderedBody {
  html: string
  /** Headings of level 2 and 3, in order; `id` is the anchor in `html`. */
  toc: Array<{ id: string; text: string; depth: 2 | 3 }>
  words: number
  /** Newsletters: the articles of the issue, in the file's order. */
  articles: Array<{ title: string; excerpt: string; html: string }>
  /** Why a text of it can't be rendered; its source stands in its place. */
  problem?: string
  /** The source stands there only until the text is rendered, so a page with it is not cached. */
  provisional?: boolean
}

/** A fault in a content file. `line` counts from 1; 1 when the fault belongs to the whole file. */
export interface ContentProblem {
  /** Relative to the content folder, with forward slashes. */
  path: string
  line: number
  message: string
  /** Set where the file is served all the same; without it, the fault keeps the file, or the value, from the site. */
  level?: 'warning'
}
