import {
  byType,
  type ContentType,
  contentTypes,
  type FileKind,
  isContentType,
} from '#domain/content.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { everyField, hasPieces, itemFields } from '#domain/item/item-fields.ts'
import { sameValue } from '#domain/item/merge-fields.ts'
import { asBuffer } from '../../platform/as-buffer.ts'
import { editFrontmatter } from '../frontmatter/frontmatter-edit.ts'
import { type Fault, type PlainMap, type PlainValue, YamlFault } from '../frontmatter/safe-yaml.ts'
import type { EntryOf } from '../read/entry.ts'
import { readFields } from '../read/field-aliases.ts'
import { pathKind, slugFromName } from '../read/file-kind.ts'
import { aliasAddress } from '../read/lenient-values.ts'
import { parseItem } from '../read/parse-item.ts'
import { plainRules, type ReadingRules } from '../read/reading-rules.ts'
import { SaveRefused } from './committing.ts'

/** The values of the editable fields of a file: JSON values, null for none. */
export type FieldValues = Readonly<Record<string, unknown>>

/** A Markdown file as administrators edit it: an item, a page, or the description of a download. */
export interface ContentText<Kind extends FileKind = FileKind> {
  path: string
  entry: EntryOf[Kind]
  /** The frontmatter as it is in the file. */
  data: PlainMap
  /** The editable fields, with aliases and defaults applied. */
  fields: FieldValues
  /** Warnings about values that were replaced or ignored. */
  warnings: ReadonlyArray<Fault>
  /** Everything before the body, with the empty line after the frontmatter. */
  head: string
  markdown: string
}

export type ItemText = ContentText<ContentType>

export type ReadText<Kind extends FileKind> =
  | { kind: 'read'; text: ContentText<Kind> }
  | { kind: 'faulty'; faults: ReadonlyArray<Fault> }

const editableFields: Readonly<Record<FileKind, ReadonlyArray<string>>> = {
  ...byType<Record<ContentType, ReadonlyArray<string>>>((type) => Object.keys(itemFields[type])),
  downloads: Object.keys(frontmatterOf.downloads.shape).filter((name) => name !== 'id'),
  pages: ['title', 'metaDescription', 'draft'],
}

/**
 * Reads a file of one of these kinds. `path` is relative to the content folder; its values are read
 * by `rules`.
 */
export function readText<Kind extends FileKind>(
  kinds: ReadonlyArray<Kind>,
  path: string,
  bytes: Uint8Array,
  rules: ReadingRules = plainRules,
): ReadText<Kind> {
  const place = pathKind(path)
  if (!('inner' in place) || !kinds.some((kind) => kind === place.kind))
    return {
      kind: 'faulty',
      faults: [{ line: 1, message: `${path} is no file of ${kinds.join(', ')}` }],
    }
  const parsed = parseItem(place.kind, place.inner, bytes, rules)
  if (parsed.kind === 'faulty') return parsed
  const entry = parsed.entry as EntryOf[Kind]
  const { warnings } = parsed
  const { data, body } = parsed.frontmatter
  const whole = asBuffer(bytes).toString('utf8')
  const [gap = ''] = /^(?:\r?\n)?/.exec(body) ?? []
  const end = whole.length - body.length + gap.length
  const text = {
    path,
    entry,
    data,
    warnings,
    head: whole.slice(0, end),
    markdown: whole.slice(end),
  }
  return { kind: 'read', text: { ...text, fields: fieldsOf(entry, data) } }
}

/** `readText` of an article, a news item or a newsletter. */
export const readItemText = (
  path: string,
  bytes: Uint8Array,
  rules: ReadingRules,
): ReadText<ContentType> => readText(contentTypes, path, bytes, rules)

/** The version of a file in a blob that a client names; null when the blob is no such file. */
export async function versionAt<Kind extends FileKind>(
  kinds: ReadonlyArray<Kind>,
  path: string,
  blob: string,
  read: (blob: string) => Promise<Uint8Array>,
  rules?: ReadingRules,
): Promise<ContentText<Kind> | null> {
  try {
    const found = readText(kinds, path, await read(blob), rules)
    return found.kind === 'read' ? found.text : null
  } catch {
    // A client may name any blob; a missing blob or an object of another type is no version of the
    // file.
    return null
  }
}

/** Whether the file of an item has no id, so that a save adds one. */
export function lacksId({ entry, data }: ItemText): boolean {
  return !entry.explicitId && (data.id ?? null) === null
}

/** Whether the file has exactly these bytes. */
export function hasBytes(
  { head, markdown }: Pick<ContentText, 'head' | 'markdown'>,
  bytes: Buffer,
): boolean {
  return bytes.equals(Buffer.from(head + markdown))
}

/**
 * The file with other fields and another body; all other bytes stay. The keys are those of the
 * editable fields, `aliases` and `id`. Throws SaveRefused when the result is not a valid file.
 */
export function changedFile(
  text: ContentText,
  fields: FieldValues,
  markdown: string,
  rules?: ReadingRules,
): Buffer {
  const { kind } = text.entry
  const { fields: own, ...named } = fields
  const values = {
    ...named,
    ...(Array.isArray(fields.aliases) && { aliases: withOwnSpelling(fields.aliases, text.data) }),
  }
  const keys = {
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, written(kind, name, value, text.data)]),
    ),
    ...ownKeys(own, text.fields.fields),
  }
  const head = withKeys(text.head, keys)
  return checked(
    kind,
    text.path,
    head + gapBetween(head, markdown, text.markdown === '') + markdown,
    rules,
  )
}

