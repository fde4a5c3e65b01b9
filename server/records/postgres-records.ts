import { z } from 'zod'
import {
  type Database,
  type Queries,
  type SqlValue,
  storable,
} from '../platform/postgres/database.ts'
import {
  type Collection,
  type CollectionSpec,
  type CollectionsOf,
  collectionsOf,
  type Records,
  type RecordsSpec,
  type Where,
} from './records.ts'

type Item = Record<string, unknown>

// A record and its row have the same values by other names: `createdAt` is in the column
// `created_at`, and a moment is text in the record.

const columnName = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const fieldName = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The values of a record by their columns. */
const columnsOf = (item: Item) =>
  Object.fromEntries(Object.entries(item).map(([field, value]) => [columnName(field), value]))

/** Reads a row of a table as a record; other columns are left out. */
function recordRow(record: z.ZodObject) {
  const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
  return z
    .record(z.string(), z.unknown())
    .transform((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [fieldName(column), text(value)]),
      ),
    )
    .pipe(record)
}

/** The row of a record. */
export function rowOf({ columns }: CollectionSpec, item: Item): Item {
  return { ...columnsOf(item), ...columns?.(item) }
}

/** A value as PostgreSQL can store it. */
function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return storable(value)
  return (Array.isArray(value) ? value.map(sqlValue) : value) as SqlValue
}

/** `a = $1 and b = any($2)`, with the values of the parameters after those in `before`. */
function condition(
  where: Where<Item>,
  before: ReadonlyArray<SqlValue> = [],
): [sql: string, Array<SqlValue>] {
  const values = [...before]
  const terms = Object.entries(where).map(([field, value]) => {
    const parameter = `$${values.push(sqlValue(value))}`
    return `${columnName(field)} = ${Array.isArray(value) ? `any(${parameter})` : parameter}`
  })
  return [terms.join(' and ') || 'true', values]
}

/** A collection in its table. */
function collection(queries: Queries, spec: CollectionSpec): Omit<Collection<Item>, 'get'> {
  const { table, order } = spec
  const row = recordRow(spec.record)
  return {
    find(where = {}) {
      const [sql, values] = condition(where)
      return queries.rows(row, `select * from ${table} where ${sql} order by ${order}`, values)
    },
    async add(item) {
      const columns = Object.entries(rowOf(spec, item))
      const names = columns.map(([name]) => name).join(', ')
      const parameters = columns.map((_, index) => `$${index + 1}`).join(', ')
      const added = await queries.run(
        `insert into ${table} (${names}) values (${parameters}) on conflict do nothing`,
        columns.map(([, value]) => sqlValue(value)),
      )
      return added > 0
    },
    update(where, changed) {
      const columns = Object.entries(columnsOf(changed))
      const set = columns.map(([name], index) => `${name} = $${index + 1}`).join(', ')
      const [sql, values] = condition(
        where,
        columns.map(([, value]) => sqlValue(value)),
      )
      return queries.run(`update ${table} set ${set} where ${sql}`, values)
    },
    remove(where) {
      const [sql, values] = condition(where)
      return queries.run(`delete from ${table} where ${sql}`, values)
    },
  }
}

/** The columns of a table, each with a prefix. */
function columnsAs(prefix: string, { record }: CollectionSpec): string {
  const columns = Object.keys(record.shape).map(columnName)
  return columns.map((name) => `${prefix}.${name} as ${prefix}_${name}`).join(', ')
}

function withoutPrefix(prefix: string, row: Item): Item {
  const columns = Object.entries(row).filter(([name]) => name.startsWith(`${prefix}_`))
  return Object.fromEntries(columns.map(([name, value]) => [name.slice(prefix.length + 1), value]))
}

/** The collections as one connection or transaction sees them. */
export function collectionsIn<Spec extends RecordsSpec>(
  spec: Spec,
  queries: Queries,
): CollectionsOf<Spec> {
  return collectionsOf(spec, (_, one) => collection(queries, one))
}

/** The collections in PostgreSQL. */
export function postgresRecords<Spec extends RecordsSpec>(
  spec: Spec,
  database: Database,
): Records<Spec> {
  const { ids, flag } = spec
  const column = columnName(flag.field)
  const specOf = (name: string) => spec.collections[name] as CollectionSpec
  const owners = specOf(spec.owners)
  return {
    ...collectionsIn(spec, database),
    transaction: (work) =>
      database.transaction(async (queries) => {
        await queries.run(`lock table ${owners.table} in share row exclusive mode`)
        return work({
          ...collectionsIn(spec, queries),
          async nextId() {
            const row = z.object({ id: z.int() })
            return row.parse(await queries.first(row, `select nextval('${ids.sequence}') as id`)).id
          },
        })
      }),
    async getOwned(name, key) {
      const own = specOf(name)
      const columns = { item: columnsAs('item', own), owner: columnsAs('owner', owners) }
      const row = await database.first(
        z.looseObject({ is_flag_set: z.boolean() }),
        `select ${columns.item}, ${columns.owner},
           exists (select from ${flag.table} where ${column}) as is_flag_set
         from ${own.table} as item
         join ${owners.table} as owner on owner.${owners.key} = item.${columnName(own.owner ?? '')}
         where item.${columnName(own.key)} = $1`,
        [sqlValue(key)],
      )
      if (row === null) return null
      const item = recordRow(own.record).parse(withoutPrefix('item', row))
      const owner = recordRow(owners.record).parse(withoutPrefix('owner', row))
      return { item, owner, isFlagSet: row.is_flag_set } as never
    },
    isUsed: async () =>
      (await database.first(z.object({}), `select from ${ids.sequence} where is_called`)) !== null,
    isFlagSet: async () =>
      (await database.first(z.object({}), `select from ${flag.table} where ${column}`)) !== null,
    async setFlag(isSet) {
      await database.run(
        `insert into ${flag.table} (${column}) values ($1) on conflict (is_only) do update set ${column} = excluded.${column}`,
        [isSet],
      )
    },
    close: async () => {},
  }
}
