import type { ContentType } from '#domain/content.ts'
import { everyField } from '#domain/item/item-fields.ts'
import { pathKind, slugFromName } from '../file-kind.ts'
import { aliasAddress } from '../lenient-values.ts'
import type { PlainMap, PlainValue } from '../safe-yaml.ts'
import { changedText, checkedBytes, newText, writtenForNone } from './file-parts.ts'
import { type ItemText, readItemText } from './item-text.ts'

/**
 * The file with other fields and another body; bytes that need not change stay. The keys are those of `editableFields`, `aliases` and `id`.
 * Throws SaveRefused when the result would be no valid file.
 */
export function changedFile(
  item: ItemText,
  fields: Readonly<Record<string, unknown>>,
  markdown: string,
  timeZone: string,
): Buffer {
  const kind = item.entry.kind
  const said = {
    ...fields,
    ...(Array.isArray(fields.aliases) && { aliases: withOwnSpelling(fields.aliases, item.data) }),
  }
  const keys = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, written(kind, name, value, item.data)]),
  )
  return checked(item.path, changedText(item.head, keys, markdown), timeZone)
}

/** Old addresses as the file spells them already, what it has under that key and is no address included, and those that are new. */
function withOwnSpelling(aliases: ReadonlyArray<PlainValue>, data: PlainMap): Array<PlainValue> {
  const held = typeof data.aliases === 'string' ? [data.aliases] : data.aliases
  const own = Array.isArray(held) ? held : []
  const read = own.map((alias) => (typeof alias === 'string' ? aliasAddress(alias) : null))
  const kept = own.filter((_, index) => read[index] === null || aliases.includes(read[index] ?? ''))
  return [...kept, ...aliases.filter((alias) => !read.includes(String(alias)))]
}

/** A new file. Throws SaveRefused when it would not be valid. */
export function newItemFile(
  type: ContentType,
  path: string,
  { slug, ...fields }: Readonly<Record<string, unknown>>,
  markdown: string,
  timeZone: string,
): Buffer {
  const keys: Record<string, unknown> = {}
  const place = pathKind(path)
  const told = 'inner' in place ? slugFromName(type, place.inner) : null
  for (const [name, value] of Object.entries({ ...fields, slug: told === slug ? undefined : slug })) {
    const key = written(type, name, value, {})
    if (key !== undefined) keys[name] = key
  }
  return checked(path, newText(keys, markdown), timeZone)
}

/** What is written for a value; undefined takes the key away. */
function written(kind: ContentType, name: string, value: unknown, data: PlainMap): unknown {
  const none =
    value === null ||
    value === undefined ||
    (everyField[name]?.unwritten !== undefined && everyField[name].unwritten === value) ||
    (name === 'aliases' && Array.isArray(value) && value.length === 0)
  if (none) return writtenForNone(kind, name, data)
  return name === 'publishedAt' ? String(value).replace(/\.000Z$/, 'Z') : value
}

function checked(path: string, text: string, timeZone: string): Buffer {
  return checkedBytes(text, (bytes) => {
    const read = readItemText(path, bytes, timeZone)
    return read.kind === 'faulty' ? read : {}
  })
}
