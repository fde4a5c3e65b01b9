import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ask } from './postgres.ts'
import type { RunningSite } from './running-site.ts'

/** The files of the data folder, and the tables of the database, that hold data of a kind. */
const places = {
  accounts: {
    files: /^(accounts\.json|session-secret|user-request)/,
    tables: [
      'users',
      'sessions',
      'invitations',
      'password_resets',
      'totps',
      'passkeys',
      'draft_links',
      'tokens',
    ],
  },
  record: { files: /^record\//, tables: ['recorded_actions'] },
  keys: { files: /^idempotency\//, tables: ['remembered_writes'] },
  mails: { files: /^sendings\//, tables: ['sendings', 'mails'] },
}

/** All that a site has stored of a kind: a text for each file, or for each row. */
export async function storedTexts(
  { dataDir, env }: Pick<RunningSite, 'dataDir' | 'env'>,
  kind: keyof typeof places,
): Promise<Array<string>> {
  const { files, tables } = places[kind]
  if (env.DATABASE_URL === undefined) {
    const names = (await readdir(dataDir, { recursive: true })).filter((name) => files.test(name))
    return Promise.all(
      names.map(async (name) => name + (await readFile(path.join(dataDir, name), 'latin1'))),
    )
  }
  const url = env.DATABASE_URL
  const rows = await Promise.all(tables.map((table) => ask(url, `select * from ${table}`)))
  const textOf = (value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)
  return rows.flat().map((row) => Object.values(row).map(textOf).join(' '))
}

/** The stored counts of downloads by id. */
export async function storedCounts({
  dataDir,
  env,
}: Pick<RunningSite, 'dataDir' | 'env'>): Promise<Record<string, number>> {
  if (env.DATABASE_URL === undefined)
    return JSON.parse(await readFile(path.join(dataDir, 'downloads.json'), 'utf8')).counts
  const rows = await ask(env.DATABASE_URL, 'select download, count from download_counts')
  return Object.fromEntries(rows.map(({ download, count }) => [String(download), Number(count)]))
}
