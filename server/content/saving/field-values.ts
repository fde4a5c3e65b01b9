import type { ContentType } from '#domain/content.ts'
import type { ContentPatch } from '#domain/content-input.ts'
import { parseDate } from '#domain/dates.ts'
import type { Field } from '#domain/item/field.ts'
import { itemFields } from '#domain/item/item-fields.ts'

/** What the fields of an item say, in one spelling: JSON values, null for none. */
export type FieldValues = Readonly<Record<string, unknown>>

/** Every field that a client may change. */
export const editableFields: Readonly<Record<ContentType, ReadonlyArray<string>>> = {
  articles: Object.keys(itemFields.articles),
  news: Object.keys(itemFields.news),
  newsletters: Object.keys(itemFields.newsletters),
}

/** Fields that a client changes by more than their value: an address leads on, and pieces are texts. */
const ownWays: ReadonlySet<string> = new Set(['slug', 'articles'])

/**
 * The fields that a request changes by their value alone, as the site reads them. `base` is what the client has seen: of `description` and `excerpt`, which mean the
 * same in a newsletter, the one that differs from it counts.
 */
export function sentFields(
  type: ContentType,
  patch: ContentPatch,
  timeZone: string,
  base: FieldValues,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {}
  const named: Readonly<Record<string, unknown>> = patch
  for (const [name, field] of Object.entries<Field>(itemFields[type])) {
    const value = named[name]
    if (value === undefined || ownWays.has(name)) continue
    const said = field.stored && typeof value === 'string' ? field.stored(value) : value
    sent[name] = field.emptyIsNone && said === '' ? null : said
  }
  if (typeof sent.publishedAt === 'string')
    sent.publishedAt = parseDate(sent.publishedAt, timeZone)?.toISOString() ?? null
  const { excerpt } = patch
  if (type === 'newsletters' && excerpt !== undefined) {
    const told = sent.description !== undefined && sent.description !== (base.description ?? '')
    if (!told) sent.description = excerpt
  }
  return sent
}
