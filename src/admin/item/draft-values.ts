import { type ContentType, contentTypes } from '#domain/content.ts'
import { parseDate, wallClock } from '#domain/dates.ts'
import type { Field as FieldOfItem, FormValues } from '#domain/item/field.ts'
import { itemFields } from '#domain/item/item-fields.ts'
import { sameValue } from '#domain/item/merge-fields.ts'

type AllFields = typeof itemFields.articles & typeof itemFields.newsletters

/** What the forms call a field of an item; null for what they do not show. A newsletter's description stands where others have their excerpt. */
type FormName<Name extends keyof AllFields> = AllFields[Name]['form'] extends keyof FormValues
  ? Name extends 'description'
    ? never
    : Name
  : never

type FieldValues = {
  -readonly [Name in keyof AllFields as FormName<Name>]: FormValues[AllFields[Name]['form'] & keyof FormValues]
}

/** An article of a newsletter; `content` is Markdown. */
export type IssueArticle = FormValues['pieces'][number]

/** Everything that is edited, as the fields show it. One shape for all types, plain JSON; `fieldsOf` says what a type has. */
export interface DraftValues extends FieldValues {
  /** Markdown. */
  content: string
  /** Of the screen alone: no file holds it, its place is among the tags. Empty for none. */
  primaryKeyword: string
}

/** What the screen reads of an item, as the API answers it; other versions of it (in conflicts, in history) have the same shape. */
export type ItemVersion = Readonly<Partial<Record<keyof AllFields | 'markdown', unknown>>>

type Field = keyof DraftValues

const formName = (name: string) => (name === 'description' ? 'excerpt' : name) as Field

/** The fields of a type with the names that they have in forms. */
function shownFields(type: ContentType): Array<[form: Field, name: string, field: FieldOfItem]> {
  return Object.entries<FieldOfItem>(itemFields[type]).flatMap(([name, field]) =>
    field.form ? [[formName(name), name, field]] : [],
  )
}

/** The fields of each type. A newsletter has no category and no tags (rulings, section 6b). */
export const fieldsOf: Readonly<Record<ContentType, ReadonlyArray<Field>>> = {
  articles: withBody('articles'),
  news: withBody('news'),
  newsletters: withBody('newsletters'),
}

function withBody(type: ContentType): ReadonlyArray<Field> {
  return [...shownFields(type).map(([form]) => form), 'content']
}

/** How forms hold each field of any type. */
export const formKinds: ReadonlyMap<string, keyof FormValues> = new Map(
  contentTypes.flatMap((type) => shownFields(type).flatMap(([name, , { form }]) => (form ? [[name, form]] : []))),
)

/** An item as the fields show it. */
export function valuesOf(type: ContentType, item: ItemVersion, timeZone: string): DraftValues {
  const said = item as Readonly<Record<string, unknown>>
  // The type's own fields come last: what a newsletter has as its excerpt is its description.
  const all = [...contentTypes.flatMap(shownFields), ...shownFields(type)]
  const values = all.map(([form, name, field]) => [form, formValue(field, said[name], timeZone)])
  return { ...Object.fromEntries(values), content: textOf(item.markdown), primaryKeyword: '' } as DraftValues
}

/** A value as a form holds it. */
function formValue({ form, initial }: FieldOfItem, value: unknown, timeZone: string): FormValues[keyof FormValues] {
  switch (form) {
    case 'number':
      return typeof value === 'number' ? value : Number(initial ?? 0)
    case 'flag':
      return value === true
    case 'list':
      return Array.isArray(value) ? value.map(textOf) : []
    case 'pieces':
      return Array.isArray(value) ? value.map(issueArticleOf) : []
    case 'date': {
      const date = typeof value === 'string' ? parseDate(value, timeZone) : null
      return date ? wallClock(date, timeZone) : ''
    }
    default:
      return textOf(value) || String(initial ?? '')
  }
}

