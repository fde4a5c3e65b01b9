import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'
import { type Database, type Queries, recordsText, type SqlValue, storable } from '../../platform/postgres/database.ts'
import { emailKey } from './staged-subscribers.ts'
import type { ListFilter, Rule, SubscriberList, SubscriberStore } from './store.ts'
import { departureRow, rowOfDeparture, rowOfSubscriber, searchPattern, subscriberRow } from './subscriber-rows.ts'

/** The number of people that are read at once. */
const atOnce = 500

const all = `id, email, email_key, search, subscribed_at, status, source, utm, custom_fields,
  consent_at, consent_page, consent_wording, confirmed_at, unsubscribed_at,
  confirmation_sent, confirmation_last_at, confirmation_due, confirmation_unsure,
  told_service, told_active, choice, left_issue`
const columns = all.split(/,\s+/)
/** The columns that a rule may change: all but id and address. */
const changeable = columns.filter((column) => !['id', 'email', 'email_key', 'search'].includes(column))

const isSynced = "(coalesce(told_service = $1 and told_active, false) = (status = 'active'))"
const idRow = z.object({ id: z.int() })
const departureColumns = 'id, email, service_key, service_name, at'

/** The mailing list in PostgreSQL. `secret` returns the key for signing links and for hashing erased addresses. */
export function postgresSubscribers(database: Database, secret: () => Promise<string>): SubscriberList {
  let store: SubscriberStore | null = null
  return {
    async open() {
      store ??= subscribersOf(database, await secret())
      return store
    },
    close: async () => {},
  }
}

/** The hash of an erased address, the same as in the embedded list. */
export function erasedHash(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`erased:${emailKey(email)}`)
    .digest('base64url')
}

