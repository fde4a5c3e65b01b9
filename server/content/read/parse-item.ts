import { byType, type ContentType, type FileKind } from '#domain/content.ts'
import { deviceFaults } from '#domain/devices/device-fences.ts'
import type { Fields } from '#domain/item/field.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { hasField, itemFields } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { type Frontmatter, readFrontmatter } from '../frontmatter/frontmatter.ts'
import type { Fault } from '../frontmatter/safe-yaml.ts'
import { textsOf } from './body.ts'
import type { Entry, ItemEntry } from './entry.ts'
import { derivedId, pageNameOf } from './file-kind.ts'
import { FileReading } from './file-reading.ts'
import type { ReadingRules } from './reading-rules.ts'

export type ParsedItem =
  | ({ kind: 'entry'; entry: Entry; frontmatter: Frontmatter } & Remarks)
  | ({ kind: 'faulty'; faults: Array<Fault> } & Remarks)

/** What a writer is told about a file, whether it can be served or not. */
interface Remarks {
  /**
   * About values that are read differently than they are written, and keys that are probably
   * mistyped.
   */
  warnings: Array<Fault>
  /** About the other keys that nothing reads: at most one. */
  unread: Array<Fault>
}

/**
 * Reads one content file. `inner` is its path within the folder of its kind; dates without an
 * offset are read by `rules`. Never throws: for any bytes it returns an entry, or faults with their
 * lines.
 */
export function parseItem(
  kind: FileKind,
  inner: string,
  bytes: Uint8Array,
  rules: ReadingRules,
): ParsedItem {
  const frontmatter = readFrontmatter(bytes)
  if (frontmatter.kind === 'unreadable')
    return { kind: 'faulty', faults: [frontmatter.fault], warnings: [], unread: [] }
  const file = new FileReading(kind, inner, frontmatter, rules)
  const entry = builders[kind](file)
  const remarks = {
    warnings: [...file.warnings, ...deviceWarnings(frontmatter)],
    unread: file.unread,
  }
  return entry && file.faults.length === 0
    ? { kind: 'entry', entry, frontmatter, ...remarks }
    : { kind: 'faulty', faults: file.faults, ...remarks }
}

/** The faults of device settings, which the page shows as code. */
function deviceWarnings(file: Frontmatter): Array<Fault> {
  return textsOf(file).flatMap(({ markdown, firstLine }) =>
    deviceFaults(markdown).map(({ line, message }) => ({
      line: firstLine + line - 1,
      message: `${message}; the page shows the settings as code`,
    })),
  )
}

interface ItemFile {
  messageId?: string | undefined
  id?: number | undefined
  slug?: string | undefined
  draft: boolean
  author: Array<string>
  aliases: Array<string>
  metaDescription?: string | undefined
  updatedAt?: string | null | undefined
}

/**
 * The entry of an item of any type: the fields for lists, and the data that only the server uses.
 */
function itemOf(type: ContentType, file: FileReading, fields: ItemFile): ItemEntry {
  const id = fields.id ?? derivedId(file.inner)
  const listed = Object.entries<Fields[string]>(itemFields[type]).filter(
    ([, field]) => field.in === 'list',
  )
  const values = fields as ItemFile & Record<string, unknown>
  const item = Object.fromEntries(
    listed.map(([name, { none = null }]) => [name, values[name] ?? none]),
  )
  const entry = {
    kind: type,
    item: { ...item, fields: file.ownValues, id, slug: file.slug(fields.slug, id) },
    metaDescription: fields.metaDescription || null,
    updatedAt: fields.updatedAt ?? null,
    aliases: fields.aliases,
    draft: fields.draft,
    explicitId: fields.id !== undefined,
    idLine: file.lineOf(['id']),
    slugLine: file.lineOf(['slug']),
    aliasesLine: file.lineOf(['aliases']),
    ...(fields.author.length > 0 && { authorLine: file.lineOf(['author']) }),
    ...(hasField(type, 'issueNumber') && { numberLine: file.lineOf(['issueNumber']) }),
    ...(hasField(type, 'messageId') && { messageId: fields.messageId || null }),
  }
  // The schemas of the fields have checked the values; the type's registry entry says which fields
  // lists have.
  return entry as unknown as ItemEntry
}

const builders: Readonly<Record<FileKind, (file: FileReading) => Entry | null>> = {
  ...byType<Record<ContentType, (file: FileReading) => Entry | null>>(
    (type) => (file: FileReading) => {
      if (itemTypes[type].needsBody) file.expectBody()
      const fields: ItemFile | null = file.check(frontmatterOf[type])
      return fields && itemOf(type, file, fields)
    },
  ),
  downloads(file) {
    const fields = file.check(frontmatterOf.downloads)
    if (!fields) return null
    const { title, description, imageUrl, draft } = fields
    const id = fields.id ?? derivedId(file.inner)
    return {
      kind: 'downloads',
      item: {
        id,
        slug: file.slug(undefined, id),
        title,
        description,
        tempo: fields.tempo ?? null,
        key: fields.key ?? null,
        preview: fields.preview ?? null,
        tags: fields.tags,
        imageUrl,
        imageAlt: fields.imageAlt ?? '',
      },
      fileType: fields.fileType ?? null,
      file: fields.file ?? null,
      fileLine: file.lineOf(['file']),
      draft,
      explicitId: fields.id !== undefined,
      idLine: file.lineOf(['id']),
    }
  },
  pages(file) {
    const fields = file.check(frontmatterOf.pages)
    if (!fields) return null
    return {
      kind: 'pages',
      id: derivedId(file.inner),
      name: pageNameOf(file.inner),
      title: fields.title,
      metaDescription: fields.metaDescription || null,
      updatedAt: fields.updatedAt ?? null,
      draft: fields.draft,
      aliases: fields.aliases,
      aliasesLine: file.lineOf(['aliases']),
    }
  },
}
