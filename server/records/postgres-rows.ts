import { z } from 'zod'
import { type SqlValue, storable } from '../platform/postgres/database.ts'
import { Comparison, type Where } from './conditions.ts'
import type { CollectionSpec } from './records.ts'

export type Item = Record<string, unknown>

// A record and its row have the same values by other names: `createdAt` is in the column
// `created_at`, `consent.page` in `consent_page`, and a moment is text in the record.

export const columnName = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A field with its column, or an object with those of its fields. */
interface Field {
  name: string
  column: string
  isNullable: boolean
  isInstant: boolean
  fields: ReadonlyArray<Field> | null
}

const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault]

/** The fields of an object. */
function fieldsOf(
  shape: z.ZodObject['shape'],
  json: ReadonlyArray<string>,
  prefix = '',
): Array<Field> {
  return Object.entries(shape).map(([name, schema]) => {
    let inner: unknown = schema
    while (wrappers.some((wrapper) => inner instanceof wrapper))
      inner = (inner as z.ZodNullable).unwrap()
    const column = `${prefix}${columnName(name)}`
    const fields =
      inner instanceof z.ZodObject && !json.includes(name)
        ? fieldsOf(inner.shape, [], `${column}_`)
        : null
    const isInstant = inner instanceof z.ZodISODateTime
    return { name, column, isNullable: schema instanceof z.ZodNullable, isInstant, fields }
  })
}

/** What a specification says of its table. */
interface TableForm {
  fields: ReadonlyArray<Field>
  /** The columns of the fields, and of what is derived. */
  columns: ReadonlyArray<string>
  /** Reads a row, or its JSON, as a record; other columns are left out. */
  row: z.ZodType<Item>
}

const known = new WeakMap<CollectionSpec, TableForm>()
/** Made once for each specification: to make a schema takes longer than to read some rows. */
export function tableForm(spec: CollectionSpec): TableForm {
  const form = known.get(spec) ?? newTableForm(spec)
  known.set(spec, form)
  return form
}

function newTableForm(spec: CollectionSpec): TableForm {
  const fields = fieldsOf(spec.record.shape, spec.json ?? [])
  const derived = Object.keys(spec.derived ?? {}).map(columnName)
  return {
    fields,
    columns: [...Object.keys(columnsOf(fields, {})), ...derived],
    row: z
      .record(z.string(), z.unknown())
      .transform((row) => fromColumns(fields, row))
      .pipe(spec.record),
  }
}

/** The columns of fields. */
function columnsOf(fields: ReadonlyArray<Field>, item: Item): Item {
  return Object.fromEntries(
    fields.flatMap(
      ({ name, column, fields: inner }): Array<[string, unknown]> =>
        inner
          ? Object.entries(columnsOf(inner, (item[name] ?? {}) as Item))
          : [[column, item[name] ?? null]],
    ),
  )
}

/** The row of a record. */
export function rowOf(spec: CollectionSpec, item: Item): Item {
  const derived = Object.entries(spec.derived ?? {})
  return {
    ...columnsOf(tableForm(spec).fields, item),
    ...Object.fromEntries(derived.map(([name, value]) => [columnName(name), value(item)])),
  }
}

/** The columns of some fields. */
export function columnsOfSome(spec: CollectionSpec, values: Item): Item {
  const given = tableForm(spec).fields.filter(({ name }) => name in values)
  return columnsOf(given, values)
}

/** An object from the columns of its fields. */
function fromColumns(fields: ReadonlyArray<Field>, row: Item): Item {
  const item: Item = {}
  for (const { name, column, isNullable, isInstant, fields: inner } of fields) {
    const value = inner ? fromColumns(inner, row) : row[column]
    const parts = inner ? Object.values(value as Item) : [value]
    if (parts.some((part) => part !== null))
      item[name] = isInstant ? new Date(value as Date | string).toISOString() : value
    else if (isNullable) item[name] = null
  }
  return item
}

/** Reads a row as a record, and its column `counts` as numbers. */
export function talliedRow(spec: CollectionSpec) {
  const { fields } = tableForm(spec)
  return z
    .record(z.string(), z.unknown())
    .transform((row) => ({ item: fromColumns(fields, row), counts: row.counts ?? {} }))
    .pipe(z.object({ item: spec.record, counts: z.record(z.string(), z.int()) }))
}

/** A value as PostgreSQL can store it. */
export function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return storable(value)
  return (Array.isArray(value) ? value.map(sqlValue) : value) as SqlValue
}

/** The SQL of a condition. Adds the values of its parameters to `values`. */
export function conditionSql(
  spec: CollectionSpec,
  where: Where<Item>,
  values: Array<SqlValue>,
): string {
  const parameter = (value: unknown) => `$${values.push(sqlValue(value))}`

  /** `path` leads to the column or the part of a column. */
  function term(path: string, wanted: unknown, fields: ReadonlyArray<Field> | null): string {
    if (wanted instanceof Comparison) return comparisonSql(path, wanted, parameter)
    if (Array.isArray(wanted)) return `${path} = any(${parameter(wanted)})`
    if (wanted === null) return `${path} is null`
    if (typeof wanted === 'object') return all(wanted as Where<Item>, fields, path)
    return `${path} = ${parameter(wanted)}`
  }

  /** Without `fields`, the parts of a column of JSON. */
  function all(one: Where<Item>, fields: ReadonlyArray<Field> | null, path: string): string {
    const terms = Object.entries(one).map(([name, wanted]) => {
      if (name === 'any' || name === 'all') {
        const each = (wanted as ReadonlyArray<Where<Item>>).map((any) => all(any, fields, path))
        return name === 'any'
          ? `(${each.join(' or ') || 'false'})`
          : `(${each.join(' and ') || 'true'})`
      }
      if (name === 'not') return `(${all(wanted as Where<Item>, fields, path)}) is not true`
      const field = fields?.find((other) => other.name === name)
      if (fields === null) return term(`${path}->'${name}'`, wanted, null)
      return term(field?.column ?? columnName(name), wanted, field?.fields ?? null)
    })
    return terms.join(' and ') || 'true'
  }

  return all(where, tableForm(spec).fields, '')
}

/** The SQL of a comparison. */
function comparisonSql(
  path: string,
  { kind, value }: Comparison,
  parameter: (value: unknown) => string,
): string {
  switch (kind) {
    case 'before':
      return `${path} < ${parameter(value)}`
    case 'contains':
      return `${path} like ${parameter(`%${String(value).replace(/[\\%_]/g, '\\$&')}%`)}`
    case 'overlaps':
      return `${path} ?| ${parameter(value)}`
    case 'empty':
      return `${path} = '[]'`
  }
}
