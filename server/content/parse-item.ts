import type { z } from 'zod'
import {
  articleFrontmatter,
  downloadFrontmatter,
  type FileKind,
  newsFrontmatter,
  newsletterFrontmatter,
  pageFrontmatter,
  type StaticPageName,
} from '#domain/content.ts'
import { parseDate } from '#domain/dates.ts'
import { isSlug, slugify } from '#domain/slug.ts'
import type { Entry } from './entry.ts'
import { readFields } from './field-aliases.ts'
import { derivedId, slugFromName } from './file-kind.ts'
import { type Frontmatter, readFrontmatter } from './frontmatter.ts'
import type { Fault } from './safe-yaml.ts'

export type ParsedItem =
  | { kind: 'entry'; entry: Entry; frontmatter: Frontmatter }
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
    ? { kind: 'entry', entry, frontmatter }
    : { kind: 'faulty', faults: file.faults }
}

/** One file while it is read; gathers its faults. */
class FileReading {
  readonly kind: FileKind
  readonly inner: string
  readonly faults: Array<Fault> = []
  private readonly source: Frontmatter
  private readonly fields: ReturnType<typeof readFields>

  constructor(kind: FileKind, inner: string, source: Frontmatter, timeZone: string) {
    this.kind = kind
    this.inner = inner
    this.source = source
    this.fields = readFields(kind, source.data)
    this.readDate(timeZone)
    const { abletonVersion } = this.fields.fields
    // 11 and 12 are how people write 11.0 and 12.0.
    if (typeof abletonVersion === 'string' && /^\d+$/.test(abletonVersion))
      this.fields.fields.abletonVersion = `${abletonVersion}.0`
  }

  /** The checked fields, or null with the faults noted. */
  check<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | null {
    const result = schema.safeParse(this.fields.fields)
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      const ownWords = !/^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)
      const path = [this.keyOf(String(issue.path[0] ?? '')), ...issue.path.slice(1)].join('.')
      this.faults.push({
        line: this.lineOf(issue.path.map(String)),
        message: ownWords ? issue.message : `${path}: ${issue.message}`,
      })
    }
    return null
  }

  /** Line of the nearest key that stands in the file; 1 when there is none. */
  lineOf(path: ReadonlyArray<string>): number {
    const parts = [this.keyOf(path[0] ?? ''), ...path.slice(1)]
    for (let length = parts.length; length > 0; length -= 1) {
      const line = this.source.lines.get(parts.slice(0, length).join('.'))
      if (line) return line
    }
    return 1
  }

  requireBody() {
    if (this.source.body.trim() === '') this.faults.push({ line: this.source.bodyLine, message: 'Content is required' })
  }

  /** The slug of the frontmatter, else of the file's name, else one made of the id. */
  slug(given: string | undefined, id: number): string {
    if (!given?.trim()) return slugFromName(this.kind, this.inner) ?? `${singular[this.kind]}-${id}`
    if (isSlug(given)) return given
    const better = slugify(given)
    const advice = isSlug(better) && better !== given ? `; write '${better}'` : ''
    this.faults.push({ line: this.lineOf(['slug']), message: `'${given}' can't be an address${advice}` })
    return given
  }

  private readDate(timeZone: string) {
    const { publishedAt } = this.fields.fields
    if (publishedAt === undefined) return
    const date = typeof publishedAt === 'string' ? parseDate(publishedAt, timeZone) : null
    if (date) {
      this.fields.fields.publishedAt = date.toISOString()
      return
    }
    delete this.fields.fields.publishedAt
    if (typeof publishedAt === 'string' && publishedAt.trim() === '') return
    const shown = typeof publishedAt === 'string' ? `'${publishedAt}'` : 'This'
    this.faults.push({
      line: this.lineOf(['publishedAt']),
      message: `${shown} is not a date; write it like 2026-11-21 or 2026-11-21T18:30`,
    })
  }

  private keyOf(field: string): string {
    return this.fields.keys.get(field) ?? field
  }
}

const singular: Readonly<Record<FileKind, string>> = {
  articles: 'article',
  news: 'news',
  newsletters: 'newsletter',
  downloads: 'download',
  pages: 'page',
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
    file.requireBody()
    const fields = file.check(articleFrontmatter)
    if (!fields) return null
    const { title, excerpt, category, tags, readTime, featured, techniqueLevel } = fields
    const abletonVersion = fields.abletonVersion ?? null
    const own = { title, excerpt, category, tags, readTime, featured, techniqueLevel, abletonVersion }
    return { kind: 'articles', item: { ...storedOf(file, fields), ...own }, ...keptOf(file, fields) }
  },
  news(file) {
    file.requireBody()
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
