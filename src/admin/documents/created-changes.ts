import { sameValue } from '#domain/item/merge-fields.ts'
import { isSlugOf, slugify } from '#domain/slug.ts'

function followsTitle({ slug, title }: Readonly<Record<string, unknown>>) {
  return slug === undefined || isSlugOf(String(title), String(slug))
}

/**
 * The changes of a later save of an item whose creation was sent with `before`: the fields of a
 * PATCH with their former values. Null when nothing changed. A slug that the server derived from
 * the title stays; a draft that is published now gets the present date, a published item keeps its
 * date.
 */
export function changesOfCreated(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  at: Date,
): { patch: Record<string, unknown>; from: Record<string, unknown> } | null {
  const patch: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(now))
    if (key !== 'contentFormat' && !sameValue(value, before[key])) patch[key] = value
  // Creations of an older version contain no slug when it follows the title.
  if (followsTitle(before) && followsTitle(now)) delete patch.slug
  else if (now.slug === undefined) patch.slug = slugify(String(now.title))
  if (before.imageUrl && !('imageUrl' in now)) patch.imageUrl = null
  if (before.publishedAt === null && !('publishedAt' in now)) patch.publishedAt = at.toISOString()
  if (before.publishedAt !== null && patch.publishedAt !== null) delete patch.publishedAt
  if (Object.keys(patch).length === 0) return null
  const from = Object.fromEntries(Object.keys(patch).map((key) => [key, before[key]]))
  if ('content' in patch) patch.contentFormat = now.contentFormat
  return { patch, from }
}
