import { z } from 'zod'
import {
  type Database,
  type Queries,
  recordsText,
  type SqlValue,
} from '../platform/postgres/database.ts'
import type { Where } from './conditions.ts'
import {
  columnName,
  columnsOfSome,
  conditionSql,
  type Item,
  rowOf,
  sqlValue,
  tableForm,
  talliedRow,
} from './postgres-rows.ts'
import {
  type CollectionSpec,
  type CollectionsOf,
  type CollectionsSpec,
  collectionsOf,
  type EngineCollection,
} from './records.ts'

/** The number of records that are read at once. */
const atOnce = 500
/** The greatest key. */
const highest = Number.MAX_SAFE_INTEGER

/** Reads of a collection in its table. With `locks`, what is found is locked. */
function reads(
  queries: Queries,
  { collections }: CollectionsSpec,
  spec: CollectionSpec,
  locks: boolean,
) {
  const { table, order } = spec
  const key = columnName(spec.key)
  const { columns, row } = tableForm(spec)
  return {
    find(where = {}, { by, most } = {}) {
      const [sql, values] = condition(spec, where)
      // Locked in order, so that concurrent changes cannot deadlock.
      const lock = locks ? 'for update' : ''
      return queries.rows(
        row,
        `select ${columns.join(', ')} from ${table} where ${sql}
         order by ${by ? columnName(by) : order} ${most === undefined ? '' : `limit ${most}`} ${lock}`,
        values,
      )
    },
    async *batches(where, from) {
      const [sign, direction] = from === 'newest' ? ['<', 'desc'] : ['>', 'asc']
      const [sql, values] = condition(spec, where, [from === 'newest' ? highest : 0])
      for (;;) {
        const items = await queries.rows(
          row,
          `select * from ${table} where ${key} ${sign} $1 and ${sql}
           order by ${key} ${direction} limit ${atOnce}`,
          values,
        )
        if (items.length > 0) yield items
        if (items.length < atOnce) return
        values[0] = Number(items.at(-1)?.[spec.key])
      }
    },
    async page(where, { below = highest, limit }) {
      const [sql, values] = condition(spec, where, [below, limit + 1])
      const found = await queries.first(
        z.object({ total: z.int(), items: z.array(row).nullable() }),
        `select (select count(*) from ${table} where ${sql}) as total,
           (select json_agg(page) from (select * from ${table} where ${sql} and ${key} < $1
             order by ${key} desc limit $2) as page) as items`,
        values,
      )
      const items = found?.items ?? []
      const hasMore = items.length > limit
      return { items: items.slice(0, limit), total: found?.total ?? 0, hasMore }
    },
    frequencies(field, where, most) {
      const [sql, values] = condition(spec, where, [most])
      const column = columnName(field)
      return queries.rows(
        z.object({ value: z.string(), count: z.int() }),
        `select ${column} as value, count(*) as count from ${table} where ${sql}
         group by 1 order by 2 desc, ${column} collate "C" limit $1`,
        values,
      )
    },
    tallies(where, { name, field }) {
      const [sql, values] = condition(spec, where)
      const { table: of, owner = '' } = collections[name] as CollectionSpec
      return queries.rows(
        talliedRow(spec),
        `select ${columns.join(', ')}, (select json_object_agg(value, count) from (
           select ${columnName(field)} as value, count(*) as count from ${of}
           where ${of}.${columnName(owner)} = ${table}.${key} group by 1) as one) as counts
         from ${table} where ${sql} order by ${order}`,
        values,
      )
    },
    async histograms(instants, starts) {
      const values: Array<SqlValue> = [starts]
      const parts = instants.map(
        ({ field, where }, part) =>
          `select ${part} as part, count(*) as count,
             width_bucket(${columnName(field)}, $1::timestamptz[]) as at
           from ${table} where ${conditionSql(spec, where, values)} group by at`,
      )
      const rows = await queries.rows(
        z.object({ part: z.int(), at: z.int(), count: z.int() }),
        parts.join(' union all '),
        values,
      )
      const counts = instants.map(() => [0, ...starts.map(() => 0)])
      for (const { part, at, count } of rows) counts[part]?.splice(at, 1, count)
      return counts
    },
  } satisfies Partial<EngineCollection>
}

