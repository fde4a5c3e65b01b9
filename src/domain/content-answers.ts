import { z } from 'zod'
import { byType, type ContentProblem, type ContentType, contentTypes } from './content.ts'
import { downloadTable } from './item/download-fields.ts'
import { type Fields, shapeOf, type View } from './item/field.ts'
import { type ItemFields, itemFields } from './item/item-fields.ts'
import { metaDescription } from './item/shared-fields.ts'
import { itemSummary } from './item/summary.ts'
import { comparison, itemChange, origin } from './item-history.ts'
import { count, gitHash, instant, positiveInt } from './value-schemas.ts'

/**
 * Schemas of the answers of the content calls (specification, section 3; rulings, sections 3 and
 * 6). The server does not parse its answers with them: the API reference and the types of the
 * client are made from them, and the tests validate every answer.
 */

const html = z.string().describe('Sanitized HTML.')
const markdown = z.string().describe('The body in the file, byte for byte.')
const revision = gitHash().describe(
  'The git blob id of the file: send it back with a change, as `If-Match` or `revision`.',
)

/** The id of the commit of a write. */
export const madeCommit = z
  .string()
  .nullable()
  .describe('For `POST /api/undo`; null when there was nothing to commit.')

const whole = {
  metaDescription: metaDescription.answer,
  updatedAt: instant
    .nullable()
    .describe(
      '`updatedAt` of the file, else the last commit that changed it; an import is no change.',
    ),
  content: html,
}
const piece = z.strictObject({ title: z.string(), excerpt: z.string(), content: html })

type Extended<Schema, Shape extends z.ZodRawShape> =
  Schema extends z.ZodObject<infer Own, infer Config>
    ? z.ZodObject<z.util.Extend<Own, Shape>, Config>
    : never
type Tables<Schemas, Shape extends z.ZodRawShape> = {
  [Type in keyof Schemas]: Extended<Schemas[Type], Shape>
}

/** The schemas of all types with the same fields added. */
function extended<Schemas extends Record<ContentType, z.ZodObject>, Shape extends z.ZodRawShape>(
  schemas: Schemas,
  shape: Shape,
) {
  return byType<Tables<Schemas, Shape>>((type) => schemas[type].extend(shape))
}

const publicWhole = extended(itemSummary, whole)

/** Whole items for visitors. */
export const publicItem = {
  ...publicWhole,
  newsletters: publicWhole.newsletters.extend({ articles: z.array(piece) }),
}
export type PublicItem = { [Type in ContentType]: z.infer<(typeof publicItem)[Type]> }

const kept = {
  status: z.enum(['published', 'scheduled', 'draft']),
  draft: z
    .boolean()
    .describe('What the file says of itself; an item without a date is a draft as well.'),
  revision,
}

const { content: _, ...inList } = whole

/** Items of a list for administrators. */
export const adminSummary = extended(itemSummary, { ...inList, ...kept })

const adminWhole = {
  ...kept,
  url: z.string().describe('The address of its page.'),
  formattedContent: z.string().describe('The same as `content`; ignored in a write.'),
  markdown,
  contentProblem: z
    .string()
    .optional()
    .describe('Why the body can not be shown, where it can not.'),
}
const adminOf = extended(publicItem, adminWhole)

/** Whole items for administrators. */
export const adminItem = {
  ...adminOf,
  newsletters: adminOf.newsletters.extend({ articles: itemFields.newsletters.articles.answer }),
}

/** The items after a save. */
export const savedItem = extended(adminItem, { commit: madeCommit })

/** The fields of an item that a write may contain, without computed ones. */
type FieldAnswers<All extends Fields> = z.ZodObject<View<All, 'answer'>, z.core.$strict>
const fieldsOf = byType<{ [Type in ContentType]: FieldAnswers<ItemFields[Type]> }>((type) =>
  z.strictObject(shapeOf<Fields, 'answer'>(itemFields[type], 'answer')),
)
const past = { id: positiveInt, content: html, formattedContent: html, markdown, revision }

/** The items as they were after a commit. */
export const pastItem = extended(fieldsOf, past)

const itemCommit = z.strictObject({
  commit: gitHash(),
  author: z.strictObject({ name: z.string(), email: z.string() }),
  date: instant,
  message: z.string(),
})

