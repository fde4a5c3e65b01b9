import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { copyData } from '../../scripts/backup/copy-data.ts'
import type { Database } from '../../server/platform/postgres/database.ts'
import { openDatabase } from '../../server/platform/postgres/open-database.ts'
import { embeddedStores, postgresStores, type Stores } from '../../server/stores.ts'
import { ask, sharedPostgres } from '../postgres.ts'

/** New, empty stores of one kind. */
export interface Place extends AsyncDisposable {
  readonly stores: Stores
  /** The stores of another process; only where several processes may share them. */
  second(): Stores
  /** Ends the stores at once, without waiting for running work, and opens them again. */
  crash(): Promise<void>
}

export const migrations = new URL('../../server/platform/postgres/migrations/', import.meta.url)
const now = () => new Date()
const reports = { failed: () => {}, noticed: () => {}, lost: () => {} }

let url = ''

/** Makes a database for the tests of a file. */
export function prepareAdapters(): void {
  beforeAll(async () => {
    url = await (await sharedPostgres()).newDatabase()
  })
  afterAll(async () => {
    await database?.close()
    // Files may share this module.
    database = null
  })
}

/** Every contract holds for each of them. */
export const adapters: ReadonlyArray<{ toString(): string; place(): Promise<Place> }> = [
  { toString: () => 'files', place: embeddedPlace },
  { toString: () => 'PostgreSQL', place: postgresPlace },
]

async function embeddedPlace(): Promise<Place> {
  const root = mkdtempSync(path.join(tmpdir(), 'session-notes-contract-'))
  let count = 0
  const folder = () => path.join(root, String(count))
  let stores = embeddedStores(folder(), now, reports)
  return {
    get stores() {
      return stores
    },
    second() {
      throw new Error('One process alone uses these files.')
    },
    async crash() {
      const [from, before] = [folder(), stores]
      count += 1
      // The next process finds the files as they are on the disk now.
      await copyData(from, folder())
      stores = embeddedStores(folder(), now, reports)
      await closeAll(before)
    },
    async [Symbol.asyncDispose]() {
      await closeAll(stores)
      rmSync(root, { recursive: true })
    },
  }
}

/** One connection pool for all places of a file; a crash replaces it. */
let database: Database | null = null

async function postgresPlace(): Promise<Place> {
  database ??= await open()
  await database.run(emptying)
  let stores = postgresStores(database, now, randomUUID())
  return {
    get stores() {
      return stores
    },
    second() {
      if (!database) throw new Error('The database is closed.')
      return postgresStores(database, now, randomUUID())
    },
    async crash() {
      const others = 'datname = current_database() and pid <> pg_backend_pid()'
      await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
      await closeAll(stores)
      await database?.close()
      database = await open()
      stores = postgresStores(database, now, randomUUID())
    },
    [Symbol.asyncDispose]: () => closeAll(stores),
  }
}

const open = () => openDatabase({ url, migrations, failed: () => {} })

/** Deletes rows, which is much quicker than to truncate small tables. */
const emptying = `do $$
declare one text;
begin
  for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_steps' loop
    execute format('delete from %I', one);
  end loop;
  perform setval(oid::regclass, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace;
end
$$`

async function closeAll(stores: Stores): Promise<void> {
  const { subscribers, sendings, downloadCounts, ids, record } = stores
  await Promise.all(
    [subscribers, sendings, downloadCounts, ids, record].map((store) => store.close()),
  )
}
