import { z } from 'zod'
import { type ContentProblem, contentTypes } from './content.ts'
import { shapeOf } from './item/field.ts'
import { itemFields } from './item/item-fields.ts'
import { metaDescription } from './item/shared-fields.ts'
import { itemSummary } from './item/summary.ts'
import type { SearchResults } from './search.ts'

/**
 * What the content calls answer (specification, section 3; rulings, sections 3 and 6). Nothing is parsed with these at run time: they are the API
 * reference, the types of the browser's calls, and what the tests hold every answer against.
 */

const instant = z.iso.datetime()
const html = z.string().describe('Sanitized HTML.')
const markdown = z.string().describe('The body as it stands in the file, byte for byte.')
const revision = z
  .string()
  .regex(/^[0-9a-f]{40}$/)
  .describe('The git blob id of the file: send it back with a change, as `If-Match` or `revision`.')

export const { articles: articleSummary, news: newsSummary, newsletters: newsletterSummary } = itemSummary

const whole = {
  metaDescription: metaDescription.answer,
  updatedAt: instant.nullable().describe('The last commit that changed the file.'),
  content: html,
}
const piece = z.strictObject({ title: z.string(), excerpt: z.string(), content: html })

/** The items as visitors get them. */
export const publicItem = {
  articles: articleSummary.extend(whole),
  news: newsSummary.extend(whole),
  newsletters: newsletterSummary.extend({ ...whole, articles: z.array(piece) }),
}

const kept = {
  status: z.enum(['published', 'scheduled', 'draft']),
  draft: z.boolean().describe('What the file says of itself; an item without a date is a draft as well.'),
  revision,
}

const { content: _, ...inList } = whole

/** The items of a list as administrators get them. */
export const adminSummary = {
  articles: articleSummary.extend({ ...inList, ...kept }),
  news: newsSummary.extend({ ...inList, ...kept }),
  newsletters: newsletterSummary.extend({ ...inList, ...kept }),
}

const adminWhole = {
  ...kept,
  url: z.string().describe('The address of its page.'),
  formattedContent: z.string().describe('The same as `content`; ignored in a write.'),
  markdown,
  contentProblem: z.string().optional().describe('Why the body can not be shown, where it can not.'),
}
const adminPieces = itemFields.newsletters.articles.answer

/** The items as administrators get them. */
export const adminItem = {
  articles: publicItem.articles.extend(adminWhole),
  news: publicItem.news.extend(adminWhole),
  newsletters: publicItem.newsletters.extend({ ...adminWhole, articles: adminPieces }),
}

/** The fields of an item as a change names them: without what the server makes of them. */
const fieldsOf = {
  articles: z.strictObject(shapeOf(itemFields.articles, 'answer')),
  news: z.strictObject(shapeOf(itemFields.news, 'answer')),
  newsletters: z.strictObject(shapeOf(itemFields.newsletters, 'answer')),
}
const past = { id: z.int().positive(), content: html, formattedContent: html, markdown, revision }

/** The items as they were after a commit. */
export const pastItem = {
  articles: fieldsOf.articles.extend(past),
  news: fieldsOf.news.extend(past),
  newsletters: fieldsOf.newsletters.extend(past),
}

/** One change of an item, in the list of its history. */
export const historyEntry = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  author: z.strictObject({ name: z.string(), email: z.string() }),
  date: instant,
  message: z.string(),
})
const change = historyEntry.extend({ diff: z.string().describe('What the commit changed, as a unified diff.') })

/** One change with the item after it; null when the commit deleted it. */
export const historyVersion = {
  articles: change.extend({ item: pastItem.articles.nullable() }),
  news: change.extend({ item: pastItem.news.nullable() }),
  newsletters: change.extend({ item: pastItem.newsletters.nullable() }),
}

export const deletedItem = historyEntry.extend({ id: z.int().positive(), title: z.string() })
/** What links to an item. */
export const inboundLink = z.strictObject({
  type: z.enum([...contentTypes, 'pages']),
  id: z.int().positive().nullable().describe('Null for a page.'),
  title: z.string(),
  url: z.string(),
  status: kept.status,
})

export const deleteAnswer = z.strictObject({ deleted: z.literal(true), id: z.int().positive() })

/** One of the versions of a conflict: any of the item's fields, its Markdown, its revision. */
const version = z
  .looseObject({ markdown: z.string().optional(), revision: revision.optional() })
  .describe('The fields of the item, its `markdown` and, where it is saved, its `revision`.')

/** The 409 of a write that started from an older revision and can not be merged by itself. */
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
      chunks: z.array(z.unknown()).optional().describe('Of the body: the parts that merged and those that did not.'),
    }),
  ),
})

export const previewAnswer = z.strictObject({
  html,
  toc: z
    .array(z.strictObject({ id: z.string(), text: z.string(), depth: z.union([z.literal(2), z.literal(3)]) }))
    .describe('The headings of the body, for its table of contents.'),
  articles: z
    .array(z.strictObject({ title: z.string(), excerpt: z.string(), html }))
    .optional()
    .describe('The pieces of a newsletter.'),
})

export const downloadAnswer = z.strictObject({
  id: z.int().positive(),
  title: z.string(),
  description: z.string(),
  fileType: z.string(),
  fileSize: z.int().min(0).describe('Bytes.'),
  imageUrl: z.string().nullable(),
  downloadCount: z.int().min(0),
})

export const searchAnswer = z.strictObject({
  articles: z.array(articleSummary),
  news: z.array(newsSummary),
  newsletters: z.array(newsletterSummary),
  partial: z
    .literal(true)
    .optional()
    .describe('Set while the index is being read: only titles were searched. Ask again in a moment.'),
}) satisfies z.ZodType<SearchResults>

export const healthAnswer = z.strictObject({
  status: z
    .enum(['ok', 'degraded', 'no-commit', 'unreadable'])
    .describe(
      '`degraded`: a data file can’t be used, which the dashboard and the log name; pages are still shown. `no-commit`: the branch of the site is missing or empty; `unreadable`: the repository can’t be read; both are answered with 503.',
    ),
  revision: z.string().nullable().describe('The commit that the site shows.'),
  contentProblems: z.int().min(0).describe('How many faults the content files have.'),
  message: z.string().optional().describe('The reason when the status is not `ok`.'),
})

export const contentProblem = z.strictObject({
  path: z.string().describe('Relative to the content folder.'),
  line: z.int().min(1),
  message: z.string(),
  level: z
    .literal('warning')
    .optional()
    .describe('Set when the file is served anyway. Without it, the fault keeps the file, or the value, from the site.'),
}) satisfies z.ZodType<ContentProblem>

export const uncommittedFile = z.strictObject({ path: z.string(), change: z.enum(['new', 'modified', 'deleted']) })

/** A newsletter that was imported from a mail. */
export const importedNewsletter = z.strictObject({
  messageId: z.string().describe('The `Message-ID` of the mail, or a hash of its text.'),
  id: z.int().positive(),
  title: z.string(),
})