/** One change of an item, in the list of its history. */
export const historyEntry = itemCommit.extend({
  origin: origin
    .nullable()
    .describe('Where the change comes from; null when the server has not looked yet.'),
  change: itemChange
    .nullable()
    .describe('What the commit changed; null when the server has not looked yet: ask again.'),
})
export const itemVersion = itemCommit.extend({
  origin,
  change: itemChange,
  comparedWith: z
    .enum(['before', 'now', 'nothing'])
    .describe(
      '`nothing`: there is no version before it or none that is known, or the item is deleted now.',
    ),
  diff: z
    .string()
    .describe('What the commit changed, or what a restore of it would change, as a unified diff.'),
  comparison: comparison.describe('The same as readers see it.'),
})

/** One change with the item after it; null when the commit deleted it. */
export const historyVersion = byType<{
  [Type in ContentType]: Extended<
    typeof itemVersion,
    { item: z.ZodNullable<(typeof pastItem)[Type]> }
  >
}>((type) => itemVersion.extend({ item: pastItem[type].nullable() }))

export const deletedItem = itemCommit.extend({ id: positiveInt, title: z.string() })

export type DeletedItem = z.infer<typeof deletedItem>
/** An item or page that links to an item. */
export const inboundLink = z.strictObject({
  type: z.enum([...contentTypes, 'pages']),
  id: positiveInt.nullable().describe('Null for a page.'),
  title: z.string(),
  url: z.string(),
  status: kept.status,
})

export const deleteAnswer = z.strictObject({
  deleted: z.literal(true),
  id: positiveInt,
  commit: madeCommit,
})

/** One of the versions of a conflict: any of the item's fields, its Markdown, its revision. */
const version = z
  .looseObject({ markdown: z.string().optional(), revision: revision.optional() })
  .describe('The fields of the item, its `markdown` and, where it is saved, its `revision`.')

/** The 409 of a write that is based on an older revision and could not be merged. */
export const conflictAnswer = z.strictObject({
  message: z.string(),
  base: version.nullable().describe('What the write started from; null when git does not know it.'),
  theirs: version.describe('What is saved now.'),
  yours: version.describe('What was sent, applied to the base.'),
  conflicts: z.array(
    z.strictObject({
      key: z.string().describe('The field, or `content` for the body.'),
      base: z.unknown().optional(),
      yours: z.unknown().optional(),
      theirs: z.unknown().optional(),
      chunks: z
        .array(z.unknown())
        .optional()
        .describe('Of the body: the parts that merged and those that did not.'),
    }),
  ),
})

export const previewAnswer = z.strictObject({
  html,
  toc: z
    .array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
        depth: z.union([z.literal(2), z.literal(3)]),
      }),
    )
    .describe('The headings of the body, for its table of contents.'),
  articles: z
    .array(z.strictObject({ title: z.string(), excerpt: z.string(), html }))
    .optional()
    .describe('The pieces of a newsletter.'),
})

export const downloadAnswer = z.strictObject({
  id: positiveInt,
  title: z.string(),
  description: z.string(),
  fileType: z.string(),
  fileSize: count.describe('Bytes.'),
  tempo: downloadTable.tempo.answer,
  key: downloadTable.key.answer,
  preview: downloadTable.preview.answer,
  tags: downloadTable.tags.answer,
  imageUrl: z.string().nullable(),
  downloadCount: count,
})

export const healthAnswer = z.strictObject({
  status: z
    .enum(['ok', 'degraded', 'no-commit', 'unreadable'])
    .describe(
      '`degraded`: a data file can’t be used, nothing can be saved or the sync with the remote fails, which the dashboard and the log name; pages are still shown. `no-commit`: the branch of the site is missing or empty; `unreadable`: the repository can’t be read; both are answered with 503.',
    ),
  revision: z.string().nullable().describe('The commit that the site shows.'),
  contentProblems: count.describe('How many faults the content files have.'),
  message: z.string().optional().describe('The reason when the status is not `ok`.'),
})

export const contentProblem = z.strictObject({
  path: z.string().describe('Relative to the content folder.'),
  line: z.int().min(1),
  message: z.string(),
  level: z
    .literal('warning')
    .optional()
    .describe(
      'Set when the file is served anyway. Without it, the fault keeps the file, or the value, from the site.',
    ),
}) satisfies z.ZodType<ContentProblem>

export const uncommittedFile = z.strictObject({
  path: z.string(),
  change: z.enum(['new', 'modified', 'deleted']),
})

/** A newsletter that was imported from a mail. */
export const importedNewsletter = z.strictObject({
  messageId: z.string().describe('The `Message-ID` of the mail, or a hash of its text.'),
  id: positiveInt,
  title: z.string(),
})
