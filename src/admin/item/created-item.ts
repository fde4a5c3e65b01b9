import { normalizeCategory } from '#domain/categories.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { slugify } from '#domain/slug.ts'
import type { CreatedType } from './creator-state.ts'
import type { DraftValues } from './draft-values.ts'

export type SaveAs = 'published' | 'draft'

/**
 * The body of `POST /api/{type}`. Without a date the server publishes now. A slug that is that of the title gets a number from the server where it is taken (rulings,
 * section 9).
 */
export function createdItem(type: CreatedType, values: DraftValues, as: SaveAs): ContentPatch {
  const { title, excerpt, content, category, imageUrl, imageAlt, slug } = values
  return {
    title,
    excerpt,
    content: content.endsWith('\n') ? content : `${content}\n`,
    contentFormat: 'markdown',
    category: normalizeCategory(category) ?? category,
    ...(imageUrl && { imageUrl, imageAlt }),
    ...(type === 'articles' && {
      slug,
      metaDescription: values.metaDescription || null,
      readTime: values.readTime,
      featured: values.featured,
      tags: values.tags,
      techniqueLevel: values.techniqueLevel as ContentPatch['techniqueLevel'],
      abletonVersion: (values.abletonVersion || null) as ContentPatch['abletonVersion'],
    }),
    ...(as === 'draft' && { publishedAt: null }),
  }
}

function followsTitle({ slug, title }: Readonly<Record<string, unknown>>): boolean {
  return slug === undefined || slug === slugify(String(title))
}

/**
 * What a later save changes of an item whose creation was sent with `before`: the fields of a PATCH, and what they were. Null when nothing was changed.
 * An address that the server made of the title stays as it is; what is published now was a draft, and what was published keeps its date.
 */
export function changesOfCreated(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  at: Date,
): { patch: Record<string, unknown>; from: Record<string, unknown> } | null {
  const patch: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(now))
    if (key !== 'contentFormat' && !sameValue(value, before[key])) patch[key] = value
  // Creations of an earlier version name no slug where it follows the title.
  if (followsTitle(before) && followsTitle(now)) delete patch.slug
  else if (followsTitle(now)) patch.slug = slugify(String(now.title))
  if ('imageUrl' in before && !('imageUrl' in now)) patch.imageUrl = null
  if (before.publishedAt === null && !('publishedAt' in now)) patch.publishedAt = at.toISOString()
  if (before.publishedAt !== null && patch.publishedAt !== null) delete patch.publishedAt
  if (Object.keys(patch).length === 0) return null
  const from = Object.fromEntries(Object.keys(patch).map((key) => [key, before[key]]))
  if ('content' in patch) patch.contentFormat = now.contentFormat
  return { patch, from }
}