/** Changes of a collection in its table. A record without an id gets one of `sequence`. */
function changes(queries: Queries, spec: CollectionSpec, sequence: string | null) {
  const { table } = spec
  const key = columnName(spec.key)
  const { columns, row } = tableForm(spec)
  const withId = columns.map((column) =>
    column === key && sequence ? `coalesce(${key}, nextval('${sequence}'))` : column,
  )
  /** Runs a statement on the rows `given` of records, and returns those that it returns. */
  const withRows = async (items: ReadonlyArray<Item>, sql: string) =>
    items.length === 0
      ? []
      : queries.rows(
          row,
          `with given as (select * from json_populate_recordset(null::${table}, $1)) ${sql}`,
          [recordsText(items.map((item) => rowOf(spec, item)))],
        )
  const assigned = (from: string) =>
    columns.map((column) => `${column} = ${from}.${column}`).join(', ')
  return {
    insert: (items, replaces = false) =>
      withRows(
        items,
        `insert into ${table} (${columns.join(', ')}) select ${withId.join(', ')} from given
         on conflict ${replaces ? `(${key}) do update set ${assigned('excluded')}` : 'do nothing'}
         returning *`,
      ),
    replace: (items) =>
      withRows(
        items,
        `update ${table} as one set ${assigned('given')}
         from given where one.${key} = given.${key} returning one.*`,
      ),
    update(where, changed) {
      const set = Object.entries(columnsOfSome(spec, changed))
      const given = set.map(([, value]) => sqlValue(value))
      const [sql, values] = condition(spec, where, given)
      const assignments = set.map(([name], index) => `${name} = $${index + 1}`).join(', ')
      return queries.run(`update ${table} set ${assignments} where ${sql}`, values)
    },
    remove(where) {
      const [sql, values] = condition(spec, where)
      return queries.run(`delete from ${table} where ${sql}`, values)
    },
  } satisfies Partial<EngineCollection>
}

/** The SQL of a condition and the values of its parameters, after those in `values`. */
function condition(spec: CollectionSpec, where: Where<Item>, values: Array<SqlValue> = []) {
  return [conditionSql(spec, where, values), values] as const
}

/** The collections as one connection or transaction sees them. */
export function collectionsIn<Spec extends CollectionsSpec>(
  spec: Spec,
  queries: Queries,
  locks = false,
): CollectionsOf<Spec> {
  return collectionsOf(spec, (name, one) => ({
    ...reads(queries, spec, one, locks),
    ...changes(queries, one, name === spec.owners ? (spec.ids?.sequence ?? null) : null),
  }))
}

/** Runs the reads that `work` begins at once as one statement. */
export function together<Spec extends CollectionsSpec, Result>(
  spec: Spec,
  database: Queries,
  work: (records: CollectionsOf<Spec>) => Promise<Result>,
): Promise<Result> {
  const parts: Array<string> = []
  const values: Array<SqlValue> = []
  const answer: Record<string, z.ZodType<Array<unknown>>> = {}
  let asked: Promise<Record<string, unknown> | null> | null = null

  const rows: Queries['rows'] = async (row, sql, own = []) => {
    const name = `read_${parts.length}`
    const before = values.length
    const numbered = sql.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`)
    parts.push(`(select coalesce(json_agg(one), '[]') from (${numbered}) as one) as ${name}`)
    values.push(...own)
    answer[name] = z.array(row)
    // When all of them have begun.
    asked ??= Promise.resolve().then(() =>
      database.first(z.object(answer), `select ${parts.join(', ')}`, values),
    )
    return (await asked)?.[name] as never
  }
  const first: Queries['first'] = async (...read) => (await rows(...read))[0] ?? null
  return work(collectionsIn(spec, { rows, first, run: database.run }))
}

/**
 * Transactions on collections, one after the other for each key, with the time by the clock of the
 * database. `work` may run again after a conflict.
 */
export function postgresTransactions<Spec extends CollectionsSpec>(
  spec: Spec,
  database: Pick<Database, 'transaction'>,
) {
  return <Result>(
    key: string,
    work: (records: CollectionsOf<Spec>, now: Date) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async (queries) => {
      const found = await queries.first(
        z.object({ now: z.date() }),
        'select pg_advisory_xact_lock(hashtextextended($1, 7305223)), clock_timestamp() as now',
        [sqlValue(key)],
      )
      return work(collectionsIn(spec, queries, spec.locks === 'rows'), found?.now ?? new Date())
    })
}
