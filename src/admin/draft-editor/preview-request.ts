import { parseDate } from '#domain/dates.ts'
import type { PreviewedItem } from '#domain/previewed-page.ts'
import type { PreviewRequest } from '../preview/preview-dialog.tsx'
import type { Draft } from './use-draft.ts'

/** What is typed, for the preview. */
export function previewRequestOf({ type, id, form, timeZone, item }: Draft): PreviewRequest {
  const values = form.getValues()
  return {
    type,
    id,
    content: values.content,
    ...(type === 'newsletters' && { articles: values.articles }),
    item: {
      id,
      title: values.title,
      slug: values.slug,
      publishedAt: parseDate(values.publishedAt, timeZone)?.toISOString() ?? null,
      updatedAt: item.updatedAt,
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