function issueArticleOf(piece: Record<string, unknown>): IssueArticle {
  // An answer carries the rendered text as `content` and what was written as `markdown`; a version in a conflict only has what was written.
  return {
    title: textOf(piece.title),
    excerpt: textOf(piece.excerpt),
    content: textOf(piece.markdown ?? piece.content),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The names of the fields that differ, of those that the type has. */
export function changedFields(type: ContentType, base: DraftValues, values: DraftValues): Array<Field> {
  return fieldsOf[type].filter((field) => !sameValue(base[field], values[field]))
}

/** The fields that a save names whether they were changed or not (specification, section 7), as far as the type has them. */
const wholeItem: ReadonlyArray<Field> = [
  ...(['title', 'slug', 'excerpt', 'metaDescription', 'content', 'category', 'tags', 'readTime', 'featured'] as const),
  ...(['imageUrl', 'publishedAt'] as const),
]

/** What the fields can't show of an item: its date to the millisecond. */
export interface ExactValues {
  publishedAt?: unknown
}

/**
 * What a save sends: the whole edited item as the API names its fields, and of the fields besides those that were changed; null when nothing was changed. `exact`
 * keeps an untouched date as it is.
 */
export function patchOf(
  type: ContentType,
  base: DraftValues,
  values: DraftValues,
  timeZone: string,
  exact: ExactValues = {},
): Record<string, unknown> | null {
  const changed = changedFields(type, base, values)
  if (changed.length === 0) return null
  const patch: Record<string, unknown> = {}
  for (const field of fieldsOf[type])
    if (wholeItem.includes(field) || changed.includes(field))
      Object.assign(patch, sentAs(type, field, values, timeZone))
  const date = typeof exact.publishedAt === 'string' ? parseDate(exact.publishedAt, timeZone) : null
  if (date && values.publishedAt === wallClock(date, timeZone)) patch.publishedAt = date.toISOString()
  return patch
}

/** What the fields hold, as answers have it: the fields of every type, without the texts. */
export function itemOf(values: DraftValues, timeZone: string): Record<string, unknown> {
  const sent = contentTypes.flatMap((type) => fieldsOf[type].map((field) => sentAs(type, field, values, timeZone)))
  const {
    content: _,
    contentFormat: __,
    articles: ___,
    ...item
  } = Object.assign({}, ...sent) as Record<string, unknown>
  return item
}

/** A value of a form as calls name and write it. */
function sentAs(type: ContentType, field: Field, values: DraftValues, timeZone: string): Record<string, unknown> {
  const value = values[field]
  if (field === 'content') return { content: value, contentFormat: 'markdown' }
  const [, name, about] = shownFields(type).find(([form]) => form === field) ?? []
  if (!name || !about) return {}
  if (about.form === 'pieces') return { [name]: value, contentFormat: 'markdown' }
  if (about.form === 'date') return { [name]: parseDate(String(value), timeZone)?.toISOString() ?? null }
  // An emptied field without a default has no value; of the others, what is no number counts as 1 (specification, section 5).
  if (about.form === 'number' && about.initial === undefined && !Number(value)) return { [name]: null }
  if (about.form === 'number') return { [name]: Math.max(1, Number(value)) }
  const sent = name === 'imageUrl' ? values.imageUrl.trim() : value
  return { [name]: about.emptyIsNone && sent === '' ? null : sent }
}

/** Tags with the primary keyword among them: one that is missing comes first (specification, section 4). */
export function withPrimaryKeyword(tags: ReadonlyArray<string>, keyword: string): Array<string> {
  if (keyword === '' || tags.some((tag) => sameTag(tag, keyword))) return [...tags]
  return [keyword, ...tags]
}

/** The primary keyword after the tags were changed: without its tag it is none (empty). */
export function keywordAfterTags(tags: ReadonlyArray<string>, keyword: string): string {
  return tags.some((tag) => sameTag(tag, keyword)) ? keyword : ''
}

/** Tags do not differ by capital letters. */
export function sameTag(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