/**
 * The file after somebody has edited it; null when nothing has changed. `own` are keys that a
 * change writes beside the edits. An `updatedAt` is about the text before: without it, the commit
 * of the change counts.
 */
export function savedFile(
  text: ContentText<ContentType | 'pages'>,
  fields: FieldValues,
  markdown: string,
  { own = {}, rules }: { own?: FieldValues; rules?: ReadingRules } = {},
): Buffer | null {
  const bytes = changedFile(text, fields, markdown, rules)
  if (hasBytes(text, bytes)) return null
  return changedFile(text, { ...fields, ...own, updatedAt: null }, markdown, rules)
}

/**
 * What has to stand between a frontmatter and a body; the first body of a file has an empty line
 * before it.
 */
function gapBetween(head: string, markdown: string, isFirst: boolean): string {
  if (markdown === '' || !/---[ \t]*(?:\r?\n)?$/.test(head)) return ''
  const end = head.includes('\r\n') ? '\r\n' : '\n'
  // A file may end right behind the closing line.
  const endOfLine = head.endsWith('\n') ? '' : end
  // The first line break of a body counts as the empty line after the frontmatter.
  return endOfLine + (isFirst || /^\r?\n/.test(markdown) ? end : '')
}

/** The bytes of a new file. Throws SaveRefused when it is not valid. */
export function newFile(
  kind: FileKind,
  path: string,
  { slug, fields: own, ...fields }: FieldValues,
  markdown: string,
  rules?: ReadingRules,
): Buffer {
  const nameGivesSlug = slugFromName(kind, path.slice(kind.length + 1)) === slug
  const values = Object.entries({ ...fields, slug: nameGivesSlug ? undefined : slug })
  const keys = values.flatMap(([name, value]) => {
    const key = written(kind, name, value, {})
    return key === undefined ? [] : [[name, key]]
  })
  const ownValues = Object.entries(ownKeys(own, {})).filter(
    ([, value]) => value !== undefined && value !== false,
  )
  const head = withKeys('', Object.fromEntries([...keys, ...ownValues]))
  return checked(kind, path, markdown === '' ? head : `${head}\n${markdown}`, rules)
}

function fieldsOf(entry: EntryOf[FileKind], data: PlainMap): FieldValues {
  const values: Record<string, unknown> = { ...entry, ...('item' in entry && entry.item) }
  if (isContentType(entry.kind) && hasPieces(entry.kind))
    values.articles = frontmatterOf.newsletters.shape.articles.parse(data.articles ?? undefined)
  return Object.fromEntries(editableFields[entry.kind].map((name) => [name, values[name] ?? null]))
}

/** The keys of the site's own fields that differ from those before; undefined removes a key. */
function ownKeys(own: unknown, before: unknown): Record<string, unknown> {
  const known = (before ?? {}) as FieldValues
  const changed = Object.entries((own ?? {}) as FieldValues).filter(
    ([key, value]) => !sameValue(value, known[key]),
  )
  const isNone = (value: unknown) => value === null || value === '' || isEmptyList(value)
  return Object.fromEntries(changed.map(([key, value]) => [key, isNone(value) ? undefined : value]))
}

/**
 * The list of aliases to write: unchanged ones in the spelling of the file, entries that are no
 * address, and new ones.
 */
function withOwnSpelling(aliases: ReadonlyArray<PlainValue>, data: PlainMap): Array<PlainValue> {
  const inFile = typeof data.aliases === 'string' ? [data.aliases] : data.aliases
  const own = Array.isArray(inFile) ? inFile : []
  const read = own.map((alias) => (typeof alias === 'string' ? aliasAddress(alias) : null))
  const unchanged = own.filter(
    (_, index) => read[index] === null || aliases.includes(read[index] ?? ''),
  )
  return [...unchanged, ...aliases.filter((alias) => !read.includes(String(alias)))]
}

/** The value to write into the frontmatter; undefined removes the key. */
function written(kind: FileKind, name: string, value: unknown, data: PlainMap): unknown {
  const isNone =
    value === null ||
    value === undefined ||
    (everyField[name]?.unwritten !== undefined && everyField[name].unwritten === value) ||
    ((value === '' || isEmptyList(value)) && !isContentType(kind)) ||
    (name === 'aliases' && isEmptyList(value))
  if (!isNone && (name === 'publishedAt' || name === 'updatedAt'))
    return String(value).replace(/\.000Z$/, 'Z')
  const inFile = everyField[name]?.inFile?.(value) ?? (everyField[name]?.inFile ? undefined : value)
  if (!isNone && inFile !== undefined) return inFile
  // Without the key, an alias of the field would apply; a key without a value prevents that.
  const { [name]: _, ...others } = data
  return name in readFields(kind, others).fields ? null : undefined
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function withKeys(head: string, keys: FieldValues): string {
  try {
    return editFrontmatter(head, keys)
  } catch (error) {
    if (error instanceof YamlFault)
      throw new SaveRefused([{ path: '', message: `${error.message}.` }])
    throw error
  }
}

function checked(kind: FileKind, path: string, text: string, rules?: ReadingRules): Buffer {
  const bytes = Buffer.from(text.toWellFormed())
  const read = readText([kind], path, bytes, rules)
  if (read.kind === 'faulty')
    throw new SaveRefused(read.faults.map(({ message }) => ({ path: '', message: `${message}.` })))
  return bytes
}
