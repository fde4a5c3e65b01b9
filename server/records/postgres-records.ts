import { z } from 'zod'
import type { Database, SqlValue } from '../platform/postgres/database.ts'
import type { Where } from './conditions.ts'
import { collectionsIn } from './postgres-collections.ts'
import { columnName, conditionSql, type Item, sqlValue, tableForm } from './postgres-rows.ts'
import type { CollectionSpec, Records, RecordsSpec, Transact } from './records.ts'

/** The collections in PostgreSQL. */
export function postgresRecords<Spec extends RecordsSpec>(
  spec: Spec,
  database: Database,
): Records<Spec> {
  const { ids, flag } = spec
  const isFlagSet = flag
    ? `exists (select from ${flag.table} where ${columnName(flag.field)})`
    : 'false'
  const specOf = (name: string) => spec.collections[name] as CollectionSpec
  const owners = specOf(spec.owners)
  const transaction: Transact<Spec> = (work) =>
    database.transaction(async (queries) => {
      const locks = spec.locks === 'rows'
      if (!locks) await queries.run(`lock table ${owners.table} in share row exclusive mode`)
      return work(collectionsIn(spec, queries, locks))
    })
  return {
    ...collectionsIn(spec, database),
    transaction,
    erase: transaction,
    async getOwned(name, key) {
      const own = specOf(name)
      return (await database.first(
        z.object({
          item: tableForm(own).row,
          owner: tableForm(owners).row,
          isFlagSet: z.boolean(),
        }),
        `select to_json(item) as item, to_json(owner) as owner, ${isFlagSet} as "isFlagSet"
         from ${own.table} as item
         join ${owners.table} as owner on owner.${owners.key} = item.${columnName(own.owner ?? '')}
         where item.${columnName(own.key)} = $1`,
        [sqlValue(key)],
      )) as never
    },
    async countsBeside(conditions, name) {
      const beside = specOf(name)
      const values: Array<SqlValue> = []
      const counts = Object.entries<Where<Item>>(conditions as never).map(
        ([count, where]) =>
          `'${count}', count(*) filter (where ${conditionSql(owners, where, values)})`,
      )
      const found = await database.first(
        z.object({
          counts: z.record(z.string(), z.int()),
          items: z.array(tableForm(beside).row).nullable(),
        }),
        `select (select json_build_object(${counts.join(', ')}) from ${owners.table}) as counts,
           (select json_agg(one order by ${beside.order}) from ${beside.table} as one) as items`,
        values,
      )
      return { counts: found?.counts, items: found?.items ?? [] } as never
    },
    isUsed: async () =>
      (await database.first(z.object({}), `select from ${ids.sequence} where is_called`)) !== null,
    isFlagSet: async () =>
      (await database.first(z.object({ is: z.boolean() }), `select ${isFlagSet} as is`))?.is ===
      true,
    async setFlag(isSet) {
      if (!flag) return
      const column = columnName(flag.field)
      await database.run(
        `insert into ${flag.table} (${column}) values ($1) on conflict (is_only) do update
         set ${column} = excluded.${column}`,
        [isSet],
      )
    },
    close: async () => {},
  }
}
