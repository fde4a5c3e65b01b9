import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writeWholeFile } from '../whole-file.ts'
import { DatabaseRefused } from './migrate.ts'

/**
 * The host of `DATABASE_URL` has no address. Whether it is misspelt or stopped, the name alone does
 * not tell.
 */
export class HostUnknown extends DatabaseRefused {
  constructor() {
    super('DATABASE_URL names a host that can’t be found.')
  }
}

/**
 * Opens the database of `url` with `open`. A host that this data folder has found before and that
 * has no address now is away and not misspelt: the name of a container is gone while it is stopped.
 * Rejects as `open` does.
 */
export async function openKnownHost<Database>(
  { url, dataDir }: { url: string; dataDir: string },
  open: () => Promise<Database>,
): Promise<Database> {
  const { hostname } = new URL(url)
  const file = path.join(dataDir, 'cache', 'database-host')
  const isKnown = (await readFile(file, 'utf8').catch(ignoreMissing)) === hostname
  const database = await open().catch((error: unknown) => {
    if (!(error instanceof HostUnknown && isKnown)) throw error
    throw new DatabaseRefused('The host of DATABASE_URL can’t be found any more.', { isAway: true })
  })
  // Where it can't be written, a stopped host counts as misspelt, as before the first start.
  if (!isKnown) await remember(file, hostname).catch(() => undefined)
  return database
}

async function remember(file: string, hostname: string) {
  await mkdir(path.dirname(file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await writeWholeFile(file, hostname, { stored: 'soon' })
}
