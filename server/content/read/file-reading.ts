import type { z } from 'zod'
import { type FileKind, isContentType } from '#domain/content.ts'
import { readSpelledDate } from '#domain/date-spellings.ts'
import { parseDate } from '#domain/dates.ts'
import { itemTypes } from '#domain/item/types.ts'
import { openingWords } from '#domain/opening-words.ts'
import { ownFieldRule } from '#domain/site/article-words.ts'
import { specifiedVocabulary, type Vocabulary } from '#domain/site/vocabulary.ts'
import {
  noValue,
  type OwnField,
  type OwnValue,
  ownFieldsOf,
  readOwnValue,
} from '#domain/site-fields.ts'
import { isSlug, slugOfName } from '#domain/slug.ts'
import type { Frontmatter } from '../frontmatter/frontmatter.ts'
import { type Fault, lineOf } from '../frontmatter/safe-yaml.ts'
import { cutTexts } from './cut-texts.ts'
import { fallbackOf } from './fallbacks.ts'
import { readFields } from './field-aliases.ts'
import { slugFromName } from './file-kind.ts'
import { lenientReader, ownReader, shown } from './lenient-values.ts'
import { type ReadingRules, readingVocabulary } from './reading-rules.ts'
import { knownKeys, unknownKeys } from './unknown-keys.ts'

/**
 * The fields of a schema as a file may contain them: unknown categories, levels and versions are
 * served as they are written.
 */
type Read<Schema extends z.ZodObject> = {
  [Field in keyof z.infer<Schema>]: Field extends 'category' | 'techniqueLevel' | 'abletonVersion'
    ? string | Extract<z.infer<Schema>[Field], undefined>
    : z.infer<Schema>[Field]
}

/**
 * Reads one file. Collects its faults, which exclude it from the site, and its warnings, which do
 * not.
 */
export class FileReading {
  readonly kind: FileKind
  readonly inner: string
  readonly faults: Array<Fault> = []
  readonly warnings: Array<Fault> = []
  /** About keys that nothing reads. */
  readonly unread: Array<Fault> = []
  /**
   * The values of the fields that the site adds; one that can't be read is a warning, and counts as
   * none.
   */
  readonly ownValues: Readonly<Record<string, OwnValue>>
  private readonly source: Frontmatter
  private readonly fields: ReturnType<typeof readFields>
  private readonly ownFields: ReadonlyArray<OwnField>
  private readonly vocabulary: Vocabulary

  constructor(kind: FileKind, inner: string, source: Frontmatter, rules: ReadingRules) {
    this.kind = kind
    this.inner = inner
    this.source = source
    this.ownFields = isContentType(kind) ? ownFieldsOf(rules.fields, kind) : []
    this.fields = readFields(kind, source.data, new Set(this.ownFields.map(({ key }) => key)))
    this.vocabulary = readingVocabulary(rules)
    this.readPublication(rules.timeZone)
    this.readLastChange(rules.timeZone)
    this.ownValues = this.readOwnValues()
    this.noteUnknownKeys()
    this.noteCutTexts()
  }

  /** The fields of a schema, or null after adding the faults to `faults`. */
  check<Schema extends z.ZodObject>(schema: Schema): Read<Schema> | null {
    const read: Record<string, unknown> = {}
    const hasOwnWords = this.kind === 'articles' && this.vocabulary !== specifiedVocabulary
    for (const [field, specified] of Object.entries(schema.shape)) {
      const own = hasOwnWords ? ownFieldRule(field, this.vocabulary) : null
      const rule = own ?? specified
      const given = this.fields.fields[field]
      const reader = given === undefined ? undefined : own ? ownReader(field) : lenientReader(field)
      const { value, warning } = reader?.(given ?? null, this.keyOf(field)) ?? {
        value: given,
        warning: undefined,
      }
      const result = (rule as z.ZodType).safeParse(value)
      const fallback = result.success ? null : fallbackOf(field, rule as z.ZodType)
      if (result.success) {
        read[field] = result.data
        if (warning) this.warn([field], warning)
        if (field === 'draft' && this.isKeptBack())
          this.warn([field], `'${this.keyOf(field)}' keeps this back, as 'draft: true' does`)
      } else if (fallback) {
        const shown = fallback(value, {
          key: this.keyOf(field),
          opening: () => openingWords(this.source.body),
          lacking: () => (rule as z.ZodType).safeParse(undefined).data,
        })
        read[field] = shown.value
        this.warn([field], shown.warning)
      } else this.noteIssues(field, result.error?.issues ?? [])
    }
    return this.faults.length === 0 ? (read as Read<Schema>) : null
  }

