import { z } from 'zod'
import { type Fields, shapeOf } from './item/field.ts'
import { itemFields } from './item/item-fields.ts'
import { textInput } from './item/shared-fields.ts'

const body = textInput.refine((text) => text.trim() !== '', 'Content is required')

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

/** What the fields of articles are in a write of a type that lacks them: the screens send them for every type. */
const ignoredFields = <Own extends Fields>(own: Own) =>
  Object.fromEntries(
    Object.keys(itemFields.articles).flatMap((name) => (name in own ? [] : [[name, anything] as const])),
  ) as Readonly<Record<Exclude<keyof typeof itemFields.articles, keyof Own>, typeof anything>>

const articleFields = { ...shapeOf(itemFields.articles, 'input'), content: body }
const newsFields = { ...ignoredFields(itemFields.news), ...shapeOf(itemFields.news, 'input'), content: body }
const newsletterFields = {
  ...ignoredFields(itemFields.newsletters),
  ...shapeOf(itemFields.newsletters, 'input'),
  /** Means `description` (rulings, section 6b). */
  excerpt: itemFields.newsletters.description.input.describe('Means `description`.'),
  content: textInput,
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

type Patch = { [Type in keyof typeof contentPatch]: z.infer<(typeof contentPatch)[Type]> }
/** A patch of any type; what a type does not have is left out. */
export type ContentPatch = Patch['articles'] & Omit<Patch['newsletters'], keyof Patch['articles']>
