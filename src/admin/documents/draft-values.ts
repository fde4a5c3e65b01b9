import { type AllOf, byType, type ContentType, contentTypes } from '#domain/content.ts'
import { parseDate, wallClock } from '#domain/dates.ts'
import type { Field as FieldOfItem, FormValues } from '#domain/item/field.ts'
import { type ItemFields, itemFields } from '#domain/item/item-fields.ts'
import { sameValue } from '#domain/item/merge-fields.ts'

type AllFields = AllOf<ItemFields[ContentType]>

/**
 * Name of a field in forms, by its name in the API; never for fields that forms do not show. A
 * newsletter's `description` is `excerpt` in forms.
 */
type FormName<Name extends keyof AllFields> = AllFields[Name]['form'] extends keyof FormValues
  ? Name extends 'description'
    ? never
    : Name
  : never

type FieldValues = {
  -readonly [Name in keyof AllFields as FormName<Name>]: FormValues[AllFields[Name]['form'] &
    keyof FormValues]
}

/** An article of a newsletter; `content` is Markdown. */
export type IssueArticle = FormValues['pieces'][number]

/**
 * Form values of an item. One shape for all types, plain JSON; `fieldsOf` lists the fields of a
 * type.
 */
export interface DraftValues extends FieldValues {
  /** Markdown. */
  content: string
  /** Only in the form: a save adds it to the tags. Empty for none. */
  primaryKeyword: string
}

/** An item, or another version of it (in a conflict, in its history), in the fields of the API. */
export type ItemVersion = Readonly<Partial<Record<keyof AllFields | 'markdown', unknown>>>

type Field = keyof DraftValues

/** The name in forms of a field of an item. */
export const formName = (name: string) => (name === 'description' ? 'excerpt' : name) as Field

/** The fields of a type with their names in forms. */
function shownFields(type: ContentType): Array<[form: Field, name: string, field: FieldOfItem]> {
  return Object.entries<FieldOfItem>(itemFields[type]).flatMap(([name, field]) =>
    field.form ? [[formName(name), name, field]] : [],
  )
}

/** Field names by type. A newsletter has no category and no tags (rulings, section 6b). */
export const fieldsOf = byType<Readonly<Record<ContentType, ReadonlyArray<Field>>>>((type) => [
  ...shownFields(type).map(([form]) => form),
  'content',
])

/** Kind of the form value of each field. */
export const formKinds: ReadonlyMap<string, keyof FormValues> = new Map(
  contentTypes.flatMap((type) =>
    shownFields(type).flatMap(([name, , { form }]) => (form ? [[name, form]] : [])),
  ),
)

/** Converts an item to form values. */
export function valuesOf(type: ContentType, item: ItemVersion, timeZone: string): DraftValues {
  const said = item as Readonly<Record<string, unknown>>
  // The type's own fields come last and override others with the same form name.
  const all = [...contentTypes.flatMap(shownFields), ...shownFields(type)]
  const values = all.map(([form, name, field]) => [form, formValue(field, said[name], timeZone)])
  return {
    ...Object.fromEntries(values),
    content: textOf(item.markdown),
    primaryKeyword: '',
  } as DraftValues
}

/** Converts one value of the API to a form value. */
function formValue(
  { form, initial }: FieldOfItem,
  value: unknown,
  timeZone: string,
): FormValues[keyof FormValues] {
  switch (form) {
    case 'number':
      return typeof value === 'number' ? value : Number(initial ?? 0)
    case 'flag':
      return value === true
    case 'list':
      return Array.isArray(value) ? value.map(textOf) : []
    case 'own':
      return ownForm(value)
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

/** The values of the site's own fields as controls have them. */
function ownForm(value: unknown): FormValues['own'] {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries.map(([key, one]) => [
      key,
      typeof one === 'boolean' ? one : Array.isArray(one) ? one.map(textOf) : String(one ?? ''),
    ]),
  )
}

function issueArticleOf(piece: Record<string, unknown>): IssueArticle {
  // An answer has HTML as `content` and Markdown as `markdown`; a version in a conflict has only
  // `content`, as Markdown.
  return {
    title: textOf(piece.title),
    excerpt: textOf(piece.excerpt),
    content: textOf(piece.markdown ?? piece.content),
  }
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}

/** Names of the type's fields that differ. */
export function changedFields(
  type: ContentType,
  base: DraftValues,
  values: DraftValues,
): Array<Field> {
  return fieldsOf[type].filter((field) => !sameValue(base[field], values[field]))
}

/** Fields that a save always sends, changed or not (specification, section 7). */
const wholeItem: ReadonlyArray<Field> = [
  ...([
    'title',
    'slug',
    'excerpt',
    'metaDescription',
    'content',
    'category',
    'tags',
    'readTime',
    'featured',
  ] as const),
  ...(['imageUrl', 'publishedAt'] as const),
]

/** Values that form fields can't represent: the date in milliseconds. */
export interface ExactValues {
  publishedAt?: unknown
}

/**
 * The body of a PATCH: the whole item in the fields of the API, plus other fields that were
 * changed; null when nothing was changed. `exact` preserves an unchanged date.
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
  if (date && values.publishedAt === wallClock(date, timeZone))
    patch.publishedAt = date.toISOString()
  return patch
}

/** Converts form values to the fields of the API, for all types, without the body. */
export function itemOf(values: DraftValues, timeZone: string): Record<string, unknown> {
  const sent = contentTypes.flatMap((type) =>
    fieldsOf[type].map((field) => sentAs(type, field, values, timeZone)),
  )
  const {
    content: _,
    contentFormat: __,
    articles: ___,
    ...item
  } = Object.assign({}, ...sent) as Record<string, unknown>
  return item
}

/** Converts one form value to a field of the API. */
function sentAs(
  type: ContentType,
  field: Field,
  values: DraftValues,
  timeZone: string,
): Record<string, unknown> {
  const value = values[field]
  if (field === 'content') return { content: value, contentFormat: 'markdown' }
  const [, name, about] = shownFields(type).find(([form]) => form === field) ?? []
  if (!name || !about) return {}
  if (about.form === 'pieces') return { [name]: value, contentFormat: 'markdown' }
  if (about.form === 'date')
    return { [name]: parseDate(String(value), timeZone)?.toISOString() ?? null }
  // An empty number without a default becomes null; any other invalid number counts as 1
  // (specification, section 5).
  if (about.form === 'number' && about.initial === undefined && !Number(value))
    return { [name]: null }
  if (about.form === 'number') return { [name]: Math.max(1, Number(value)) }
  const sent = name === 'imageUrl' ? values.imageUrl.trim() : value
  return { [name]: about.emptyIsNone && sent === '' ? null : sent }
}

/**
 * Tags including the primary keyword, which comes first if it is missing (specification, section
 * 4).
 */
export function withPrimaryKeyword(tags: ReadonlyArray<string>, keyword: string): Array<string> {
  if (keyword === '' || tags.some((tag) => sameTag(tag, keyword))) return [...tags]
  return [keyword, ...tags]
}

/** The primary keyword after a change of the tags: empty when its tag was removed. */
export function keywordAfterTags(tags: ReadonlyArray<string>, keyword: string): string {
  return tags.some((tag) => sameTag(tag, keyword)) ? keyword : ''
}

/** Compares tags without case. */
export function sameTag(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
