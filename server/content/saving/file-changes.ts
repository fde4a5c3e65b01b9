import type { ContentType } from '#domain/content.ts'
import { pathKind, slugFromName } from '../file-kind.ts'
import type { PlainMap } from '../safe-yaml.ts'
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
  const keys = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, written(kind, name, value, item.data)]),
  )
  return checked(item.path, changedText(item.head, keys, markdown), timeZone)
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
    (name === 'draft' && value === false) ||
    (name === 'imageAlt' && value === '') ||
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
