import type { ContentType } from '#domain/content.ts'
import type { WholeManagedItem } from './managed-item.ts'
import { wholeNumber } from './whole-number.ts'

/** What the create and edit dialogs hold, as their fields do: plain JSON. A type uses the fields of `dialogFields`. */
export interface ItemForm {
  title: string
  issueNumber: string
  excerpt: string
  description: string
  /** Markdown. */
  content: string
  category: string
  tags: Array<string>
  imageUrl: string
  imageAlt: string
  techniqueLevel: string
  abletonVersion: string
  readTime: string
  featured: boolean
}
export type FieldName = keyof ItemForm
export type DialogKind = 'create' | 'edit'

/** What the fields are called. */
export const fieldNames: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  issueNumber: 'Issue Number',
  excerpt: 'Excerpt',
  description: 'Description',
  content: 'Content',
  category: 'Category',
  tags: 'Tags',
  imageUrl: 'Image URL',
  imageAlt: 'Alt Text',
  techniqueLevel: 'Level',
  abletonVersion: 'Version',
  readTime: 'Read Time',
  featured: 'Featured',
}

/**
 * The fields of each dialog (specification, sections 2 and 5; rulings, section 6b): a new news item or newsletter has neither tags nor an image; editing
 * an article offers neither level, version, reading time nor featured; a newsletter has no category and no tags.
 */
export const dialogFields: Readonly<Record<DialogKind, Readonly<Record<ContentType, ReadonlyArray<FieldName>>>>> = {
  create: {
    articles: [
      'title',
      'excerpt',
      'content',
      'category',
      'techniqueLevel',
      'abletonVersion',
      'readTime',
      'featured',
      'tags',
      'imageUrl',
      'imageAlt',
    ],
    news: ['title', 'excerpt', 'content', 'category'],
    newsletters: ['title', 'issueNumber', 'description', 'content'],
  },
  edit: {
    articles: ['title', 'excerpt', 'content', 'category', 'tags', 'imageUrl', 'imageAlt'],
    news: ['title', 'excerpt', 'content', 'category', 'tags', 'imageUrl', 'imageAlt'],
    newsletters: ['title', 'issueNumber', 'description', 'content', 'imageUrl', 'imageAlt'],
  },
}

/** An empty create dialog with the defaults of the specification's section 9. */
export function emptyForm(type: ContentType): ItemForm {
  return {
    title: '',
    issueNumber: '',
    excerpt: '',
    description: '',
    content: '',
    category: type === 'news' ? 'news' : 'workflow',
    tags: [],
    imageUrl: '',
    imageAlt: '',
    techniqueLevel: 'beginner',
    abletonVersion: 'live_11',
    readTime: '5',
    featured: false,
  }
}

/** An item as the edit dialog shows it. */
export function formOf(type: ContentType, item: WholeManagedItem): ItemForm {
  const empty = emptyForm(type)
  return {
    title: item.title,
    issueNumber: String(item.issueNumber ?? 1),
    excerpt: item.excerpt ?? '',
    description: item.description ?? '',
    // As a text area holds it, so that an untouched one is known as such.
    content: item.markdown.replace(/\r\n?/g, '\n'),
    category: item.category ?? empty.category,
    tags: item.tags ?? [],
    imageUrl: item.imageUrl ?? '',
    imageAlt: item.imageAlt,
    techniqueLevel: item.techniqueLevel ?? empty.techniqueLevel,
    abletonVersion: item.abletonVersion ?? empty.abletonVersion,
    readTime: String(item.readTime ?? empty.readTime),
    featured: item.featured ?? false,
  }
}

/** The issue number that is typed, in a list of its own; none for what has no number. */
export function numbersIn({ issueNumber }: ItemForm): Array<number> {
  const number = Number(issueNumber)
  return Number.isInteger(number) && number > 0 ? [number] : []
}

/** The fields of a dialog whose values differ. */
export function changedFields(fields: ReadonlyArray<FieldName>, before: ItemForm, now: ItemForm): Array<FieldName> {
  return fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
}

/**
 * The body of `POST /api/{type}`: the dialog's fields, published now. An issue begins as a draft, and gets the next free number where none is typed (rulings,
 * section 9).
 */
export function createPayload(type: ContentType, form: ItemForm, now: Date): Record<string, unknown> {
  const fields = dialogFields.create[type].filter(
    (name) =>
      (name !== 'imageAlt' || form.imageUrl.trim() !== '') &&
      (name !== 'issueNumber' || form.issueNumber.trim() !== ''),
  )
  const values = fields.map((name) => [name, sentValue(name, form)])
  const state = { publishedAt: type === 'newsletters' ? null : now.toISOString() }
  return { ...Object.fromEntries(values), contentFormat: 'markdown', ...state }
}

/** What a save sends back besides the dialog's own fields (specification, section 7); the pieces of a newsletter are left alone. */
const carried = [
  'title',
  'slug',
  'excerpt',
  'metaDescription',
  'category',
  'tags',
  'readTime',
  'featured',
  'imageUrl',
  'publishedAt',
] as const

/** The body of `PATCH /api/{type}/{id}`: the whole item as it was loaded, with the changed fields of the dialog. */
export function updatePayload(
  type: ContentType,
  item: WholeManagedItem,
  form: ItemForm,
): Record<string, unknown> & { revision: string } {
  const whole = Object.fromEntries(carried.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]))
  const changed = changedFields(dialogFields.edit[type], formOf(type, item), form)
  const edits = Object.fromEntries(changed.map((name) => [name, sentValue(name, form)]))
  return { ...whole, content: item.markdown, ...edits, contentFormat: 'markdown', revision: item.revision }
}

function sentValue(name: FieldName, form: ItemForm): unknown {
  if (name === 'readTime' || name === 'issueNumber') return wholeNumber(form[name])
  if (name === 'imageUrl') return form.imageUrl.trim() || null
  return form[name]
}