function subscribersOf(database: Database, secret: string): SubscriberStore {
  const hashOf = (email: string) => erasedHash(secret, storable(email))
  const keyOf = (email: string) => emailKey(storable(email))
  const find = (queries: Queries, where: string, value: SqlValue) =>
    queries.first(subscriberRow, `select ${all} from subscribers where ${where}`, [value])

  /** Adds the people whose addresses are not on the list. */
  async function insert(queries: Queries, people: ReadonlyArray<NewSubscriber>): Promise<Array<Subscriber>> {
    const added = await queries.rows(
      subscriberRow,
      `insert into subscribers (${all})
       select ${columns.map((column) => (column === 'id' ? "nextval('subscriber_ids')" : column)).join(', ')}
       from json_populate_recordset(null::subscribers, $1)
       on conflict (email_key) do nothing returning ${all}`,
      [recordsText(people.map(rowOfSubscriber))],
    )
    return added.sort((one, other) => one.id - other.id)
  }

  /** Removes the records of earlier erasures, so that the newsletter service does not remove somebody who subscribed again. */
  async function forgetErasure(queries: Queries, emails: ReadonlyArray<string>): Promise<void> {
    await queries.run('delete from erased_addresses where hash = any($1)', [emails.map(hashOf)])
    await queries.run('delete from departures where email_key = any($1)', [emails.map(keyOf)])
  }

  async function update(queries: Queries, people: ReadonlyArray<Subscriber>): Promise<Array<Subscriber>> {
    return queries.rows(
      subscriberRow,
      `update subscribers as one set ${changeable.map((column) => `${column} = changed.${column}`).join(', ')}
       from json_populate_recordset(null::subscribers, $1) as changed
       where one.id = changed.id returning ${columns.map((column) => `one.${column}`).join(', ')}`,
      [recordsText(people.map(rowOfSubscriber))],
    )
  }

  async function change(ids: ReadonlyArray<number>, rule: Rule): Promise<Array<Subscriber>> {
    if (ids.length === 0) return []
    return database.transaction(async (queries) => {
      // Locked in the order of their ids, so that concurrent changes cannot deadlock.
      const people = await queries.rows(
        subscriberRow,
        `select ${all} from subscribers where id = any($1) order by id for update`,
        [[...ids]],
      )
      const changed = people.flatMap((person) => rule(person) ?? [])
      return changed.length > 0 ? update(queries, changed) : []
    })
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
        parts.push(`(choice is null or choice->'${name}' = '[]' or choice->'${name}' ?| $${values.push([...wanted])})`)
    }
    return { where: parts.join(' and '), values }
  }

  return {
    secret,
    findByEmail: (email) => find(database, 'email_key = $1', keyOf(email)),
    find: (id) => find(database, 'id = $1', id),
    async standings(emails) {
      const keys = emails.map(keyOf)
      const hashes = emails.map(hashOf)
      const known = await database.rows(subscriberRow, `select ${all} from subscribers where email_key = any($1)`, [
        keys,
      ])
      const erased = await database.rows(
        z.object({ hash: z.string() }),
        'select hash from erased_addresses where hash = any($1)',
        [hashes],
      )
      const byKey = new Map(known.map((person) => [emailKey(person.email), person]))
      const gone = new Set(erased.map(({ hash }) => hash))
      const found = new Map<string, Subscriber | 'erased'>()
      for (const [at, email] of emails.entries()) {
        const standing = byKey.get(keys[at] ?? '') ?? (gone.has(hashes[at] ?? '') ? 'erased' : null)
        if (standing) found.set(email, standing)
      }
      return found
    },

    subscribe: (newcomer, again) =>
      database.transaction(async (queries) => {
        for (;;) {
          // The same number of statements for known and new addresses, because the response time must not tell which it was.
          const known = await find(queries, 'email_key = $1 for update', keyOf(newcomer.email))
          const [person] = known ? await update(queries, [again(known)]) : await insert(queries, [newcomer])
          // Another transaction inserted this address between the two statements.
          if (!person) continue
          // Last, so that it sees the records of a concurrent erasure for which the other statements waited.
          await forgetErasure(queries, [newcomer.email])
          return person
        }
      }),
    add: (people) =>
      database.transaction(async (queries) => {
        const added = people.length > 0 ? await insert(queries, people) : []
        if (added.length > 0)
          await forgetErasure(
            queries,
            added.map(({ email }) => email),
          )
        return added
      }),
    change,
    erase: (id, { remember, departure = () => null }) =>
      database.transaction(async (queries) => {
        const person = await find(queries, 'id = $1 for update', id)
        if (!person) return null
        const left = departure(person)
        await queries.run('delete from subscribers where id = $1', [id])
        if (remember)
          await queries.run('insert into erased_addresses (hash) values ($1) on conflict do nothing', [
            hashOf(person.email),
          ])
        if (left)
          await queries.run(
            `insert into departures (${departureColumns}, email_key)
             select ${departureColumns}, email_key from json_populate_recordset(null::departures, $1)
             on conflict (id) do update set email = excluded.email, email_key = excluded.email_key`,
            [recordsText([rowOfDeparture(left)])],
          )
        return person
      }),
    forgetUnconfirmed: (askedBefore) =>
      database.transaction(async (queries) => {
        const overdue = "status = 'unconfirmed' and consent_at < $1"
        await queries.run(`delete from subscribers where ${overdue} and unsubscribed_at is null`, [askedBefore])
        await queries.run(`update subscribers set status = 'unsubscribed' where ${overdue}`, [askedBefore])
      }),

    async page(filter, { below = Number.MAX_SAFE_INTEGER, limit }) {
      const { where, values } = conditionOf(filter)
      // One statement: an empty page is a row of nulls beside the total.
      const rows = await database.rows(
        z.looseObject({ id: z.int().nullable(), total: z.int() }),
        `select counted.total, page.* from (select count(*) as total from subscribers where ${where}) as counted
         left join lateral (select ${all} from subscribers where ${where} and id < $${values.length + 1}
           order by id desc limit $${values.length + 2}) as page on true order by page.id desc`,
        [...values, below, limit === Number.MAX_SAFE_INTEGER ? null : limit + 1],
      )
      const people = rows.flatMap((row) => (row.id === null ? [] : [subscriberRow.parse(row)]))
      const hasMore = people.length > limit
      return { people: hasMore ? people.slice(0, limit) : people, total: rows[0]?.total ?? 0, hasMore }
    },
    async *portions(filter, order) {
      const { where, values } = conditionOf(filter)
      const [sign, direction] = order === 'newest' ? ['<', 'desc'] : ['>', 'asc']
      let last = order === 'newest' ? Number.MAX_SAFE_INTEGER : 0
      for (;;) {
        const people = await database.rows(
          subscriberRow,
          `select ${all} from subscribers where ${where} and id ${sign} $${values.length + 1}
           order by id ${direction} limit ${atOnce}`,
          [...values, last],
        )
        if (people.length > 0) yield people
        if (people.length < atOnce) return
        last = people.at(-1)?.id ?? last
      }
    },
    async summary(service) {
      const counts = z.object({
        all: z.int(),
        active: z.int(),
        unconfirmed: z.int(),
        unsubscribed: z.int(),
        unsynced: z.int(),
      })
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
    async growth(starts) {
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
    },
    async leftBy(issue) {
      const row = await database.first(
        z.object({ count: z.int() }),
        'select count(*) as count from subscribers where left_issue = $1',
        [issue],
      )
      return row?.count ?? 0
    },
    dueConfirmations: async () =>
      (await database.rows(idRow, 'select id from subscribers where confirmation_due order by id')).map(({ id }) => id),
    unsynced: async (service) =>
      (await database.rows(idRow, `select id from subscribers where not ${isSynced} order by id`, [service])).map(
        ({ id }) => id,
      ),

    findDeparture: (id) =>
      database.first(departureRow, `select ${departureColumns} from departures where id = $1`, [id]),
    departures: () => database.rows(departureRow, `select ${departureColumns} from departures order by id`),
    endDeparture: async (id) => (await database.run('delete from departures where id = $1', [id])) > 0,
    forgetDeparted: (erasedBefore) =>
      database.run('update departures set email = null, email_key = null where email is not null and at <= $1', [
        erasedBefore,
      ]),
  }
}
