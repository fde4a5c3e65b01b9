import { z } from 'zod'
import type { ContentType } from '#domain/content.ts'
import { parseDate } from '#domain/dates.ts'
import { emptyIssue, hasIssueText } from '#domain/issue-text.ts'
import { hasPieces } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { isSlug, reservedSlugs, slugFault } from '#domain/slug.ts'
import { type DraftValues, formKinds } from '../documents/draft-values.ts'

/** Limit of the draft editor (specification, section 5); the server allows more. */
export const metaDescriptionMaximum = 160

const required = (message: string, was: string | null = null) =>
  z.string().refine((text) => text.trim() !== '' || text === was, message)
const slug = z.string().refine((text) => text === '' || isSlug(text) || reservedSlugs.has(text), {
  error: ({ input }) => slugFault(String(input)) ?? undefined,
})

const ofKind = {
  text: z.string(),
  flag: z.boolean(),
  number: z.number({ error: 'This has to be a number' }),
  list: z.array(z.string()),
  date: z.string(),
  own: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
  pieces: z.array(z.object({ title: z.string(), excerpt: z.string(), content: z.string() })),
}

type AnyValues = { [Name in keyof DraftValues]: z.ZodType<DraftValues[Name], DraftValues[Name]> }

/** Fields without rules in this form, by the kind of their values. The server validates them. */
const anyValues = {
  ...Object.fromEntries([...formKinds].map(([name, kind]) => [name, ofKind[kind]])),
  primaryKeyword: z.string(),
} as unknown as AnyValues

/** Whether an issue has a date but no text. */
function isEmptyAndPublic({ publishedAt, draft, content, articles }: DraftValues) {
  return publishedAt !== '' && !draft && !hasIssueText({ markdown: content, articles })
}

/**
 * Validation rules for a save (specification, section 5; rulings, section 6b). `base` are the
 * loaded values: an invalid value that was already in the file and was not changed does not prevent
 * a save.
 */
export function draftRules(type: ContentType, base: DraftValues) {
  // The values in the file. A base without a title is a new item, which has no file.
  const stood = (field: 'excerpt' | 'content' | 'category') =>
    base.title === '' ? null : base[field]
  const own = {
    title: required('Title is required'),
    slug: itemTypes[type].addressedBy === 'slug' ? required('Slug is required').pipe(slug) : slug,
    publishedAt: z
      .string()
      .refine(
        (text) => text === '' || parseDate(text, 'UTC') !== null,
        'The publication date is not a date',
      ),
    excerpt:
      itemTypes[type].teaser === 'excerpt'
        ? required('Excerpt is required', stood('excerpt'))
        : z.string(),
    metaDescription: z
      .string()
      .refine(
        (text) => text === base.metaDescription || text.trim().length <= metaDescriptionMaximum,
        `The meta description has at most ${metaDescriptionMaximum} characters`,
      ),
    content: itemTypes[type].needsBody
      ? required('Content is required', stood('content'))
      : z.string(),
    category: itemTypes[type].categories
      ? required('Category is required', stood('category'))
      : z.string(),
    readTime: z
      .number()
      .int()
      .min(1, 'Reading time is at least 1 minute')
      .max(600, 'Reading time is at most 600 minutes'),
    issueNumber: z.number().int().min(1, 'The issue number is at least 1'),
    articles: z.array(
      z.object({ title: required('Title is required'), excerpt: z.string(), content: z.string() }),
    ),
  }
  // `own` comes first, because errors are reported in this order.
  const whole = z.object({ ...own, ...anyValues, ...own })
  if (!hasPieces(type)) return whole satisfies z.ZodType<DraftValues>
  const before = isEmptyAndPublic(base)
  return whole.refine((values) => before || !isEmptyAndPublic(values), {
    path: ['content'],
    message: emptyIssue,
    // By default, zod skips this check when other fields have errors.
    when: () => true,
  }) satisfies z.ZodType<DraftValues>
}
