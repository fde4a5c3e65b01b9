import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../../server/platform/errors.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { asRefused, openDatabase } from '../../server/platform/postgres/open-database.ts'
import { CommandError } from '../command-error.ts'

/** Ends the transaction of a trial, so that PostgreSQL takes everything back. */
class TrialOver extends Error {
  override name = 'TrialOver'
}

/**
 * Migrates the tables of the site's database as the version in `next` will, in a transaction that
 * is taken back. The site waits for it where it needs the same tables. Throws a CommandError when
 * they can't be migrated.
 */
export async function trialMigrations(url: string, next: string): Promise<void> {
  const folder = path.join(next, 'dist', 'server', 'migrations', path.sep)
  // A version from before PostgreSQL has none.
  if (!existsSync(folder)) return
  try {
    const database = await openDatabase({ url, migrations: null, failed: () => undefined })
    try {
      await database.load(async (queries) => {
        await migrate(queries, (work) => work(queries), pathToFileURL(folder))
        throw new TrialOver()
      })
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof TrialOver) return
    throw new CommandError(
      `The new version can't migrate the tables of DATABASE_URL: ${messageOf(asRefused(error))}`,
    )
  }
}
