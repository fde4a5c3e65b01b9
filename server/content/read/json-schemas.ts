import { z } from 'zod'
import { storedCategories } from '#domain/categories.ts'
import {
  byType,
  type ContentType,
  type FileKind,
  fileKinds,
  isContentType,
} from '#domain/content.ts'
import { fieldAliases, unpublished } from '#domain/item/field-aliases.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { itemTypes, withArticle } from '#domain/item/types.ts'
import { abletonVersions } from '#domain/item/vocabulary.ts'
import { authorShape } from '#domain/site-authors.ts'
import { type OwnField, ownFieldsOf } from '#domain/site-fields.ts'
import { siteSettings } from '#domain/site-settings.ts'

/**
 * Fields that accept one value or a list: a single alias needs no list, and the first of several
 * categories counts.
 */
const severalSpellings: Readonly<Record<string, (value: object) => object>> = {
  redirect_from: (value) => ({ anyOf: [value, { type: 'string' }] }),
  categories: (value) => ({ anyOf: [value, { type: 'array', items: value }] }),
}

interface JsonSchema {
  properties?: Record<string, unknown>
  required?: Array<string>
  [key: string]: unknown
}

/** The name of each kind's schema, and what it is about. */
const sources: Readonly<Record<FileKind, readonly [name: string, title: string]>> = {
  ...byType<Record<ContentType, readonly [string, string]>>((type) => {
    const { singular, one } = itemTypes[type]
    return [singular, `Frontmatter of ${withArticle(one)}`]
  }),
  downloads: ['download', 'Frontmatter of a download'],
  pages: ['page', 'Frontmatter of a static page'],
}

/**
 * The format of dates in files. The zod schema describes the instant into which a date has been
 * converted.
 */
const date = {
  type: ['string', 'null'],
  pattern:
    '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?\\s*([Zz]|[+-]\\d{2}:?\\d{2})?)?$',
}

const dates: Readonly<Record<string, object>> = {
  publishedAt: {
    description:
      'When it is published, such as 2026-11-21 or 2026-11-21T18:30; none makes a draft.',
    ...date,
  },
  updatedAt: {
    description:
      'When it changed last, such as 2026-11-21; without it the last commit that changed the file counts.',
    ...date,
  },
}

/** One author, or a list of them. */
const names = {
  description: 'The key or the name of the author; a list for several.',
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
}

/** Schemas of fields that accept more spellings than their zod schema describes. */
const spelled: Readonly<Record<string, unknown>> = {
  'articles.author': names,
  'news.author': names,
  'newsletters.author': names,
  'articles.category': {
    type: 'string',
    enum: [
      ...new Set(storedCategories.flatMap((category) => [category, category.replaceAll('_', '-')])),
    ],
  },
  // A YAML editor reads 12.0 without quotes as a number.
  'articles.abletonVersion': { enum: [...abletonVersions, 11, 11.1, 11.2, 11.3, 11.4, 12] },
}

/**
 * JSON Schemas of everything that writers write, by file name; for editors that complete and check
 * YAML. `own` are the fields that the site adds.
 */
export function contentSchemas(own: ReadonlyArray<OwnField> = []): Map<string, string> {
  const schemas = fileKinds.map((kind): [string, JsonSchema] => {
    const [name, title] = sources[kind]
    return [
      `${name}.schema.json`,
      withOwn(withAliases(kind, { title, ...plainSchema(frontmatterOf[kind]) }), own, kind),
    ]
  })
  const author = {
    title: 'A file in content/authors',
    ...plainSchema(z.object(authorShape)),
    additionalProperties: true,
  }
  const site = { title: 'site.yaml', ...plainSchema(siteSettings) }
  return new Map(
    [...schemas, ['author.schema.json', author] as const, ['site.schema.json', site] as const].map(
      ([name, schema]) => [name, `${JSON.stringify(schema, null, 2)}\n`],
    ),
  )
}

function plainSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** The schema of a kind with the fields that the site adds to it. */
function withOwn(schema: JsonSchema, own: ReadonlyArray<OwnField>, kind: FileKind): JsonSchema {
  const fields = isContentType(kind) ? ownFieldsOf(own, kind) : []
  const added = fields.map(
    (field) => [field.key, { title: field.label, ...ownSchema(field) }] as const,
  )
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(added) } }
}

function ownSchema({ type, options, hint }: OwnField): object {
  const about = hint ? { description: hint } : {}
  switch (type) {
    case 'number':
      return { ...about, type: ['number', 'null'] }
    case 'switch':
      return { ...about, type: ['boolean', 'null'] }
    case 'list':
      return {
        ...about,
        anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
        examples: options,
      }
    case 'choice':
      return { ...about, enum: [...options, null] }
    case 'date':
      return { ...about, type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
    default:
      return { ...about, type: ['string', 'null'] }
  }
}

function withAliases(kind: FileKind, schema: JsonSchema): JsonSchema {
  const properties: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(schema.properties ?? {}))
    properties[field] = dates[field] ?? spelled[`${kind}.${field}`] ?? value
  const names = new Map<string, Array<string>>()
  for (const [alias, field] of fieldAliases[kind]) {
    const value = properties[field] as object
    properties[alias] ??=
      alias === unpublished
        ? { description: 'With false, a draft.' }
        : { description: `Read as ${field}.`, ...(severalSpellings[alias]?.(value) ?? value) }
    names.set(field, [...(names.get(field) ?? [field]), alias])
  }
  const required = schema.required ?? []
  const eitherName = required.flatMap((field) => {
    const choices = names.get(field)
    return choices ? [{ anyOf: choices.map((name) => ({ required: [name] })) }] : []
  })
  return {
    ...schema,
    properties,
    required: required.filter((field) => !names.has(field)),
    ...(eitherName.length > 0 && { allOf: eitherName }),
    additionalProperties: true,
  }
}
