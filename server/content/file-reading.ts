import type { z } from 'zod'
import type { FileKind } from '#domain/content.ts'
import { parseDate } from '#domain/dates.ts'
import { isSlug, slugify } from '#domain/slug.ts'
import { readFields } from './field-aliases.ts'
import { slugFromName } from './file-kind.ts'
import type { Frontmatter } from './frontmatter.ts'
import type { Fault } from './safe-yaml.ts'

/** One file while it is read; gathers its faults. */
export class FileReading {
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
