import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Queries } from './database.ts'

/** `DATABASE_URL` can't be used. Its message is one sentence that names the variable. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
  /** The database may be reached later without any change of the settings. */
  readonly isAway: boolean

  constructor(message: string, { isAway = false } = {}) {
    super(message)
    this.isAway = isAway
  }
}

/** The key of the advisory lock for migrations: any constant number that no other lock uses. */
const migrationLock = 7_305_221

const step = z.object({ name: z.string(), oldest_build: z.string() })

/**
 * Migrates the tables: runs the SQL files of a folder that were not run before, in the order of
 * their names, in one transaction. Throws DatabaseRefused when the database has run a file that is
 * not in the folder, unless that file is compatible with this build: its first line is then `--
 * oldest build: NAME`, where NAME is the newest file that the oldest compatible build has.
 */
export async function migrate(
  queries: Queries,
  transaction: (work: (queries: Queries) => Promise<void>) => Promise<void>,
  folder: URL,
): Promise<void> {
  const own = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const stateOf = async (asked: Queries) => {
    // Not `to_regclass`: a connection caches that a name was missing, so its answer may be older
    // than the lock.
    const [there] = await asked.rows(
      z.object({ there: z.boolean() }),
      `select exists (select from pg_catalog.pg_tables where schemaname = current_schema()
       and tablename = 'schema_steps') as there`,
    )
    const done = there?.there
      ? await asked.rows(step, 'select name, oldest_build from schema_steps')
      : []
    const newest = own.at(-1) ?? ''
    if (
      done.some(
        ({ name, oldest_build }) =>
          !own.includes(name) && (oldest_build === '' || oldest_build > newest),
      )
    )
      throw new DatabaseRefused(
        'DATABASE_URL leads to a database of a newer version of this program; start that version, or restore a backup into an empty database.',
      )
    return {
      isThere: there?.there === true,
      missing: own.filter((name) => !done.some((one) => one.name === name)),
    }
  }
  if ((await stateOf(queries)).missing.length === 0) return
  await transaction(async (inside) => {
    await inside.run(`select pg_advisory_xact_lock(${migrationLock})`)
    const { isThere, missing } = await stateOf(inside)
    if (!isThere)
      await inside.run(
        `create table schema_steps (name text primary key, oldest_build text not null, at timestamptz not null default now())`,
      )
    for (const name of missing) {
      const sql = await readFile(new URL(name, folder), 'utf8')
      await inside.run(sql)
      const oldest = /^-- oldest build: (\S+)/.exec(sql)?.[1] ?? ''
      await inside.run('insert into schema_steps (name, oldest_build) values ($1, $2)', [
        name,
        oldest,
      ])
    }
  })
}
