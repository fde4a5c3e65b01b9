import { fieldAliases } from '../field-aliases.ts'
import { pathKind } from '../file-kind.ts'
import { editFrontmatter } from '../frontmatter-edit.ts'
import { parseItem } from '../parse-item.ts'
import { type Fault, type PlainMap, YamlFault } from '../safe-yaml.ts'
import type { FieldValues } from '../saving/field-values.ts'
import { SaveRefused } from '../saving/save-refused.ts'

/** The kinds of Markdown files that are no items of a list. */
export type TextKind = 'downloads' | 'pages'

/** Such a file as the admin edits it. */
export interface TextFile {
  kind: TextKind
  path: string
  /** The frontmatter as it stands in the file. */
  data: PlainMap
  /** What the editable fields say, null for none. */
  fields: FieldValues
  /** Everything before the body: frontmatter and the empty line behind it. */
  head: string
  markdown: string
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
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const [gap = ''] = /^(?:\r?\n)?/.exec(body) ?? []
  const end = text.length - body.length + gap.length
  const said: Record<string, unknown> =
    entry.kind === 'downloads'
      ? { ...entry.item, fileType: entry.fileType, file: entry.file, draft: entry.draft }
      : { ...entry }
  const fields = Object.fromEntries(editable[place.kind].map((name) => [name, said[name] ?? null]))
  const file = { kind: place.kind, path, data, fields, head: text.slice(0, end), markdown: text.slice(end) }
  return { kind: 'text', file }
}

/** The file with other fields and another body; bytes that need not change stay. Throws SaveRefused when it would not be valid. */
export function changedTextFile(file: TextFile, fields: Readonly<Record<string, unknown>>, markdown: string): Buffer {
  const keys = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, written(file.kind, name, value, file.data)]),
  )
  const gap = /^\r?\n/.test(markdown) && /---[ \t]*\r?\n$/.test(file.head) ? '\n' : ''
  return checked(file.path, inFrontmatter(file.head, keys) + gap + markdown)
}

/** A new file. Throws SaveRefused when it would not be valid. */
export function newTextFile(path: string, fields: Readonly<Record<string, unknown>>, markdown: string): Buffer {
  const said = Object.entries(fields).filter(([, value]) => !isNone(value))
  const head = inFrontmatter('', Object.fromEntries(said))
  return checked(path, markdown === '' ? head : `${head}\n${markdown}`)
}

const isNone = (value: unknown) => value === null || value === undefined || value === '' || value === false

/** What is written for a value; undefined takes the key away. */
function written(kind: TextKind, name: string, value: unknown, data: PlainMap): unknown {
  if (!isNone(value)) return value
  // Taken away, the key would let an alias through; without a value it does not.
  const showsThrough = fieldAliases[kind].some(([alias, field]) => field === name && (data[alias] ?? null) !== null)
  return showsThrough ? null : undefined
}

function inFrontmatter(head: string, keys: Readonly<Record<string, unknown>>): string {
  try {
    return editFrontmatter(head, keys)
  } catch (error) {
    if (error instanceof YamlFault) throw new SaveRefused([{ path: '', message: `${error.message}.` }])
    throw error
  }
}

function checked(path: string, text: string): Buffer {
  const bytes = Buffer.from(text.toWellFormed())
  const read = readTextFile(path, bytes)
  if (read.kind === 'faulty')
    throw new SaveRefused(read.faults.map(({ message }) => ({ path: '', message: `${message}.` })))
  return bytes
}
