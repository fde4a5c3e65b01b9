import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { restoredMark, sendingFiles } from '../../server/newsletter/sending/sending-files.ts'
import {
  type Entry,
  type SendingCollections,
  sendingRecords,
} from '../../server/newsletter/sending/sending-records.ts'
import { markRecords, restoredSendings } from '../../server/newsletter/sending/sending-tables.ts'
import { accountRecords } from '../../server/people/accounts/account-records.ts'
import { type AccountsData, accountsData } from '../../server/people/accounts/accounts-data.ts'
import { recordJournal } from '../../server/people/record/journal-record.ts'
import { entryRow } from '../../server/people/record/postgres-record.ts'
import { subscriberFileText } from '../../server/people/subscribers/subscriber-file.ts'
import { subscriberRecords } from '../../server/people/subscribers/subscriber-records.ts'
import { openJournal } from '../../server/platform/journal.ts'
import type { Database, Queries } from '../../server/platform/postgres/database.ts'
import { storedLinkSecret } from '../../server/platform/stored-secrets.ts'
import { collectionsIn } from '../../server/records/postgres-collections.ts'

const atOnce = 2_000

/**
 * Writes a snapshot of a database as the files of `DATA_DIR` into an empty folder. Returns their
 * number.
 */
export async function dumpDatabase(database: Database, to: string): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  return database.snapshot(async (queries) => {
    let files = 0
    async function write(name: string, content: string | Buffer, at?: Date): Promise<void> {
      const file = path.join(to, name)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(file, content, { mode: 0o600 })
      if (at) await utimes(file, at, at)
      files += 1
    }
    /** A file of lowdb with its marker. */
    async function writeStore(name: string, data: unknown): Promise<void> {
      await write(`${name}.json`, JSON.stringify(data))
      await write(`${name}.made`, `${name}.json was made here. Keep this file.\n`)
    }

    const secrets = await queries.rows(
      z.object({
        name: z.string(),
        value: z.string(),
      }),
      'select name, value from secrets',
    )
    const secretOf = (name: string) => secrets.find((one) => one.name === name)?.value
    const [session, links] = [secretOf('sessions'), secretOf('links')]
    if (session !== undefined) await write('session-secret', `${session}\n`)
    const accounts = await accountsIn(queries)
    if (accounts) await writeStore('accounts', accounts)
    files += await dumpRecord(queries, path.join(to, 'record'))
    if (links !== undefined) {
      await write('link-secret', `${links}\n`)
      await dumpSubscribers(queries, to)
      files += 3
    }
    const counts = await queries.rows(
      z.object({
        download: z.int(),
        count: z.int(),
      }),
      'select download, count from download_counts order by download',
    )
    if (counts.length > 0)
      await writeStore('downloads', {
        counts: Object.fromEntries(counts.map((one) => [one.download, one.count])),
      })
    const ids = await queries.rows(
      z.object({
        type: z.string(),
        highest: z.int(),
      }),
      'select type, highest from content_ids',
    )
    if (ids.length > 0) {
      const none = {
        articles: 0,
        news: 0,
        newsletters: 0,
        downloads: 0,
      }
      await writeStore('ids', {
        ...none,
        ...Object.fromEntries(ids.map((one) => [one.type, one.highest])),
      })
    }
    const remembered = await queries.rows(
      z.object({
        name: z.string(),
        sealed: z.instanceof(Buffer),
        at: z.date(),
      }),
      'select name, sealed, at from remembered_writes',
    )
    for (const { name, sealed, at } of remembered)
      await write(path.join('idempotency', name), sealed, at)
    return files + (await dumpSendings(queries, path.join(to, 'sendings')))
  })
}

async function accountsIn(queries: Queries): Promise<AccountsData | null> {
  const nextUserId = await nextOf(queries, 'user_ids')
  if (nextUserId === 1) return null
  const rule = await queries.first(
    z.object({}),
    'select from account_rules where demands_second_factor',
  )
  const lists: Record<string, unknown> = {}
  for (const [name, collection] of Object.entries(collectionsIn(accountRecords, queries)))
    lists[name] = await collection.find()
  return accountsData.parse({
    ...lists,
    nextUserId,
    demandsSecondFactor: rule !== null,
  })
}

