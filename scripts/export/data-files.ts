import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SubscriberView } from '#domain/subscriber-list.ts'
import { createManaging } from '../../server/people/subscribers/managing.ts'
import { csvLine } from '../../server/platform/csv.ts'
import { openDatabase } from '../../server/platform/postgres/open-database.ts'
import { embeddedStores, postgresStores, type Stores } from '../../server/stores.ts'
import { copyData } from '../backup/copy-data.ts'
import { migrations } from '../backup/create-backup.ts'
import type { CommittedContent, ExportEnv } from './committed-content.ts'
import { allRedirects, redirectsCsv, redirectsFile } from './redirect-files.ts'

/** What was written, for the last line of the command. */
export interface DataReport {
  subscribers: number
  downloads: number
  mails: number
  redirects: number
}

interface DataOptions {
  env: ExportEnv
  content: CommittedContent
  /** The address in the links by which people unsubscribe. */
  siteUrl: string
}

/**
 * Writes subscribers, counts and redirects into an empty folder, in files that only their owner can
 * read. The site may be running; erased people are in none of them. Rejects with UnreadableFile
 * when stored data are damaged.
 */
export async function writeData(
  folder: string,
  { env, content, siteUrl }: DataOptions,
): Promise<DataReport> {
  const { stores, close } = await openStores(env)
  const write = (name: string, text: string) =>
    writeFile(path.join(folder, name), text, { mode: 0o600 })
  const writeTable = async (
    name: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<Row>,
  ) => {
    await write(`${name}.json`, `${JSON.stringify(rows, null, 2)}\n`)
    const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')))
    await write(`${name}.csv`, [columns, ...lines].map(csvLine).join(''))
    return rows.length
  }
  try {
    const list = createManaging({
      open: stores.subscribers.open,
      syncing: null,
      confirmations: null,
      siteUrl,
      now: () => new Date(),
    })
    const writeStream = (name: string, pieces: AsyncIterable<string>) =>
      pipeline(Readable.from(pieces), createWriteStream(path.join(folder, name), { mode: 0o600 }))
    let subscribers = 0
    const counted = async function* () {
      for await (const people of list.portions({})) {
        subscribers += people.length
        yield people
      }
    }
    await writeStream('subscribers.json', jsonOf(counted()))
    await writeStream('subscribers.csv', list.csv({}))
    const downloads = await writeTable(
      'downloads',
      downloadColumns,
      await downloadRows(stores, content),
    )
    const mails = await writeTable('mails', mailColumns, await mailRows(stores, content))
    const redirects = allRedirects(content)
    await write('_redirects', redirectsFile(redirects))
    await write('redirects.csv', redirectsCsv(redirects))
    return { subscribers, downloads, mails, redirects: redirects.length }
  } finally {
    await close()
  }
}

type Row = Readonly<Record<string, string | number | null>>

async function* jsonOf(
  portions: AsyncIterable<ReadonlyArray<SubscriberView>>,
): AsyncGenerator<string> {
  let before = '[\n'
  for await (const people of portions)
    for (const person of people) {
      // Both are about services of this server.
      const { synced: _, unsure: __, ...rest } = person
      yield before + JSON.stringify(rest)
      before = ',\n'
    }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

const downloadColumns = ['id', 'slug', 'title', 'count']

/** The downloads of the site, and counts of those that are gone, without a title. */
async function downloadRows(
  { downloadCounts }: Stores,
  { downloads }: CommittedContent,
): Promise<Array<Row>> {
  const { counts } = await downloadCounts.read()
  const known = downloads.map(({ id, slug, title }) => ({
    id,
    slug,
    title,
    count: counts.get(id) ?? 0,
  }))
  const ids = new Set(known.map(({ id }) => id))
  const gone = [...counts]
    .filter(([id]) => !ids.has(id))
    .map(([id, count]) => ({ id, slug: '', title: '', count }))
  return [...known, ...gone].sort((one, other) => one.id - other.id)
}

const mailColumns = [
  'issue',
  'title',
  'startedAt',
  'endedAt',
  'total',
  'sent',
  'gone',
  'refused',
  'unsure',
  'left',
  'unsubscribed',
]

/** The issues that were mailed, with the numbers of mails. */
async function mailRows(
  { sendings, subscribers }: Stores,
  { issues }: CommittedContent,
): Promise<Array<Row>> {
  const store = await subscribers.open()
  const rows: Array<Row> = []
  for (const issue of (await sendings.issues('all')).sort((one, other) => one - other)) {
    const summary = await sendings.progress(issue)
    if (!summary) continue
    const { startedAt, total, sent, gone, refused, unsure, left, phase } = summary
    rows.push({
      issue,
      title: issues.find(({ id }) => id === issue)?.title ?? '',
      startedAt,
      endedAt: phase.kind === 'ended' ? phase.at : null,
      total,
      sent,
      gone,
      refused,
      unsure,
      left,
      unsubscribed: await store.leftBy(issue),
    })
  }
  return rows
}

/** Opens the database, or a copy of the files: a server may be using the files themselves. */
async function openStores({
  dataDir,
  databaseUrl,
}: ExportEnv): Promise<{ stores: Stores; close(): Promise<void> }> {
  const now = () => new Date()
  if (databaseUrl !== null) {
    const database = await openDatabase({ url: databaseUrl, migrations, failed: () => {} })
    return { stores: postgresStores(database, now, 'export'), close: () => database.close() }
  }
  const copy = await mkdtemp(path.join(tmpdir(), 'export-data-'))
  const remove = () => rm(copy, { recursive: true, force: true })
  try {
    await copyData(dataDir, copy)
    const report = (message: string) => console.error(message)
    const stores = embeddedStores(copy, now, {
      failed: (error) => report(String(error)),
      noticed: report,
      lost: report,
    })
    return {
      stores,
      async close() {
        await stores.subscribers.close()
        await stores.downloadCounts.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
