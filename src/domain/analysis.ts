import { z } from 'zod'
import type { Category } from './categories.ts'
import { abletonVersions } from './item/vocabulary.ts'

/** The lowest number of characters that is analyzed (specification, section 5). */
export const analysisMinimumLength = 10
export const tooShortMessage = 'Please enter more content to analyze.'

/** The longest text that is analyzed, in characters; a body in a file is no longer than that. */
const maxContent = 500_000
const maxAddress = 2000

export const analyzedContentTypes = ['article', 'news', 'newsletter'] as const
export type AnalyzedContentType = (typeof analyzedContentTypes)[number]

/** Whether a site has a model server: local ones need no key. */
export const hasModel = (openai: { apiKey: string | null; baseURL: string | null }): boolean =>
  openai.apiKey !== null || openai.baseURL !== null

/** The body of `POST /api/analyze-content`. */
export const contentAnalysisRequest = z.strictObject({
  content: z
    .string({ error: tooShortMessage })
    .max(maxContent, 'The content is too long to be analyzed.')
    .refine((text) => text.trim().length >= analysisMinimumLength, tooShortMessage),
  contentType: z.enum(analyzedContentTypes).default('article'),
})
export type ContentAnalysisRequest = z.infer<typeof contentAnalysisRequest>

/**
 * The answer of `POST /api/analyze-content` (specification, section 3). `content` is Markdown: the
 * writer's words, formatted.
 */
export const contentAnalysis = z.object({
  title: z.string().min(1).max(200),
  excerpt: z.string().max(300),
  metaDescription: z.string().max(160),
  content: z.string(),
  /** In the stored spelling; each screen converts it to its own (rulings, section 7). */
  category: z.string().describe('One of those of the site; empty when it has none for the text.'),
  contentType: z.enum(analyzedContentTypes),
  tags: z.array(z.string().min(1).max(60)).max(10),
  readTime: z.int().min(1),
  featured: z.boolean(),
  imageUrl: z.string().nullable(),
  /** The version that the text names; null when it names none. */
  abletonVersion: z.enum(abletonVersions).nullable(),
  /** Known devices in the text, the most named first. */
  devices: z.array(z.string()),
})
export type ContentAnalysis = z.infer<typeof contentAnalysis>

const base64 = z
  .string()
  .transform((text) => text.replace(/^data:image\/[\w.+-]{1,40};base64,/, ''))
  .refine((text) => /^[\w+/-]+={0,2}$/.test(text), 'The image is sent as base64.')
export const pictureAddress = z.string().trim().min(1).max(maxAddress, 'This address is too long.')
const exactlyOne = ({ image, url }: { image?: string; url?: string }) =>
  (image === undefined) !== (url === undefined)
const exactlyOneMessage = 'Send either the image itself or its url.'

/**
 * The body of `POST /api/analyze-image`: the picture in base64, or the address of one on this site
 * or in public.
 */
export const imageAnalysisRequest = z
  .strictObject({
    image: base64.optional(),
    url: pictureAddress.optional(),
    name: z
      .string()
      .max(300)
      .default('')
      .describe('The name of the picture’s file; by default, that of the address.'),
    context: z.string().max(4000, 'The context is too long.').default(''),
  })
  .refine(exactlyOne, exactlyOneMessage)

/** The body of `POST /api/suggest-image-tags`; `content` is the text that contains the picture. */
export const imageTagsRequest = z
  .strictObject({
    image: base64.optional(),
    url: pictureAddress.optional(),
    content: z.string().max(maxContent, 'The content is too long to be analyzed.').default(''),
  })
  .refine(exactlyOne, exactlyOneMessage)

/**
 * The answer of `POST /api/analyze-image` (specification, section 3). `description` can be used as
 * alternative text; it is empty when nothing is known of what the picture shows.
 */
export const imageAnalysis = z.object({
  description: z.string().max(600),
  relevance: z.enum(['high', 'medium', 'low']),
  tags: z.array(z.string().min(1).max(60)).max(12),
  ableton_elements: z.array(z.string().min(1).max(80)).max(20),
})
export type ImageAnalysis = z.infer<typeof imageAnalysis>

/** A tag of the site and the number of items that have it. */
export interface KnownTag {
  tag: string
  count: number
}

/** What the analysis knows of a site about another subject than that of the specification. */
export interface OwnSubject {
  /** What the site is about, in its own words. */
  about: string
  categories: ReadonlyArray<{ value: string; label: string }>
}

/** The categories of a text, best first. Points can only be compared within one text. */
export type CategoryScores = ReadonlyArray<readonly [category: Category, points: number]>

/**
 * An analysis failed. `message` is for the user, `cause` for the log. Kinds: `unavailable`: the
 * service can't be reached or rejects our requests. `refused`: it declines to analyze this content.
 * `nonsense`: its answer is invalid. `picture`, `too-large` and `address`: the request contains no
 * readable picture, too large a picture, or an address that is not allowed.
 */
export class AnalysisError extends Error {
  readonly kind:
    | 'timeout'
    | 'unavailable'
    | 'refused'
    | 'nonsense'
    | 'cancelled'
    | 'picture'
    | 'too-large'
    | 'address'
  /** How long the service asks to be left alone, in seconds; null when it does not say. */
  readonly askedWait: number | null

  constructor(
    kind: AnalysisError['kind'],
    message: string,
    cause?: unknown,
    askedWait: number | null = null,
  ) {
    super(message, { cause })
    this.kind = kind
    this.askedWait = askedWait
  }
}
