import { frontmatterOf } from '#domain/item/frontmatter.ts'
import type { ItemEntry } from '../entry.ts'
import { isContentType, pathKind } from '../file-kind.ts'
import { parseItem } from '../parse-item.ts'
import type { Fault, PlainMap } from '../safe-yaml.ts'
import { editableFields, type FieldValues } from './field-values.ts'
import { type FileParts, fileParts } from './file-parts.ts'

/** A content file as the admin edits it. */
export interface ItemText extends FileParts {
  path: string
  entry: ItemEntry
  /** The frontmatter as it stands in the file. */
  data: PlainMap
  /** What the editable fields say, aliases and defaults applied. */
  fields: FieldValues
  /** What was read in another way than it is written. */
  warnings: ReadonlyArray<Fault>
}

export type ReadItem = { kind: 'item'; item: ItemText } | { kind: 'faulty'; faults: ReadonlyArray<Fault> }

/** Reads the file of an item. `path` is relative to the content folder; dates without an offset are of `timeZone`. */
export function readItemText(path: string, bytes: Uint8Array, timeZone: string): ReadItem {
  const kind = pathKind(path)
  if (!('inner' in kind) || !isContentType(kind.kind))
    return { kind: 'faulty', faults: [{ line: 1, message: `${path} is no article, news item or newsletter` }] }
  const parsed = parseItem(kind.kind, kind.inner, bytes, timeZone)
  if (parsed.kind === 'faulty') return parsed
  const entry = parsed.entry as ItemEntry
  const { warnings } = parsed
  const { data, body } = parsed.frontmatter
  const item = { path, entry, data, fields: fieldsOf(entry, data), warnings, ...fileParts(bytes, body) }
  return { kind: 'item', item }
}

/** Whether the file of an item has no id, so that one may be written into it. */
export function lacksId({ entry, data }: ItemText): boolean {
  return !entry.explicitId && (data.id ?? null) === null
}

function fieldsOf(entry: ItemEntry, data: PlainMap): FieldValues {
  const all: Record<string, unknown> = { ...entry.item, metaDescription: entry.metaDescription, draft: entry.draft }
  if (entry.kind === 'newsletters') all.messageId = entry.messageId
  if (entry.kind === 'newsletters')
    all.articles = frontmatterOf.newsletters.shape.articles.parse(data.articles ?? undefined)
  return Object.fromEntries(editableFields[entry.kind].map((name) => [name, all[name] ?? null]))
}
