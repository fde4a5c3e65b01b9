import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { sendingFiles } from '../../server/newsletter/sending/sending-files.ts'
import { sendingRecords } from '../../server/newsletter/sending/sending-records.ts'
import { markRecords, restoredSendings } from '../../server/newsletter/sending/sending-tables.ts'
import { accountRecords } from '../../server/people/accounts/account-records.ts'
import { accountsData } from '../../server/people/accounts/accounts-data.ts'
import { readEntries } from '../../server/people/record/journal-record.ts'
import { parseSubscriberFile } from '../../server/people/subscribers/subscriber-file.ts'
import { embeddedSubscribers } from '../../server/people/subscribers/subscriber-list.ts'
import { subscriberRecords } from '../../server/people/subscribers/subscriber-records.ts'
import {
  type Database,
  type Queries,
  recordsText,
} from '../../server/platform/postgres/database.ts'
import { collectionsIn } from '../../server/records/postgres-collections.ts'
import { rowOf } from '../../server/records/postgres-rows.ts'
import type { CollectionSpec, CollectionsSpec } from '../../server/records/records.ts'

const atOnce = 2_000

/**
 * Loads the files of a `DATA_DIR` into an empty database, in one transaction. The folder is a copy,
 * which may be changed.
 */
export async function loadDatabase(database: Database, from: string): Promise<void> {
  const json = async (name: string): Promise<unknown> =>
    existsSync(path.join(from, name))
      ? JSON.parse(await readFile(path.join(from, name), 'utf8'))
      : null
  const text = async (name: string) =>
    existsSync(path.join(from, name))
      ? (await readFile(path.join(from, name), 'latin1')).trim()
      : null

  // Opening the list merges the journal into it, and throws for damaged files.
  const isList =
    existsSync(path.join(from, 'subscribers.json')) || existsSync(path.join(from, 'link-secret'))
  if (isList) {
    const list = embeddedSubscribers(from, { failed: () => {}, noticed: () => {} })
    await list.compact()
    await list.close()
  }
  const accounts = await json('accounts.json')
  const list = isList ? parseSubscriberFile(await json('subscribers.json')) : null
  const counts = z
    .object({ counts: z.record(z.string(), z.int()) })
    .nullable()
    .parse(await json('downloads.json'))
  const ids = z
    .record(z.string(), z.int())
    .nullable()
    .parse(await json('ids.json'))
  const actions = (await readEntries(path.join(from, 'record'))).map(({ by, ...entry }) => ({
    ...entry,
    by_user: by,
  }))
  const secrets = { sessions: await text('session-secret'), links: await text('link-secret') }

  await database.load(async (queries) => {
    for (const [name, value] of Object.entries(secrets))
      if (value !== null)
        await queries.run('insert into secrets (name, value) values ($1, $2)', [name, value])
    if (accounts !== null) await loadAccounts(queries, accountsData.parse(accounts))
    // Accounts existed and are lost, so registration stays closed.
    else if (existsSync(path.join(from, 'accounts.made')))
      await queries.run("select setval('user_ids', 1)")
    if (list) {
      const erased = list.erased.map((hash) => ({ hash }))
      await insertRecords(queries, subscriberRecords, { ...list, erased })
      await queries.run("select setval('subscriber_ids', $1, false)", [list.nextId])
    }
    const taken = Object.entries(counts?.counts ?? {}).map(([download, count]) => ({
      download: Number(download),
      count,
    }))
    await insert(queries, 'download_counts', taken)
    await insert(
      queries,
      'content_ids',
      Object.entries(ids ?? {}).map(([type, highest]) => ({ type, highest })),
    )
    await insert(queries, 'recorded_actions', actions)
    await queries.run(
      "select setval(pg_get_serial_sequence('recorded_actions', 'id'), $1, false)",
      [(actions.at(-1)?.id ?? 0) + 1],
    )
    await loadRememberedWrites(queries, path.join(from, 'idempotency'))
    await loadSendings(queries, path.join(from, 'sendings'))
  })
}

async function insert(queries: Queries, table: string, rows: ReadonlyArray<object>) {
  for (let at = 0; at < rows.length; at += atOnce) {
    const portion = rows.slice(at, at + atOnce)
    const columns = Object.keys(portion[0] ?? {}).join(', ')
    await queries.run(
      `insert into ${table} (${columns}) select ${columns}
       from json_populate_recordset(null::${table}, $1)`,
      [recordsText(portion)],
    )
  }
}

/** The lists of all collections, by name; without the records of owners who are not there. */
async function insertRecords(
  queries: Queries,
  { collections, owners = '' }: CollectionsSpec,
  lists: Readonly<Record<string, unknown>>,
) {
  const listOf = (name: string) => (lists[name] ?? []) as ReadonlyArray<Record<string, unknown>>
  const ids = new Set(listOf(owners).map(({ id }) => id))
  for (const [name, spec] of Object.entries<CollectionSpec>(collections)) {
    const records = listOf(name).filter(
      (record) => spec.owner === undefined || ids.has(record[spec.owner]),
    )
    await insert(
      queries,
      spec.table,
      records.map((record) => rowOf(spec, record)),
    )
  }
}

async function loadAccounts(queries: Queries, data: z.infer<typeof accountsData>) {
  await insertRecords(queries, accountRecords, data)
  if (data.demandsSecondFactor)
    await insert(queries, 'account_rules', [{ demands_second_factor: true }])
  if (data.nextUserId > 1) await queries.run("select setval('user_ids', $1)", [data.nextUserId - 1])
}

async function loadRememberedWrites(queries: Queries, folder: string) {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtime } = await stat(file)
    await queries.run('insert into remembered_writes (name, sealed, at) values ($1, $2, $3)', [
      name,
      await readFile(file),
      mtime,
    ])
  }
}

async function loadSendings(queries: Queries, folder: string) {
  if (!existsSync(folder)) return
  const files = sendingFiles(folder, () => {})
  const issues = await files.issues('all')
  for (const issue of issues)
    await files.change(issue, async ({ begun, mails }) =>
      insertRecords(queries, sendingRecords, {
        begun: await begun.find(),
        mails: await mails.find(),
      }),
    )
  await files.close()
  const scheduled = await files.schedules.find()
  await collectionsIn(sendingRecords, queries).schedules.insert(scheduled)
  // The backup does not know about mails that were sent after it.
  if (issues.length + scheduled.length > 0)
    await collectionsIn(markRecords, queries).marks.add(restoredSendings)
}
