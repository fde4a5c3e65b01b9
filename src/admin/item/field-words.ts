import type { ContentType } from '#domain/content.ts'
import type { DraftValues, IssueArticle } from './draft-values.ts'

type Field = Exclude<keyof DraftValues, 'content'>

const labels: Readonly<Record<Field, string>> = {
  title: 'Title',
  slug: 'URL Slug',
  publishedAt: 'Publication Date',
  draft: 'Draft',
  excerpt: 'Excerpt',
  metaDescription: 'Meta Description',
  category: 'Category',
  tags: 'Tags',
  readTime: 'Read Time',
  featured: 'Featured',
  techniqueLevel: 'Level',
  abletonVersion: 'Live Version',
  imageUrl: 'Featured Image',
  imageAlt: 'Alt Text',
  issueNumber: 'Issue Number',
  articles: 'Articles of this issue',
  primaryKeyword: 'Primary keyword',
}

/** What a field is called on the screen. */
export function fieldLabel(type: ContentType, field: Field): string {
  return type === 'newsletters' && field === 'excerpt' ? 'Description' : labels[field]
}

/** A field's value as a text that can be compared word by word. */
export function fieldText(value: DraftValues[Field]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!Array.isArray(value)) return String(value).replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')
  return value
    .map((one: string | IssueArticle) => (typeof one === 'string' ? one : piece(one)))
    .join(isText(value) ? ', ' : '\n\n')
}

function isText(list: ReadonlyArray<unknown>): boolean {
  return list.every((one) => typeof one === 'string')
}

function piece({ title, excerpt, content }: IssueArticle): string {
  return [title, excerpt, content].filter(Boolean).join('\n')
}

const typeNames: Readonly<Record<ContentType, string>> = {
  articles: 'article',
  news: 'news',
  newsletters: 'newsletter',
}

/** One item of a type, as messages name it (rulings, section 6b). */
export function typeName(type: ContentType): string {
  return typeNames[type]
}
