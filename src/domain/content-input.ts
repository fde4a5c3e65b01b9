import { z } from 'zod'
import { normalizeCategory, storedCategories } from './categories.ts'
import { abletonVersions, techniqueLevels } from './content.ts'
import { parseDate } from './dates.ts'
import { isSlug, reservedSlugs } from './slug.ts'
import { waitingKey, waitingPicturesIn } from './waiting-picture.ts'

/** The meta description that the server takes at most (rulings, section 6b); it never cuts one. */
export const metaDescriptionLimit = 320

const required = (message: string) => z.string({ error: message }).trim().min(1, message)
/** Blank tags are ignored (specification, section 5). */
const tags = z
  .array(z.string().trim().max(60))
  .max(50)
  .transform((list) => list.filter((tag) => tag !== ''))
/** Text that is stored byte for byte, so nothing is trimmed. A picture that only a browser has is in no file. */
const text = z
  .string({ error: 'Content is required' })
  .refine(
    (text) => waitingPicturesIn(text).size === 0,
    'A picture in this text was never uploaded. Put it in again, or remove it.',
  )
const body = text.refine((text) => text.trim() !== '', 'Content is required')
/** Empty and reserved slugs are made into others (rulings, section 6b). */
export const slugInput = z
  .string({ error: 'Slug is required' })
  .trim()
  .refine(
    (text) => text === '' || reservedSlugs.has(text) || isSlug(text),
    'A slug has lowercase letters, digits, hyphens and underscores only',
  )
const category = required('Category is required')
  .refine((text) => normalizeCategory(text) !== null, 'This category is not one of the allowed values')
  .describe(`One of ${storedCategories.join(', ')}, in either spelling.`)
const imageUrl = z
  .string()
  .trim()
  .refine((url) => waitingKey(url) === null, 'This picture was never uploaded. Choose it again, or remove it.')
  .refine(
    (url) => url === '' || waitingKey(url) !== null || /^(\/(?!\/)|https?:\/\/)/.test(url),
    'An image is a path that starts with / or an http(s) address',
  )
  .nullable()
/** A date without an offset is one of the site's time zone, as in a file. */
const publishedAt = z
  .string()
  .refine((text) => parseDate(text, 'UTC') !== null, 'The publication date is not a date')
  .nullable()

const anything = z.unknown().describe('Ignored.')

/**
 * What a client may send along although it rules nothing: the screens send whole items back. Everything else that is unknown is an error.
 */
const ignored = {
  id: anything,
  markdown: anything,
  formattedContent: anything,
  updatedAt: anything,
  status: anything,
  url: anything,
  contentProblem: anything,
}

/** How `content` is meant; when it is left out, a body made of HTML elements only counts as HTML (rulings, section 3). */
const writing = {
  contentFormat: z
    .enum(['markdown', 'html'])
    .describe('Without it, a body made of HTML elements only counts as HTML, any other as Markdown.'),
  /** The revision that the change started from; also as `If-Match`. */
  revision: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'A revision is the id that an answer carried')
    .describe('What the change started from; the same as `If-Match`.'),
}

const shared = {
  slug: slugInput.describe('Made from the title where a new item names none.'),
  publishedAt: publishedAt.describe('A date; a new item that names none is published now, and null makes a draft.'),
  draft: z.boolean(),
  imageUrl: imageUrl.describe('A path on this site that starts with `/`, or an http(s) address.'),
  imageAlt: z.string().trim().max(500),
}

const articleFields = {
  ...shared,
  title: required('Title is required').max(300),
  excerpt: required('Excerpt is required').max(2000),
  content: body,
  category,
  metaDescription: z.string().trim().max(metaDescriptionLimit).nullable(),
  tags,
  readTime: z
    .int()
    .min(1, 'Reading time is at least 1 minute')
    .max(600)
    .describe('Minutes; 5 for a new article that names none.'),
  featured: z.boolean(),
  techniqueLevel: z.enum(techniqueLevels),
  abletonVersion: z.enum(abletonVersions).nullable(),
}

const newsFields = {
  ...shared,
  title: required('Title is required').max(300),
  excerpt: required('Excerpt is required').max(2000),
  content: body,
  category: required('Category is required').max(60).describe('Free text; `news` for a new item that names none.'),
  metaDescription: z.string().trim().max(metaDescriptionLimit).nullable(),
  tags,
  readTime: anything,
  featured: anything,
  techniqueLevel: anything,
  abletonVersion: anything,
}

const newsletterFields = {
  ...shared,
  title: required('Title is required').max(300),
  description: z.string().trim().max(2000),
  /** Means `description` (rulings, section 6b). */
  excerpt: z.string().trim().max(2000).describe('Means `description`.'),
  content: text,
  issueNumber: z.int().min(1).max(100_000),
  messageId: z
    .string()
    .trim()
    .max(500)
    .nullable()
    .describe('The mail that the issue was imported from: its `Message-ID`, or a hash of its text.'),
  /** `content` is Markdown. */
  articles: z
    .array(
      z.strictObject({
        title: required('Title is required').max(300),
        excerpt: z.string().max(2000).default(''),
        content: text.default(''),
        markdown: anything.optional(),
      }),
    )
    .max(100),
  category: anything,
  tags: anything,
  metaDescription: anything,
  readTime: anything,
  featured: anything,
  techniqueLevel: anything,
  abletonVersion: anything,
}

const patchOf = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.strictObject({ ...fields, ...writing, ...ignored }).partial()

/** The fields that must be there, with the words for when they are not. */
function only<Shape extends z.ZodRawShape, Name extends keyof Shape>(fields: Shape, ...names: Array<Name>) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Shape, Name>
}

/** The bodies of `PATCH /api/{type}/{id}`: any of the fields. */
export const contentPatch = {
  articles: patchOf(articleFields),
  news: patchOf(newsFields),
  newsletters: patchOf(newsletterFields),
} as const

/** The bodies of `POST /api/{type}` (specification, section 5; defaults of section 9). */
export const contentInput = {
  articles: contentPatch.articles.extend(only(articleFields, 'title', 'excerpt', 'content', 'category')),
  news: contentPatch.news.extend(only(newsFields, 'title', 'excerpt', 'content')),
  newsletters: contentPatch.newsletters.extend(only(newsletterFields, 'title')),
} as const

/** A patch of any type; what a type does not have is left out. */
export type ContentPatch = Partial<
  z.infer<(typeof contentPatch)['articles']> &
    Pick<z.infer<(typeof contentPatch)['newsletters']>, 'description' | 'issueNumber' | 'messageId' | 'articles'>
>
