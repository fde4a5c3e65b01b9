import { normalizeCategory } from '#domain/categories.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { slugify } from '#domain/slug.ts'
import type { DraftValues } from '../draft-editor/draft-values.ts'
import type { CreatedType } from './creator-state.ts'

export type SaveAs = 'published' | 'draft'

/**
 * The body of `POST /api/{type}`. Without a date the server publishes now. A slug that follows the title is left to the server, which finds a free one;
 * one that was written by hand is sent (rulings, section 6b).
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
      ...(slug !== slugify(title) && { slug }),
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
