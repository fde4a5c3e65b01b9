import type { z } from 'zod'
import type { FileKind } from '#domain/content.ts'
import { readSpelledDate } from '#domain/date-spellings.ts'
import { parseDate } from '#domain/dates.ts'
import { isSlug, slugify } from '#domain/slug.ts'
import { readFields } from './field-aliases.ts'
import { slugFromName } from './file-kind.ts'
import type { Frontmatter } from './frontmatter.ts'
import { lenientReader } from './lenient-values.ts'
import { openingWords } from './opening-words.ts'
import type { Fault } from './safe-yaml.ts'
import { standInOf } from './stand-ins.ts'

/** The fields of a schema as a file may say them: unlisted categories, levels and versions are served as they are written. */
type Read<Schema extends z.ZodObject> = {
  [Field in keyof z.infer<Schema>]: Field extends 'category' | 'techniqueLevel' | 'abletonVersion'
    ? string | Extract<z.infer<Schema>[Field], undefined>
    : z.infer<Schema>[Field]
}

/** One file while it is read; gathers its faults, which keep it from the site, and its warnings, which do not. */
export class FileReading {
  readonly kind: FileKind
  readonly inner: string
  readonly faults: Array<Fault> = []
  readonly warnings: Array<Fault> = []
  private readonly source: Frontmatter
  private readonly fields: ReturnType<typeof readFields>

  constructor(kind: FileKind, inner: string, source: Frontmatter, timeZone: string) {
    this.kind = kind
    this.inner = inner
    this.source = source
    this.fields = readFields(kind, source.data)
    this.readDate(timeZone)
  }

  /** The fields that a schema names, or null with the faults noted. */
  check<Schema extends z.ZodObject>(schema: Schema): Read<Schema> | null {
    const read: Record<string, unknown> = {}
    for (const [field, rule] of Object.entries(schema.shape)) {
      const given = this.fields.fields[field]
      const reader = given === undefined ? undefined : lenientReader(field)
      const { value, warning } = reader?.(given ?? null, this.keyOf(field)) ?? { value: given, warning: undefined }
      const result = (rule as z.ZodType).safeParse(value)
      const standIn = result.success ? null : standInOf(field, rule as z.ZodType)
      if (result.success) {
        read[field] = result.data
        if (warning) this.warn([field], warning)
      } else if (standIn) {
        const shown = standIn(value, { key: this.keyOf(field), opening: () => openingWords(this.source.body) })
        read[field] = shown.value
        this.warn([field], shown.warning)
      } else this.noteIssues(field, result.error?.issues ?? [])
    }
    return this.faults.length === 0 ? (read as Read<Schema>) : null
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

  expectBody() {
    if (this.source.body.trim() === '') this.warnings.push({ line: this.source.bodyLine, message: 'The text is empty' })
  }

  /** The slug of the frontmatter, else of the file's name, else one made of the id. */
  slug(given: string | undefined, id: number): string {
    const own = () => slugFromName(this.kind, this.inner) ?? `${singular[this.kind]}-${id}`
    if (!given?.trim()) return own()
    if (isSlug(given)) return given
    // Of a nested address, the last part names the item.
    const last = given.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
    const made = slugify(last)
    const slug = isSlug(made) ? made : own()
    this.warn(['slug'], `'${given}' can't be an address; '${slug}' is taken instead`)
    return slug
  }

  private warn(path: ReadonlyArray<string>, message: string) {
    this.warnings.push({ line: this.lineOf(path), message })
  }

  private noteIssues(field: string, issues: ReadonlyArray<z.core.$ZodIssue>) {
    for (const issue of issues) {
      const ownWords = !/^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)
      const inner = issue.path.map(String)
      this.faults.push({
        line: this.lineOf([field, ...inner]),
        message: ownWords ? issue.message : `${[this.keyOf(field), ...inner].join('.')}: ${issue.message}`,
      })
    }
  }

  private readDate(timeZone: string) {
    const { publishedAt } = this.fields.fields
    if (publishedAt === undefined) return
    const text = typeof publishedAt === 'string' ? publishedAt : null
    const exact = text === null ? null : parseDate(text, timeZone)
    const date = exact ?? (text === null ? null : readSpelledDate(text, timeZone))
    if (date) {
      this.fields.fields.publishedAt = date.toISOString()
      const iso = date.toISOString().replace(/:00\.000Z$/, 'Z')
      if (!exact) this.warn(['publishedAt'], `The date '${text}' is read as ${iso}; write it like 2026-11-21T18:30`)
      return
    }
    delete this.fields.fields.publishedAt
    if (text?.trim() === '') return
    this.faults.push({
      line: this.lineOf(['publishedAt']),
      message: `${text === null ? 'This' : `'${text}'`} is not a date; write it like 2026-11-21 or 2026-11-21T18:30`,
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
