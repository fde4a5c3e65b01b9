import { z } from 'zod'
import type { Database, SqlValue } from '../../platform/postgres/database.ts'
import { storable } from '../../platform/postgres/database.ts'
import type { ListFilter, SubscriberStore } from './store.ts'
import {
  departureColumns,
  departureRow,
  searchPattern,
  subscriberColumns,
  subscriberRow,
} from './subscriber-rows.ts'

/** The number of people that are read at once. */
const atOnce = 500

const isSynced = "(coalesce(told_service = $1 and told_active, false) = (status = 'active'))"
const counts = z.object({
  all: z.int(),
  active: z.int(),
  unconfirmed: z.int(),
  unsubscribed: z.int(),
  unsynced: z.int(),
})

/** The lists and figures of the mailing list in PostgreSQL. */
export function subscriberQueries(database: Database) {
  return {
    async page(filter, { below = Number.MAX_SAFE_INTEGER, limit }) {
      const { where, values } = conditionOf(filter)
      // One statement: an empty page is a row of nulls beside the total.
      const rows = await database.rows(
        z.looseObject({ id: z.int().nullable(), total: z.int() }),
        `select counted.total, page.* from (select count(*) as total from subscribers where ${where}) as counted
         left join lateral (select ${subscriberColumns} from subscribers where ${where} and id < $${values.length + 1}
           order by id desc limit $${values.length + 2}) as page on true order by page.id desc`,
        [...values, below, limit === Number.MAX_SAFE_INTEGER ? null : limit + 1],
      )
      const people = rows.flatMap((row) => (row.id === null ? [] : [subscriberRow.parse(row)]))
      const hasMore = people.length > limit
      return {
        people: hasMore ? people.slice(0, limit) : people,
        total: rows[0]?.total ?? 0,
        hasMore,
      }
    },
    async *portions(filter, order) {
      const { where, values } = conditionOf(filter)
      const [sign, direction] = order === 'newest' ? ['<', 'desc'] : ['>', 'asc']
      let last = order === 'newest' ? Number.MAX_SAFE_INTEGER : 0
      for (;;) {
        const people = await database.rows(
          subscriberRow,
          `select ${subscriberColumns} from subscribers where ${where} and id ${sign} $${values.length + 1}
           order by id ${direction} limit ${atOnce}`,
          [...values, last],
        )
        if (people.length > 0) yield people
        if (people.length < atOnce) return
        last = people.at(-1)?.id ?? last
      }
    },
    async summary(service) {
      // One statement: the counts beside each departure, or beside nulls.
      const rows = await database.rows(
        z.looseObject({ id: z.int().nullable(), ...counts.shape }),
        `select * from (select count(*) as all,
             count(*) filter (where status = 'active') as active,
             count(*) filter (where status = 'unconfirmed') as unconfirmed,
             count(*) filter (where status = 'unsubscribed') as unsubscribed,
             count(*) filter (where $1::text is not null and not ${isSynced}) as unsynced
           from subscribers) as counted
         left join (select ${departureColumns} from departures) as departed on true order by id`,
        [service],
      )
      return {
        counts: counts.parse(rows[0]),
        departures: rows.flatMap((row) => (row.id === null ? [] : [departureRow.parse(row)])),
      }
    },
    sources: (most) =>
      database.rows(
        z.object({ source: z.string(), count: z.int() }),
        `select source, count(*) as count from subscribers where status = 'active'
         group by source order by count(*) desc, source collate "C" limit $1`,
        [most],
      ),
    growth: (starts) => growthOf(database, starts),
    async leftBy(issue) {
      const row = await database.first(
        z.object({ count: z.int() }),
        'select count(*) as count from subscribers where left_issue = $1',
        [issue],
      )
      return row?.count ?? 0
    },
    dueConfirmations: () => idsWhere(database, 'confirmation_due'),
    unsynced: (service) => idsWhere(database, `not ${isSynced}`, service),

    findDeparture: (id) =>
      database.first(departureRow, `select ${departureColumns} from departures where id = $1`, [
        id,
      ]),
    departures: () =>
      database.rows(departureRow, `select ${departureColumns} from departures order by id`),
  } satisfies Partial<SubscriberStore>
}

/** The condition of a filter; `$1` is the service. */
function conditionOf({ q, status = 'all', service, segment }: ListFilter): {
  where: string
  values: Array<SqlValue>
} {
  const values: Array<SqlValue> = [service]
  const parts = ['($1::text is null or true)']
  if (status === 'unsynced') parts.push(`$1 is not null and not ${isSynced}`)
  else if (status !== 'all') parts.push(`status = $${values.push(status)}`)
  if (q?.trim()) parts.push(`search like $${values.push(searchPattern(storable(q)))}`)
  if (segment && segment.sources.length > 0)
    parts.push(`source = any($${values.push(segment.sources.map(storable))})`)
  for (const name of ['topics', 'levels'] as const) {
    const wanted = segment?.[name] ?? []
    // Who chose none gets the issues of all.
    if (wanted.length > 0)
      parts.push(
        `(choice is null or choice->'${name}' = '[]' or choice->'${name}' ?| $${values.push([...wanted])})`,
      )
  }
  return { where: parts.join(' and '), values }
}

/** How many people were there before the first of some intervals, and joined and left in each. */
async function growthOf(database: Database, starts: ReadonlyArray<Date>) {
  const hasLeft = "status = 'unsubscribed' and unsubscribed_at is not null"
  const rows = await database.rows(
    z.object({ at: z.int(), joined: z.int(), gone: z.int() }),
    `select at, sum(joined)::bigint as joined, sum(gone)::bigint as gone from (
       select width_bucket(subscribed_at, $1::timestamptz[]) as at, count(*) as joined, 0 as gone
         from subscribers where status = 'active' or (${hasLeft}) group by 1
       union all select width_bucket(unsubscribed_at, $1::timestamptz[]), 0, count(*)
         from subscribers where ${hasLeft} group by 1
     ) as counted group by at`,
    [starts.map((start) => start.toISOString())],
  )
  const of = (at: number) => rows.find((row) => row.at === at) ?? { joined: 0, gone: 0 }
  return {
    before: of(0).joined - of(0).gone,
    joined: starts.map((_, index) => of(index + 1).joined),
    left: starts.map((_, index) => of(index + 1).gone),
  }
}

async function idsWhere(
  database: Database,
  where: string,
  ...values: Array<SqlValue>
): Promise<Array<number>> {
  const sql = `select id from subscribers where ${where} order by id`
  return (await database.rows(z.object({ id: z.int() }), sql, values)).map(({ id }) => id)
}
