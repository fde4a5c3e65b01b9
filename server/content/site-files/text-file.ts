import { pathKind } from '../file-kind.ts'
import { parseItem } from '../parse-item.ts'
import type { Fault, PlainMap } from '../safe-yaml.ts'
import type { FieldValues } from '../saving/field-values.ts'
import { changedText, checkedBytes, type FileParts, fileParts, newText, writtenForNone } from '../saving/file-parts.ts'

/** The kinds of Markdown files that are no items of a list. */
export type TextKind = 'downloads' | 'pages'

/** Such a file as the admin edits it. */
export interface TextFile extends FileParts {
  kind: TextKind
  path: string
  /** Of a download; 0 for a page. */
  id: number
  /** The frontmatter as it stands in the file. */
  data: PlainMap
  /** What the editable fields say, null for none. */
  fields: FieldValues
}

const editable: Readonly<Record<TextKind, ReadonlyArray<string>>> = {
  downloads: ['title', 'description', 'fileType', 'file', 'imageUrl', 'imageAlt', 'draft'],
  pages: ['title', 'metaDescription'],
}

export type ReadText = { kind: 'text'; file: TextFile } | { kind: 'faulty'; faults: ReadonlyArray<Fault> }

/** Reads a page or the description of a download. `path` is relative to the content folder. */
export function readTextFile(path: string, bytes: Uint8Array): ReadText {
  const place = pathKind(path)
  if (place.kind !== 'downloads' && place.kind !== 'pages')
    return { kind: 'faulty', faults: [{ line: 1, message: `${path} is no page and no download` }] }
  // Neither has a date, so no time zone matters.
  const parsed = parseItem(place.kind, place.inner, bytes, 'UTC')
  if (parsed.kind === 'faulty') return parsed
  const { entry, frontmatter } = parsed
  const { data, body } = frontmatter
  const said: Record<string, unknown> =
    entry.kind === 'downloads'
      ? { ...entry.item, fileType: entry.fileType, file: entry.file, draft: entry.draft }
      : { ...entry }
  const fields = Object.fromEntries(editable[place.kind].map((name) => [name, said[name] ?? null]))
  const id = entry.kind === 'downloads' ? entry.item.id : 0
  const file = { kind: place.kind, path, id, data, fields, ...fileParts(bytes, body) }
  return { kind: 'text', file }
}

/** A file as it was in a blob that a client names; null when that can't be read as this file: a client may name any. */
export function textVersion(read: (blob: string) => Uint8Array, path: string, blob: string): TextFile | null {
  try {
    const text = readTextFile(path, read(blob))
    return text.kind === 'text' ? text.file : null
  } catch {
    return null
  }
}

/** The file with other fields and another body; bytes that need not change stay. Throws SaveRefused when it would not be valid. */
export function changedTextFile(file: TextFile, fields: Readonly<Record<string, unknown>>, markdown: string): Buffer {
  const keys = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, written(file.kind, name, value, file.data)]),
  )
  return checked(file.path, changedText(file.head, keys, markdown))
}

/** A new file. Throws SaveRefused when it would not be valid. */
export function newTextFile(path: string, fields: Readonly<Record<string, unknown>>, markdown: string): Buffer {
  const said = Object.entries(fields).filter(([, value]) => !isNone(value))
  return checked(path, newText(Object.fromEntries(said), markdown))
}

const isNone = (value: unknown) => value === null || value === undefined || value === '' || value === false

function written(kind: TextKind, name: string, value: unknown, data: PlainMap): unknown {
  return isNone(value) ? writtenForNone(kind, name, data) : value
}

function checked(path: string, text: string): Buffer {
  return checkedBytes(text, (bytes) => {
    const read = readTextFile(path, bytes)
    return read.kind === 'faulty' ? read : {}
  })
}
