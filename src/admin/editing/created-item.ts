import { normalizeCategory } from '#domain/categories.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { openingWords } from '#domain/opening-words.ts'
import type { DraftValues } from '../documents/draft-values.ts'
import type { CreatedType } from './creator-state.ts'

export type SaveAs = 'published' | 'draft'

/**
 * The body of `POST /api/{type}`. In a draft, the first words of the text stand in for a missing
 * excerpt. Without a date the server publishes now. When a slug derived from the title is taken,
 * the server appends a number (rulings, section 9).
 */
export function createdItem(type: CreatedType, values: DraftValues, as: SaveAs): ContentPatch {
  const { title, content, category, imageUrl, imageAlt, slug } = values
  // A draft may have no excerpt yet.
  const excerpt =
    values.excerpt.trim() === '' && as === 'draft' ? openingWords(content) || title : values.excerpt
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
