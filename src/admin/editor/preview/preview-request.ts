import { parseDate } from '#domain/dates.ts'
import type { PreviewedItem } from '#domain/previewed-page.ts'
import type { EditedItem } from '../../item/draft-context.ts'
import type { DraftValues } from '../../item/draft-values.ts'
import type { PreviewRequest } from './preview-dialog.tsx'

/** What is typed, for the preview. */
export function previewRequestOf(
  { type, timeZone, item }: Pick<EditedItem, 'type' | 'timeZone' | 'item'>,
  values: DraftValues,
): PreviewRequest {
  const id = item?.id
  return {
    type,
    ...(id !== undefined && { id }),
    content: values.content,
    ...(type === 'newsletters' && { articles: values.articles }),
    item: {
      ...(id !== undefined && { id }),
      title: values.title,
      slug: values.slug,
      publishedAt: parseDate(values.publishedAt, timeZone)?.toISOString() ?? null,
      updatedAt: item?.updatedAt ?? null,
      imageUrl: values.imageUrl || null,
      imageAlt: values.imageAlt,
      excerpt: values.excerpt,
      description: values.excerpt,
      category: values.category,
      tags: values.tags,
      readTime: values.readTime,
      techniqueLevel: values.techniqueLevel as PreviewedItem['techniqueLevel'],
      abletonVersion: (values.abletonVersion || null) as PreviewedItem['abletonVersion'],
      issueNumber: values.issueNumber,
    },
  }
}
