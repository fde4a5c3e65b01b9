import type { ContentType } from '#domain/content.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { DraftValues } from '../documents/draft-values.ts'

export type DialogKind = 'create' | 'edit'
type Fields = ReadonlyArray<keyof DraftValues>

const edited: Fields = ['title', 'excerpt', 'content', 'category', 'tags', 'imageUrl', 'imageAlt']
const technique: Fields = ['techniqueLevel', 'abletonVersion', 'readTime', 'featured']

/**
 * The fields of each dialog (specification, sections 2 and 5; rulings, section 6b). A new news item
 * or newsletter has neither tags nor image. The edit dialog of an article lacks level, version,
 * reading time and featured. A newsletter has no category and no tags.
 */
export const dialogFields: Readonly<Record<DialogKind, Readonly<Record<ContentType, Fields>>>> = {
  create: {
    articles: [...edited, ...technique],
    news: ['title', 'excerpt', 'content', 'category'],
    newsletters: ['title', 'issueNumber', 'excerpt', 'content', 'articles'],
  },
  edit: {
    articles: edited,
    news: edited,
    newsletters: ['title', 'issueNumber', 'excerpt', 'content', 'imageUrl', 'imageAlt'],
  },
}

/**
 * The body of `POST /api/{type}` from the dialog's fields. The item is published now; an issue is a
 * draft, and without a typed number it gets the next free one (rulings, section 9).
 */
export function createPayload(
  type: ContentType,
  values: DraftValues,
  now: Date,
): Record<string, unknown> {
  const imageUrl = values.imageUrl.trim()
  const sent: Partial<Record<keyof DraftValues, unknown>> = {
    ...values,
    imageUrl: imageUrl || null,
    // An empty field counts as 1 (specification, section 5).
    readTime: Math.max(1, values.readTime),
  }
  const fields = dialogFields.create[type].filter(
    (name) =>
      (name !== 'imageAlt' || imageUrl !== '') &&
      (name !== 'issueNumber' || values.issueNumber > 0) &&
      (name !== 'articles' || values.articles.length > 0),
  )
  const named = fields.map((name) => [
    name === 'excerpt' ? itemTypes[type].teaser : name,
    sent[name],
  ])
  const begins =
    // The date of a draft is the one that it is planned for.
    values.publishedAt !== ''
      ? { publishedAt: values.publishedAt, draft: true }
      : { publishedAt: null }
  const state = itemTypes[type].beginsAs === 'draft' ? begins : { publishedAt: now.toISOString() }
  return {
    ...Object.fromEntries(named),
    // What a site without authors and fields of its own does not have.
    ...(values.author.length > 0 && { author: values.author }),
    ...(Object.keys(values.fields).length > 0 && { fields: values.fields }),
    contentFormat: 'markdown',
    ...state,
  }
}
