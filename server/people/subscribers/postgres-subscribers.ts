import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Departure } from '#domain/departure.ts'
import type { NewSubscriber, Subscriber } from '#domain/subscriber.ts'
import {
  type Database,
  type Queries,
  recordsText,
  type SqlValue,
  storable,
} from '../../platform/postgres/database.ts'
import { subscriberQueries } from './postgres-subscriber-queries.ts'
import { emailKey } from './staged-subscribers.ts'
import type { Rule, SubscriberList, SubscriberStore } from './store.ts'
import {
  departureColumns,
  rowOfDeparture,
  rowOfSubscriber,
  subscriberColumns,
  subscriberRow,
} from './subscriber-rows.ts'

const columns = subscriberColumns.split(/,\s+/)
/** The columns that a rule may change: all but id and address. */
const changeable = columns.filter(
  (column) => !['id', 'email', 'email_key', 'search'].includes(column),
)

/**
 * The mailing list in PostgreSQL. `secret` returns the key for signing links and for hashing erased
 * addresses.
 */
export function postgresSubscribers(
  database: Database,
  secret: () => Promise<string>,
): SubscriberList {
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

  /**
   * Removes the records of earlier erasures, so that the newsletter service does not remove
   * somebody who subscribed again.
   */
  async function forgetErasure(queries: Queries, emails: ReadonlyArray<string>) {
    await queries.run('delete from erased_addresses where hash = any($1)', [emails.map(hashOf)])
    await queries.run('delete from departures where email_key = any($1)', [emails.map(keyOf)])
  }

  return {
    secret,
    findByEmail: (email) => find(database, 'email_key = $1', keyOf(email)),
    find: (id) => find(database, 'id = $1', id),
    async standings(emails) {
      const keys = emails.map(keyOf)
      const hashes = emails.map(hashOf)
      const known = await database.rows(
        subscriberRow,
        `select ${subscriberColumns} from subscribers where email_key = any($1)`,
        [keys],
      )
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
          // The same number of statements for known and new addresses, because the response time
          // must not tell which it was.
          const known = await find(queries, 'email_key = $1 for update', keyOf(newcomer.email))
          const [person] = known
            ? await update(queries, [again(known)])
            : await insert(queries, [newcomer])
          // Another transaction inserted this address between the two statements.
          if (!person) continue
          // Last, so that it sees the records of a concurrent erasure for which the other
          // statements waited.
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
    change: (ids, rule) => change(database, ids, rule),
    erase: (id, { remember, departure = () => null }) =>
      database.transaction(async (queries) => {
        const person = await find(queries, 'id = $1 for update', id)
        if (!person) return null
        const left = departure(person)
        await queries.run('delete from subscribers where id = $1', [id])
        if (remember)
          await queries.run(
            'insert into erased_addresses (hash) values ($1) on conflict do nothing',
            [hashOf(person.email)],
          )
        if (left) await recordDeparture(queries, left)
        return person
      }),
    forgetUnconfirmed: (askedBefore) => forgetUnconfirmed(database, askedBefore),
    endDeparture: async (id) =>
      (await database.run('delete from departures where id = $1', [id])) > 0,
    forgetDeparted: (erasedBefore) =>
      database.run(
        'update departures set email = null, email_key = null where email is not null and at <= $1',
        [erasedBefore],
      ),
    ...subscriberQueries(database),
  }
}

function forgetUnconfirmed(database: Database, askedBefore: Date): Promise<void> {
  const overdue = "status = 'unconfirmed' and consent_at < $1"
  return database.transaction(async (queries) => {
    for (const change of [
      `delete from subscribers where ${overdue} and unsubscribed_at is null`,
      `update subscribers set status = 'unsubscribed' where ${overdue}`,
    ])
      await queries.run(change, [askedBefore])
  })
}

const keyOf = (email: string) => emailKey(storable(email))

const find = (queries: Queries, where: string, value: SqlValue) =>
  queries.first(subscriberRow, `select ${subscriberColumns} from subscribers where ${where}`, [
    value,
  ])

/** Adds the people whose addresses are not on the list. */
async function insert(
  queries: Queries,
  people: ReadonlyArray<NewSubscriber>,
): Promise<Array<Subscriber>> {
  const added = await queries.rows(
    subscriberRow,
    `insert into subscribers (${subscriberColumns})
     select ${columns.map((column) => (column === 'id' ? "nextval('subscriber_ids')" : column)).join(', ')}
     from json_populate_recordset(null::subscribers, $1)
     on conflict (email_key) do nothing returning ${subscriberColumns}`,
    [recordsText(people.map(rowOfSubscriber))],
  )
  return added.sort((one, other) => one.id - other.id)
}

async function update(
  queries: Queries,
  people: ReadonlyArray<Subscriber>,
): Promise<Array<Subscriber>> {
  return queries.rows(
    subscriberRow,
    `update subscribers as one set ${changeable.map((column) => `${column} = changed.${column}`).join(', ')}
     from json_populate_recordset(null::subscribers, $1) as changed
     where one.id = changed.id returning ${columns.map((column) => `one.${column}`).join(', ')}`,
    [recordsText(people.map(rowOfSubscriber))],
  )
}

/** Records that a newsletter service must remove an erased person. */
async function recordDeparture(queries: Queries, departure: Departure) {
  await queries.run(
    `insert into departures (${departureColumns}, email_key)
     select ${departureColumns}, email_key from json_populate_recordset(null::departures, $1)
     on conflict (id) do update set email = excluded.email, email_key = excluded.email_key`,
    [recordsText([rowOfDeparture(departure)])],
  )
}

/** Applies a rule to people, in one transaction. */
async function change(
  database: Database,
  ids: ReadonlyArray<number>,
  rule: Rule,
): Promise<Array<Subscriber>> {
  if (ids.length === 0) return []
  return database.transaction(async (queries) => {
    // Locked in the order of their ids, so that concurrent changes cannot deadlock.
    const people = await queries.rows(
      subscriberRow,
      `select ${subscriberColumns} from subscribers where id = any($1) order by id for update`,
      [[...ids]],
    )
    const changed = people.flatMap((person) => rule(person) ?? [])
    return changed.length > 0 ? update(queries, changed) : []
  })
}
