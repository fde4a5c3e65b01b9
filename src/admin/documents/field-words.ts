import type { ContentType } from '#domain/content.ts'
import type { Fields } from '#domain/item/field.ts'
import { itemFields } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { DraftValues, IssueArticle } from './draft-values.ts'

type Field = Exclude<keyof DraftValues, 'content'>

/** The name of a field that the site adds, beside those of all sites. */
export const ownName = (key: string): string => `fields.${key}`

/** Label of a field on the screen. */
export function fieldLabel(type: ContentType, field: Field): string {
  if (field === 'primaryKeyword') return 'Primary keyword'
  if (field.startsWith(ownName(''))) return field.slice(ownName('').length)
  const own: Fields = itemFields[type]
  return own[field === 'excerpt' ? itemTypes[type].teaser : field]?.label ?? field
}

/** A field's value as text, for comparison word by word. */
export function fieldText(value: DraftValues[Field]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isFieldValues(value))
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${fieldText(one)}`)
      .join('\n')
  if (!Array.isArray(value)) return String(value).replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')
  return value
    .map((one: string | IssueArticle) => (typeof one === 'string' ? one : piece(one)))
    .join(isText(value) ? ', ' : '\n\n')
}

function isFieldValues(value: DraftValues[Field]): value is DraftValues['fields'] {
  return typeof value === 'object' && !Array.isArray(value)
}

function isText(list: ReadonlyArray<unknown>) {
  return list.every((one) => typeof one === 'string')
}

function piece({ title, excerpt, content }: IssueArticle) {
  return [title, excerpt, content].filter(Boolean).join('\n')
}

/** Name of an item of a type in messages (rulings, section 6b). */
export function typeName(type: ContentType): string {
  return itemTypes[type].singular
}

/** The labels of the fields of a page. */
export const pageLabels = {
  title: 'Title',
  metaDescription: 'Meta Description',
  markdown: 'Text',
  draft: 'Draft',
}
