import type { ContentType } from '#domain/content.ts'
import { parseDate, wallClock } from '#domain/dates.ts'
import { sameValue } from '#domain/item/merge-fields.ts'

/** An article of a newsletter; `content` is Markdown. */
export interface IssueArticle {
  title: string
  excerpt: string
  content: string
}

/** Everything that is edited, as the fields show it. One shape for all types, plain JSON; `fieldsOf` says what a type has. */
export interface DraftValues {
  title: string
  slug: string
  /** The site's wall clock to the minute, as the date-time field has it; empty for none. */
  publishedAt: string
  draft: boolean
  /** Of a newsletter, its description. */
  excerpt: string
  metaDescription: string
  /** Markdown. */
  content: string
  category: string
  tags: Array<string>
  readTime: number
  featured: boolean
  techniqueLevel: string
  abletonVersion: string
  imageUrl: string
  imageAlt: string
  issueNumber: number
  articles: Array<IssueArticle>
  /** Of the screen alone: no file holds it, its place is among the tags. Empty for none. */
  primaryKeyword: string
}

/** What the screen reads of an item, as the API answers it; other versions of it (in conflicts, in history) have the same shape. */
export interface ItemVersion {
  title?: unknown
  slug?: unknown
  publishedAt?: unknown
  draft?: unknown
  excerpt?: unknown
  description?: unknown
  metaDescription?: unknown
  markdown?: unknown
  category?: unknown
  tags?: unknown
  readTime?: unknown
  featured?: unknown
  techniqueLevel?: unknown
  abletonVersion?: unknown
  imageUrl?: unknown
  imageAlt?: unknown
  issueNumber?: unknown
  articles?: unknown
}

type Field = keyof DraftValues

const everywhere: ReadonlyArray<Field> = [
  'title',
  'slug',
  'publishedAt',
  'draft',
  'excerpt',
  'content',
  'imageUrl',
  'imageAlt',
]
const described: ReadonlyArray<Field> = [...everywhere, 'metaDescription', 'category', 'tags']

/** The fields of each type. A newsletter has no category and no tags (rulings, section 6b). */
export const fieldsOf: Readonly<Record<ContentType, ReadonlyArray<Field>>> = {
  articles: [...described, 'readTime', 'featured', 'techniqueLevel', 'abletonVersion'],
  news: described,
  newsletters: [...everywhere, 'issueNumber', 'articles'],
}

/** An item as the fields show it. */
export function valuesOf(type: ContentType, item: ItemVersion, timeZone: string): DraftValues {
  const date = typeof item.publishedAt === 'string' ? parseDate(item.publishedAt, timeZone) : null
  return {
    title: textOf(item.title),
    slug: textOf(item.slug),
    publishedAt: date ? wallClock(date, timeZone) : '',
    draft: item.draft === true,
    excerpt: textOf(type === 'newsletters' ? item.description : item.excerpt),
    metaDescription: textOf(item.metaDescription),
    content: textOf(item.markdown),
    category: textOf(item.category),
    tags: Array.isArray(item.tags) ? item.tags.map(textOf) : [],
    readTime: typeof item.readTime === 'number' ? item.readTime : 5,
    featured: item.featured === true,
    techniqueLevel: textOf(item.techniqueLevel) || 'beginner',
    abletonVersion: textOf(item.abletonVersion),
    imageUrl: textOf(item.imageUrl),
    imageAlt: textOf(item.imageAlt),
    issueNumber: typeof item.issueNumber === 'number' ? item.issueNumber : 1,
    articles: Array.isArray(item.articles) ? item.articles.map(issueArticleOf) : [],
    primaryKeyword: '',
  }
}

function issueArticleOf(piece: Record<string, unknown>): IssueArticle {
  // An answer carries the rendered text as `content` and what was written as `markdown`; a version in a conflict only has what was written.
  return {
    title: textOf(piece.title),
    excerpt: textOf(piece.excerpt),
    content: textOf(piece.markdown ?? piece.content),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The names of the fields that differ, of those that the type has. */
export function changedFields(type: ContentType, base: DraftValues, values: DraftValues): Array<Field> {
  return fieldsOf[type].filter((field) => !sameValue(base[field], values[field]))
}

/** The fields that a save names whether they were changed or not (specification, section 7), as far as the type has them. */
const wholeItem: ReadonlyArray<Field> = [
  ...(['title', 'slug', 'excerpt', 'metaDescription', 'content', 'category', 'tags', 'readTime', 'featured'] as const),
  ...(['imageUrl', 'publishedAt'] as const),
]

/** What the fields can't show of an item: its date to the millisecond. */
export interface ExactValues {
  publishedAt?: unknown
}

/**
 * What a save sends: the whole edited item as the API names its fields, and of the fields besides those that were changed; null when nothing was changed. `exact`
 * keeps an untouched date as it is.
 */
export function patchOf(
  type: ContentType,
  base: DraftValues,
  values: DraftValues,
  timeZone: string,
  exact: ExactValues = {},
): Record<string, unknown> | null {
  const changed = changedFields(type, base, values)
  if (changed.length === 0) return null
  const patch: Record<string, unknown> = {}
  for (const field of fieldsOf[type])
    if (wholeItem.includes(field) || changed.includes(field))
      Object.assign(patch, sentAs(type, field, values, timeZone))
  const date = typeof exact.publishedAt === 'string' ? parseDate(exact.publishedAt, timeZone) : null
  if (date && values.publishedAt === wallClock(date, timeZone)) patch.publishedAt = date.toISOString()
  return patch
}

function sentAs(type: ContentType, field: Field, values: DraftValues, timeZone: string): Record<string, unknown> {
  switch (field) {
    case 'excerpt':
      return type === 'newsletters' ? { description: values.excerpt } : { excerpt: values.excerpt }
    case 'content':
      return { content: values.content, contentFormat: 'markdown' }
    case 'articles':
      return { articles: values.articles, contentFormat: 'markdown' }
    case 'publishedAt':
      return { publishedAt: parseDate(values.publishedAt, timeZone)?.toISOString() ?? null }
    case 'metaDescription':
    case 'imageUrl':
    case 'abletonVersion':
      return { [field]: values[field] === '' ? null : values[field] }
    default:
      return { [field]: values[field] }
  }
}
