import { type FileKind, fileKinds } from '#domain/content.ts'
import { fieldAliases, unpublished } from '#domain/item/field-aliases.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { keptBackBy, opensLater } from '#domain/item/kept-back.ts'
import type { PlainMap, PlainValue } from '../frontmatter/safe-yaml.ts'
import { isBlank } from './fallbacks.ts'

export interface ReadFields {
  /** The values by the site's own field names; a key without a value is left out. */
  fields: Record<string, PlainValue>
  /** The key in the file that each field came from. */
  keys: Map<string, string>
  /** The key with a later date than that of the text, which stands in its place. */
  later: string | null
}

/**
 * Gives every value the site's own field name. A key in the file wins over its aliases, even
 * without a value, and over the same key in other capitals ('Title'). `own` are the names of the
 * fields that the site adds.
 */
export function readFields(kind: FileKind, data: PlainMap, own?: ReadonlySet<string>): ReadFields {
  const fields: Record<string, PlainValue> = {}
  const keys = new Map<string, string>()
  const named = (name: string, key: string, value: PlainValue) => {
    keys.set(name, key)
    if (value !== null && name !== '__proto__') fields[name] = value
  }
  for (const [key, value] of Object.entries(data)) named(key, key, value)
  for (const [key, value] of Object.entries(data)) {
    const name = anyCapitals[kind].get(key.toLowerCase())
    if (name !== undefined && !keys.has(name)) named(name, key, value)
  }
  for (const [alias, field] of fieldAliases[kind]) {
    const value = fields[alias] ?? null
    const taken = keys.has(field) && !(field === 'excerpt' && isBlank(fields.excerpt))
    if (value === null || taken || alias === unpublished) continue
    fields[field] = value
    keys.set(field, keys.get(alias) ?? alias)
  }
  const opens = opensLater(data, fields.publishedAt ?? new Date().toISOString(), own)
  // What has no date of its own waits for somebody to publish it.
  const later = 'publishedAt' in frontmatterOf[kind].shape ? opens : null
  if (later !== null) named('publishedAt', later, data[later] ?? null)
  const key = keptBackBy(data, Date.now(), own) ?? (later === null ? opens : null)
  if (key !== null && !keys.has('draft')) {
    fields.draft = true
    keys.set('draft', key)
  }
  return { fields, keys, later }
}

/** The names of each kind that are also read in other capitals, by their lower case. */
const anyCapitals = Object.fromEntries(
  fileKinds.map((kind) => {
    const own = Object.keys(frontmatterOf[kind].shape).filter((name) => name !== 'articles')
    const names = [...own, ...fieldAliases[kind].map(([alias]) => alias)]
    return [kind, new Map(names.map((name) => [name.toLowerCase(), name]))]
  }),
) as Record<FileKind, Map<string, string>>