  private readOwnValues(): Record<string, OwnValue> {
    const values: Record<string, OwnValue> = {}
    for (const field of this.ownFields) {
      const { key } = field
      const given = Object.hasOwn(this.source.data, key) ? this.source.data[key] : undefined
      const read = readOwnValue(field, given)
      values[key] = 'refusal' in read ? noValue(field) : read.value
      const warning =
        'refusal' in read ? `${read.refusal}; ${shown(given)} is ignored` : read.warning
      if (warning !== undefined) this.warn([key], warning)
    }
    return values
  }

  /** The line of the nearest key in the file; 1 when there is none. */
  lineOf(path: ReadonlyArray<string>): number {
    return lineOf(this.source.lines, [this.keyOf(path[0] ?? ''), ...path.slice(1)])
  }

  expectBody() {
    if (this.source.body.trim() === '')
      this.warnings.push({ line: this.source.bodyLine, message: 'The text is empty' })
  }

  /** The slug of the frontmatter, else of the file's name, else one made of the id. */
  slug(given: string | undefined, id: number): string {
    const own = () => slugFromName(this.kind, this.inner) ?? `${singularOf(this.kind)}-${id}`
    if (!given?.trim()) return own()
    const plain = given.normalize('NFC')
    if (isSlug(plain)) return plain
    // The slug of a nested address is its last part.
    const last = given.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
    const slug = slugOfName(last) ?? own()
    this.warn(['slug'], `'${given}' can't be an address; '${slug}' is taken instead`)
    return slug
  }

  private warn(path: ReadonlyArray<string>, message: string) {
    this.warnings.push({ line: this.lineOf(path), message })
  }

  private noteUnknownKeys() {
    const own = this.ownFields.map(({ key }) => key)
    const { later } = this.fields
    if (later !== null) this.warn([later], `'${later}' keeps this back until its date`)
    own.push(this.keyOf('draft'), this.keyOf('publishedAt'))
    const { mistyped, others } = unknownKeys(this.source, knownKeys[this.kind], own)
    this.warnings.push(...mistyped)
    this.unread.push(...others)
  }

  private noteCutTexts() {
    if (this.source.comments.size === 0) return
    const names = new Map([...this.fields.keys].map(([name, key]) => [key, name]))
    const own = this.ownFields
      .filter(({ type }) => type === 'text' || type === 'list')
      .map(({ key }) => key)
    this.warnings.push(...cutTexts(this.source, (key) => names.get(key) ?? key, own))
  }

  private noteIssues(field: string, issues: ReadonlyArray<z.core.$ZodIssue>) {
    for (const issue of issues) {
      const ownWords = !/^(Invalid|Too (small|big)|Unrecognized)/.test(issue.message)
      const inner = issue.path.map(String)
      this.faults.push({
        line: this.lineOf([field, ...inner]),
        message: ownWords
          ? issue.message
          : `${[this.keyOf(field), ...inner].join('.')}: ${issue.message}`,
      })
    }
  }

  private readPublication(timeZone: string) {
    const text = this.readDate('publishedAt', timeZone)
    if (text === null || text === '') return
    this.faults.push({
      line: this.lineOf(['publishedAt']),
      message: `${text === undefined ? 'This' : `'${text}'`} is not a date; write it like 2026-11-21 or 2026-11-21T18:30`,
    })
  }

  private readLastChange(timeZone: string) {
    const text = this.readDate('updatedAt', timeZone)
    if (text === null || text === '') return
    const given = text === undefined ? 'This' : `'${text}'`
    this.warn(['updatedAt'], `${given} is not a date; the last commit that changed the file counts`)
  }

  /**
   * Makes an instant of a date. Returns null, or what can't be read and is left out: the text, or
   * undefined for a value of another kind.
   */
  private readDate(
    field: 'publishedAt' | 'updatedAt',
    timeZone: string,
  ): string | undefined | null {
    const given = this.fields.fields[field]
    if (given === undefined) return null
    const text = typeof given === 'string' ? given : undefined
    const exact = text === undefined ? null : parseDate(text, timeZone)
    const date = exact ?? (text === undefined ? null : readSpelledDate(text, timeZone))
    if (!date) {
      delete this.fields.fields[field]
      return text?.trim() === '' ? '' : text
    }
    this.fields.fields[field] = date.toISOString()
    const iso = date.toISOString().replace(/:00\.000Z$/, 'Z')
    if (!exact)
      this.warn([field], `The date '${text}' is read as ${iso}; write it like 2026-11-21T18:30`)
    return null
  }

  /** Whether another key than `draft` makes this a draft. */
  private isKeptBack(): boolean {
    return this.fields.fields.draft === true && this.keyOf('draft').toLowerCase() !== 'draft'
  }

  private keyOf(field: string): string {
    return this.fields.keys.get(field) ?? field
  }
}

function singularOf(kind: FileKind) {
  return isContentType(kind) ? itemTypes[kind].singular : kind.slice(0, -1)
}
