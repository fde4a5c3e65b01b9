import { z } from 'zod'
import type { ItemSummary } from './item/summary.ts'

/** The three kinds of items that a visitor reads; the names are also the folders in `content/` and the `{type}` of the API. */
export const contentTypes = ['articles', 'news', 'newsletters'] as const
export type ContentType = (typeof contentTypes)[number]

/** Every kind of file in `content/`. */
export const fileKinds = [...contentTypes, 'downloads', 'pages'] as const
export type FileKind = (typeof fileKinds)[number]

export const staticPageNames = ['about', 'privacy-policy', 'terms-of-service', 'cookie-policy'] as const
export type StaticPageName = (typeof staticPageNames)[number]

/** Ids that the admin assigns lie below this; ids derived from a file's path lie at or above it (rulings, section 2). */
export const derivedIdStart = 1_000_000_000

const requiredText = (message: string) => z.string({ error: message }).trim().min(1, message)

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

export type ArticleSummary = ItemSummary['articles']
export type NewsSummary = ItemSummary['news']
export type NewsletterSummary = ItemSummary['newsletters']

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

/** A whole item of each type. */
export interface ItemOf {
  articles: Article
  news: NewsItem
  newsletters: Newsletter
}

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
