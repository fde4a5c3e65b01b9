import { z } from 'zod'
import { storedCategories } from '#domain/categories.ts'
import { type FileKind, fileKinds, siteSettings } from '#domain/content.ts'
import { frontmatterOf } from '#domain/item/frontmatter.ts'
import { abletonVersions } from '#domain/item/vocabulary.ts'
import { fieldAliases, unpublished } from './field-aliases.ts'

/** One old address needs no list, and of several categories the first counts. */
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
  articles: ['article', 'Frontmatter of an article'],
  news: ['news', 'Frontmatter of a news item'],
  newsletters: ['newsletter', 'Frontmatter of a newsletter issue'],
  downloads: ['download', 'Frontmatter of a download'],
  pages: ['page', 'Frontmatter of a static page'],
}

/** What a date in a file looks like: the site's own schema sees it after it was made an instant. */
const date = {
  description: 'When it is published, such as 2026-11-21 or 2026-11-21T18:30; none makes a draft.',
  type: ['string', 'null'],
  pattern: '^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?\\s*([Zz]|[+-]\\d{2}:?\\d{2})?)?$',
}

/** Fields that the checks accept in more spellings than their schema can say. */
const spelled: Readonly<Record<string, unknown>> = {
  'articles.category': {
    type: 'string',
    enum: [...new Set(storedCategories.flatMap((category) => [category, category.replaceAll('_', '-')]))],
  },
  // A YAML editor reads 12.0 without quotes as a number.
  'articles.abletonVersion': { enum: [...abletonVersions, 11, 11.1, 11.2, 11.3, 11.4, 12] },
}

/** JSON Schemas of everything that writers write, by file name; for editors that complete and check YAML. */
export function contentSchemas(): Map<string, string> {
  const schemas = fileKinds.map((kind): [string, JsonSchema] => {
    const [name, title] = sources[kind]
    return [`${name}.schema.json`, withAliases(kind, { title, ...plainSchema(frontmatterOf[kind]) })]
  })
  const site = { title: 'site.yaml', ...plainSchema(siteSettings) }
  return new Map(
    [...schemas, ['site.schema.json', site] as const].map(([name, schema]) => [
      name,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  )
}

function plainSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function withAliases(kind: FileKind, schema: JsonSchema): JsonSchema {
  const properties: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(schema.properties ?? {}))
    properties[field] = field === 'publishedAt' ? date : (spelled[`${kind}.${field}`] ?? value)
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
