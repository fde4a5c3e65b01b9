import type { FileKind } from '#domain/content.ts'
import type { PlainMap, PlainValue } from './safe-yaml.ts'

/** Widely used names of fields, read where the site's own name is missing and never written (rulings, 6b). First match wins. */
export const fieldAliases: Readonly<Record<FileKind, ReadonlyArray<readonly [alias: string, field: string]>>> = {
  articles: [
    ['date', 'publishedAt'],
    ['pubDate', 'publishedAt'],
    ['summary', 'excerpt'],
    ['description', 'excerpt'],
    ['description', 'metaDescription'],
    ...imageAliases(),
    ['redirect_from', 'aliases'],
  ],
  news: [
    ['date', 'publishedAt'],
    ['pubDate', 'publishedAt'],
    ['summary', 'excerpt'],
    ['description', 'excerpt'],
    ['description', 'metaDescription'],
    ...imageAliases(),
    ['redirect_from', 'aliases'],
  ],
  newsletters: [['date', 'publishedAt'], ['pubDate', 'publishedAt'], ...imageAliases(), ['redirect_from', 'aliases']],
  downloads: imageAliases(),
  pages: [['description', 'metaDescription']],
}

function imageAliases(): Array<readonly [string, string]> {
  return [
    ['image', 'imageUrl'],
    ['cover', 'imageUrl'],
    ['heroImage', 'imageUrl'],
  ]
}

export interface ReadFields {
  /** The site's own field names; a key without a value is left out. */
  fields: PlainMap
  /** The key in the file that each field came from. */
  keys: Map<string, string>
}

/** Gives every value the site's own field name. A key that stands in the file wins over its aliases, even without a value. */
export function readFields(kind: FileKind, data: PlainMap): ReadFields {
  const fields: PlainMap = {}
  const keys = new Map<string, string>()
  for (const [key, value] of Object.entries(data)) {
    keys.set(key, key)
    if (value !== null && key !== '__proto__') fields[key] = value
  }
  for (const [alias, field] of fieldAliases[kind]) {
    const value = data[alias] ?? null
    const taken = keys.has(field) && !(field === 'excerpt' && isBlank(fields.excerpt))
    if (value === null || taken) continue
    fields[field] = field === 'aliases' && typeof value === 'string' ? [value] : value
    keys.set(field, alias)
  }
  return { fields, keys }
}

function isBlank(value: PlainValue | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}
