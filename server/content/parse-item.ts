import type { FileKind, StaticPageName } from '#domain/content.ts'
import type { Fields } from '#domain/item/field.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { itemFields } from '#domain/item/item-fields.ts'
import type { ItemSummary } from '#domain/item/summary.ts'
import type { Entry } from './entry.ts'
import { derivedId } from './file-kind.ts'
import { FileReading } from './file-reading.ts'
import { type Frontmatter, readFrontmatter } from './frontmatter.ts'
import type { Fault } from './safe-yaml.ts'

export type ParsedItem =
  /** `warnings` name what was read in another way than it is written. */
  | { kind: 'entry'; entry: Entry; frontmatter: Frontmatter; warnings: Array<Fault> }
  | { kind: 'faulty'; faults: Array<Fault> }

/**
 * Reads one content file. `inner` is its path within the folder of its kind; dates without an offset are of `timeZone`.
 * Never throws: whatever the bytes are, the answer is an entry or the faults with their lines.
 */
export function parseItem(kind: FileKind, inner: string, bytes: Uint8Array, timeZone: string): ParsedItem {
  const frontmatter = readFrontmatter(bytes)
  if (frontmatter.kind === 'unreadable') return { kind: 'faulty', faults: [frontmatter.fault] }
  const file = new FileReading(kind, inner, frontmatter, timeZone)
  const entry = builders[kind](file)
  return entry && file.faults.length === 0
    ? { kind: 'entry', entry, frontmatter, warnings: file.warnings }
    : { kind: 'faulty', faults: file.faults }
}

interface ItemFile {
  id?: number | undefined
  slug?: string | undefined
  draft: boolean
  aliases: Array<string>
  metaDescription?: string | undefined
}

/** What every item has, whatever its type: its line in lists, and what is known of it besides. */
function itemOf<Type extends keyof ItemSummary>(type: Type, file: FileReading, fields: ItemFile) {
  const id = fields.id ?? derivedId(file.inner)
  const listed = Object.entries<Fields[string]>(itemFields[type]).filter(([, field]) => field.in === 'list')
  const values = fields as ItemFile & Record<string, unknown>
  const item = Object.fromEntries(listed.map(([name, { none = null }]) => [name, values[name] ?? none]))
  return {
    kind: type,
    item: { ...item, id, slug: file.slug(fields.slug, id) } as unknown as ItemSummary[Type],
    metaDescription: fields.metaDescription || null,
    aliases: fields.aliases,
    draft: fields.draft,
    explicitId: fields.id !== undefined,
    idLine: file.lineOf(['id']),
    slugLine: file.lineOf(['slug']),
    aliasesLine: file.lineOf(['aliases']),
  }
}

const builders: Readonly<Record<FileKind, (file: FileReading) => Entry | null>> = {
  articles(file) {
    file.expectBody()
    const fields = file.check(frontmatterOf.articles)
    return fields && itemOf('articles', file, fields)
  },
  news(file) {
    file.expectBody()
    const fields = file.check(frontmatterOf.news)
    return fields && itemOf('news', file, fields)
  },
  newsletters(file) {
    const fields = file.check(frontmatterOf.newsletters)
    if (!fields) return null
    const numberLine = file.lineOf(['issueNumber'])
    return { ...itemOf('newsletters', file, fields), numberLine, messageId: fields.messageId || null }
  },
  downloads(file) {
    const fields = file.check(frontmatterOf.downloads)
    if (!fields) return null
    const { title, description, imageUrl, draft } = fields
    const id = fields.id ?? derivedId(file.inner)
    return {
      kind: 'downloads',
      item: { id, slug: file.slug(undefined, id), title, description, imageUrl, imageAlt: fields.imageAlt ?? '' },
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
      name: file.inner.replace(/\.md$/, '') as StaticPageName,
      title: fields.title,
      metaDescription: fields.metaDescription || null,
    }
  },
}
