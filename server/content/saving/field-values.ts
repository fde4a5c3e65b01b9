import { normalizeCategory } from '#domain/categories.ts'
import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { parseDate } from '#domain/dates.ts'

/** What the fields of an item say, in one spelling: JSON values, null for none. */
export type FieldValues = Readonly<Record<string, unknown>>

const shared = ['title', 'publishedAt', 'draft', 'imageUrl', 'imageAlt'] as const
const texts = [...shared, 'excerpt', 'metaDescription', 'category', 'tags'] as const

/** The fields that a client may change by their value alone; `slug` and the pieces of a newsletter need more. */
const plainFields: Readonly<Record<ContentType, ReadonlyArray<keyof ContentPatch>>> = {
  articles: [...texts, 'readTime', 'featured', 'techniqueLevel', 'abletonVersion'],
  news: texts,
  newsletters: [...shared, 'issueNumber', 'description', 'messageId'],
}

/** Every field that a client may change. */
export const editableFields: Readonly<Record<ContentType, ReadonlyArray<string>>> = {
  articles: [...plainFields.articles, 'slug'],
  news: [...plainFields.news, 'slug'],
  newsletters: [...plainFields.newsletters, 'slug', 'articles'],
}

/** Fields for which an empty text says the same as none. */
const emptyIsNone: ReadonlySet<string> = new Set(['metaDescription', 'imageUrl', 'abletonVersion', 'messageId'])

/**
 * The plain fields that a request names, as the site reads them. `base` is what the client has seen: of `description` and `excerpt`, which mean the
 * same in a newsletter, the one that differs from it counts.
 */
export function sentFields(
  type: ContentType,
  patch: ContentPatch,
  timeZone: string,
  base: FieldValues,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  for (const name of plainFields[type]) {
    const value = patch[name]
    if (value !== undefined) sent[name] = emptyIsNone.has(name) && value === '' ? null : value
  }
  if (typeof sent.publishedAt === 'string')
    sent.publishedAt = parseDate(sent.publishedAt, timeZone)?.toISOString() ?? null
  if (type === 'articles' && typeof sent.category === 'string') sent.category = normalizeCategory(sent.category)
  const { excerpt } = patch
  if (type === 'newsletters' && excerpt !== undefined) {
    const told = sent.description !== undefined && sent.description !== (base.description ?? '')
    if (!told) sent.description = excerpt
  }
  return sent
}
