import { z } from 'zod'
import type { ContentType } from '#domain/content.ts'
import { parseDate } from '#domain/dates.ts'
import { emptyIssue, saysSomething } from '#domain/issue-text.ts'
import { isSlug, reservedSlugs } from '#domain/slug.ts'
import { type DraftValues, formKinds } from './draft-values.ts'

/** The draft editor's own limit (specification, section 5); the server takes more. */
export const metaDescriptionMaximum = 160

const required = (message: string, was: string | null = null) =>
  z.string().refine((text) => text.trim() !== '' || text === was, message)
const slug = z
  .string()
  .refine(
    (text) => text === '' || isSlug(text) || reservedSlugs.has(text),
    'A slug has lowercase letters, digits, hyphens and underscores only',
  )

const ofKind = {
  text: z.string(),
  flag: z.boolean(),
  number: z.number({ error: 'This has to be a number' }),
  list: z.array(z.string()),
  date: z.string(),
  pieces: z.array(z.object({ title: z.string(), excerpt: z.string(), content: z.string() })),
}

type AnyValues = { [Name in keyof DraftValues]: z.ZodType<DraftValues[Name], DraftValues[Name]> }

/** The fields without rules of their own in this form: a value of the field's kind. The server has the last word on it. */
const anyValues = {
  ...Object.fromEntries([...formKinds].map(([name, kind]) => [name, ofKind[kind]])),
  primaryKeyword: z.string(),
} as unknown as AnyValues

/** Whether an issue has a date, and no text to go with it. */
function isEmptyAndPublic({ publishedAt, draft, content, articles }: DraftValues): boolean {
  return publishedAt !== '' && !draft && !saysSomething({ markdown: content, articles })
}

/**
 * What may be saved (specification, section 5; rulings, section 6b). `base` is the item as it was loaded: what is wrong there already and was not
 * touched does not keep a person from saving.
 */
export function draftRules(type: ContentType, base: DraftValues) {
  // A new item has no title yet, and nothing in it stands in a file already.
  const stood = (field: 'excerpt' | 'content' | 'category') => (base.title === '' ? null : base[field])
  const own = {
    title: required('Title is required'),
    slug: type === 'articles' ? required('Slug is required').pipe(slug) : slug,
    publishedAt: z
      .string()
      .refine((text) => text === '' || parseDate(text, 'UTC') !== null, 'The publication date is not a date'),
    excerpt: type === 'newsletters' ? z.string() : required('Excerpt is required', stood('excerpt')),
    metaDescription: z
      .string()
      .refine(
        (text) => text === base.metaDescription || text.trim().length <= metaDescriptionMaximum,
        `The meta description has at most ${metaDescriptionMaximum} characters`,
      ),
    content: type === 'newsletters' ? z.string() : required('Content is required', stood('content')),
    category: type === 'newsletters' ? z.string() : required('Category is required', stood('category')),
    readTime: z
      .number()
      .int()
      .min(1, 'Reading time is at least 1 minute')
      .max(600, 'Reading time is at most 600 minutes'),
    issueNumber: z.number().int().min(1, 'The issue number is at least 1'),
    articles: z.array(z.object({ title: required('Title is required'), excerpt: z.string(), content: z.string() })),
  }
  // What is wrong is told in the order of these rules.
  const whole = z.object({ ...own, ...anyValues, ...own })
  if (type !== 'newsletters') return whole satisfies z.ZodType<DraftValues>
  const before = isEmptyAndPublic(base)
  return whole.refine((values) => before || !isEmptyAndPublic(values), {
    path: ['content'],
    message: emptyIssue,
    // Beside other faults too.
    when: () => true,
  }) satisfies z.ZodType<DraftValues>
}