/** The next number of a sequence. */
async function nextOf(queries: Queries, sequence: string): Promise<number> {
  const row = await queries.first(
    z.object({ next: z.int() }),
    `select case when is_called then last_value + 1 else last_value end as next from ${sequence}`,
  )
  return row?.next ?? 1
}

/** The actions on record as a journal. Returns the number of files. */
async function dumpRecord(queries: Queries, folder: string): Promise<number> {
  const entries = await queries.rows(entryRow, 'select * from recorded_actions order by id')
  if (entries.length === 0) return 0
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const journal = await openJournal({ folder, name: recordJournal, first: 1, replay: () => {} })
  for (let at = 0; at < entries.length; at += atOnce)
    await journal.append(entries.slice(at, at + atOnce))
  await journal.mark()
  await journal.close()
  return 2
}

/** The list and an empty journal beside it. */
async function dumpSubscribers(queries: Queries, to: string) {
  const list = collectionsIn(subscriberRecords, queries)
  const subscribers = []
  for await (const people of list.subscribers.batches({}, 'oldest')) subscribers.push(...people)
  const { hash } = await storedLinkSecret(to, { hash: null, isUsed: true })
  const text = subscriberFileText({
    version: 2,
    generation: 1,
    nextId: await nextOf(queries, 'subscriber_ids'),
    subscribers,
    erased: (await list.erased.find()).map((one) => one.hash),
    departures: await list.departures.find(),
    linkSecretHash: hash,
  })
  await writeFile(path.join(to, 'subscribers.json'), [...text].join(''), { mode: 0o600 })
  const journal = await openJournal({ folder: to, name: 'subscribers', first: 1, replay: () => {} })
  await journal.mark()
  await journal.close()
}

/** A journal for each sending. Returns the number of files. */
async function dumpSendings(queries: Queries, folder: string): Promise<number> {
  const records = collectionsIn(sendingRecords, queries)
  const files = sendingFiles(folder, () => {})
  for (const { issue } of await records.sendings.find()) {
    const entries = await entriesOf(records, issue)
    await files.change(issue, ({ write }) => write(entries))
  }
  await files.close()
  const scheduled = await records.schedules.find()
  if (scheduled.length > 0) await files.schedules.insert(scheduled)
  const count = existsSync(folder) ? (await readdir(folder)).length : 0
  const { marks } = collectionsIn(markRecords, queries)
  if (count === 0 || !(await marks.get(restoredSendings))) return count
  await writeFile(path.join(folder, restoredMark), '', { mode: 0o600 })
  return count + 1
}

/** The journal entries that produce the records of a sending. */
async function entriesOf(
  { begun, mails }: SendingCollections,
  issue: number,
): Promise<Array<Entry>> {
  const sending = await begun.get({ issue })
  if (!sending) return []
  const { begunAt: at, phase, reason, endedAt, fruitlessRuns, segment, ...mail } = sending
  const people = await mails.find({ issue })
  const states = people.flatMap(({ person: id, state, tries, reason }): Array<Entry> => {
    if (state === 'sent' || state === 'gone') return [{ is: state, id }]
    if (state === 'refused' || state === 'unsure')
      return [
        {
          is: state,
          id,
          reason: reason ?? '',
        },
      ]
    const later = Array<Entry>(tries).fill({
      is: 'later',
      id,
      reason: '',
      waitMs: 0,
    })
    return state === 'trying' ? [...later, { is: 'try', ids: [id] }] : later
  })
  const last: Record<typeof phase, ReadonlyArray<Entry>> = {
    running: [],
    paused: [{ is: 'pause', reason }],
    ended: [{ is: 'end', at: endedAt ?? at }],
  }
  const audience = people.map(({ person }) => person)
  return [
    { is: 'begin', ...mail, at, audience, ...(segment && { segment }) },
    ...states,
    ...Array<Entry>(fruitlessRuns).fill({ is: 'run', at }),
    ...last[phase],
  ]
}
