import { z } from 'zod'
import type { AllOf, ContentType } from './content.ts'
import { type Fields, shapeOf } from './item/field.ts'
import { itemFields } from './item/item-fields.ts'
import { textInput } from './item/shared-fields.ts'
import { revision } from './value-schemas.ts'

const body = textInput.refine((text) => text.trim() !== '', 'Content is required')

const anything = z.unknown().describe('Ignored.')

/**
 * Keys of an answer that a write may contain and that are ignored, because clients send whole items
 * back. Any other unknown key is an error.
 */
const ignored = {
  id: anything,
  markdown: anything,
  formattedContent: anything,
  updatedAt: anything,
  status: anything,
  url: anything,
  contentProblem: anything,
  commit: anything,
}

/**
 * The format of `content`, and the base of the change. Without a format, a body that consists of
 * HTML elements is HTML (rulings, section 3).
 */
const writing = {
  contentFormat: z
    .enum(['markdown', 'html'])
    .describe(
      'Without it, a body made of HTML elements only counts as HTML, any other as Markdown.',
    ),
  /** The revision that the change is based on; the header `If-Match` has the same meaning. */
  revision: revision.describe('What the change started from; the same as `If-Match`.'),
}

/**
 * Fields of articles that another type does not have. They are ignored in its writes, because the
 * screens send them for every type.
 */
const ignoredFields = <Own extends Fields>(own: Own) =>
  Object.fromEntries(
    Object.keys(itemFields.articles).flatMap((name) =>
      name in own ? [] : [[name, anything] as const],
    ),
  ) as Readonly<Record<Exclude<keyof typeof itemFields.articles, keyof Own>, typeof anything>>

const articleFields = { ...shapeOf(itemFields.articles, 'input'), content: body }
const newsFields = {
  ...ignoredFields(itemFields.news),
  ...shapeOf(itemFields.news, 'input'),
  content: body,
}
const newsletterFields = {
  ...ignoredFields(itemFields.newsletters),
  ...shapeOf(itemFields.newsletters, 'input'),
  /** A synonym of `description` (rulings, section 6b). */
  excerpt: itemFields.newsletters.description.input.describe('Means `description`.'),
  content: textInput,
}

const patchOf = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.strictObject({ ...fields, ...writing, ...ignored }).partial()

/** The schemas of required fields; each has its own message. */
function only<Shape extends z.ZodRawShape, Name extends keyof Shape>(
  fields: Shape,
  ...names: Array<Name>
) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Shape, Name>
}

/** The bodies of `PATCH /api/{type}/{id}`: any of the fields. */
export const contentPatch = {
  articles: patchOf(articleFields),
  news: patchOf(newsFields),
  newsletters: patchOf(newsletterFields),
} as const satisfies Readonly<Record<ContentType, z.ZodObject>>

/** The bodies of `POST /api/{type}` (specification, section 5; defaults of section 9). */
export const contentInput = {
  articles: contentPatch.articles.extend(
    only(articleFields, 'title', 'excerpt', 'content', 'category'),
  ),
  news: contentPatch.news.extend(only(newsFields, 'title', 'excerpt', 'content')),
  newsletters: contentPatch.newsletters.extend(only(newsletterFields, 'title')),
} as const satisfies Readonly<Record<ContentType, z.ZodObject>>

type Patch = { [Type in keyof typeof contentPatch]: z.infer<(typeof contentPatch)[Type]> }
/** A patch of any type. */
export type ContentPatch = AllOf<Patch[keyof Patch]>
