import {
  articleFrontmatter,
  downloadFrontmatter,
  type FileKind,
  newsFrontmatter,
  newsletterFrontmatter,
  pageFrontmatter,
  type StaticPageName,
} from '#domain/content.ts'
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

interface PublishedFields {
  id?: number | undefined
  slug?: string | undefined
  publishedAt?: string | null | undefined
  draft: boolean
  imageUrl: string | null
  imageAlt?: string | undefined
  aliases: Array<string>
}

function storedOf(file: FileReading, fields: PublishedFields) {
  const id = fields.id ?? derivedId(file.inner)
  return {
    id,
    slug: file.slug(fields.slug, id),
    publishedAt: fields.publishedAt ?? null,
    imageUrl: fields.imageUrl,
    imageAlt: fields.imageAlt ?? '',
  }
}

function keptOf(file: FileReading, fields: PublishedFields & { metaDescription?: string | undefined }) {
  return {
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
    const fields = file.check(articleFrontmatter)
    if (!fields) return null
    const { title, excerpt, category, tags, readTime, featured, techniqueLevel } = fields
    const abletonVersion = fields.abletonVersion ?? null
    const own = { title, excerpt, category, tags, readTime, featured, techniqueLevel, abletonVersion }
    return { kind: 'articles', item: { ...storedOf(file, fields), ...own }, ...keptOf(file, fields) }
  },
  news(file) {
    file.expectBody()
    const fields = file.check(newsFrontmatter)
    if (!fields) return null
    const { title, excerpt, category, tags } = fields
    return {
      kind: 'news',
      item: { ...storedOf(file, fields), title, excerpt, category, tags },
      ...keptOf(file, fields),
    }
  },
  newsletters(file) {
    const fields = file.check(newsletterFrontmatter)
    if (!fields) return null
    const { title, description, issueNumber } = fields
    return {
      kind: 'newsletters',
      item: { ...storedOf(file, fields), title, description, issueNumber },
      ...keptOf(file, fields),
      numberLine: file.lineOf(['issueNumber']),
      messageId: fields.messageId || null,
    }
  },
  downloads(file) {
    const fields = file.check(downloadFrontmatter)
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
    const fields = file.check(pageFrontmatter)
    if (!fields) return null
    return {
      kind: 'pages',
      name: file.inner.replace(/\.md$/, '') as StaticPageName,
      title: fields.title,
      metaDescription: fields.metaDescription || null,
    }
  },
}
