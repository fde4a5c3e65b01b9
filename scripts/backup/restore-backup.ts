import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'
import { restoredMark } from '../../server/newsletter/sending/sending-files.ts'
import { journalRecord } from '../../server/people/record/journal-record.ts'
import { postgresRecord } from '../../server/people/record/postgres-record.ts'
import { claimFolder, FolderInUse } from '../../server/platform/data-lock.ts'
import type { Database } from '../../server/platform/postgres/database.ts'
import { isEmpty, openSiteDatabase } from '../../server/platform/postgres/site-database.ts'
import { entryHere } from '../change-accounts.ts'
import { CommandError } from '../command-error.ts'
import { type BackupEnv, migrations } from './create-backup.ts'
import { loadDatabase } from './load-database.ts'
import { type Manifest, manifestSchema, notData, parts } from './manifest.ts'
import { restoreRepository } from './restore-repository.ts'

/**
 * Restores a backup: the repository into a new folder, or into one whose history the backup
 * continues; the data into an empty `DATA_DIR` or the empty database of `DATABASE_URL`. Nothing is
 * overwritten. Returns the text to print; throws a CommandError.
 */
export async function restore(file: string, { contentDir, dataDir, databaseUrl }: BackupEnv) {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const release = claim(dataDir)
  let database: Database | null = null
  const work = await mkdtemp(path.join(dataDir, '.restore-'))
  try {
    if (
      readdirSync(dataDir).some((name) => !notData.has(name) && path.join(dataDir, name) !== work)
    )
      throw new CommandError(
        `${dataDir} already contains data; move it away, or set DATA_DIR to another folder.`,
      )
    if (databaseUrl !== null) {
      database = await openSiteDatabase({
        shared: null,
        url: databaseUrl,
        dataDir,
        migrations,
        failed: () => {},
      })
      if (!(await isEmpty(database)))
        throw new CommandError(
          'The database of DATABASE_URL already contains data; restore into an empty one.',
        )
    }
    const manifest = await unpack(file, work)
    const root = await restoreRepository(path.join(work, parts.repository), manifest, contentDir)
    const data = path.join(work, parts.data)
    await (database ? loadDatabase(database, data) : moveData(data, dataDir))
    const record = database
      ? postgresRecord(database)
      : journalRecord(path.join(dataDir, 'record'), console.error)
    await record.add(entryHere('backup-restored', null))
    await record.close()
    for (const name of manifest.uncommitted) {
      const target = path.join(root, name)
      await mkdir(path.dirname(target), { recursive: true })
      await copyFile(path.join(work, parts.uncommitted, name), target)
    }
    return [
      `Restored the backup of ${manifest.createdAt}: branch ${manifest.branch} at ${manifest.head.slice(0, 7)} in ${root}, data in ${database ? 'the database of DATABASE_URL' : dataDir}.`,
      ...(manifest.uncommitted.length > 0
        ? [`${manifest.uncommitted.length} content files are restored as uncommitted changes.`]
        : []),
    ].join('\n')
  } finally {
    await rm(work, { recursive: true, force: true })
    await database?.close()
    release()
  }
}

async function moveData(from: string, dataDir: string) {
  for (const name of readdirSync(from))
    await rename(path.join(from, name), path.join(dataDir, name))
  // The backup does not know about mails that were sent after it.
  const sendings = path.join(dataDir, 'sendings')
  if (existsSync(sendings)) await writeFile(path.join(sendings, restoredMark), '', { mode: 0o600 })
}

function claim(dataDir: string): () => void {
  try {
    return claimFolder('DATA_DIR', dataDir)
  } catch (error) {
    throw error instanceof FolderInUse ? new CommandError(error.message) : error
  }
}

async function unpack(file: string, to: string): Promise<Manifest> {
  const noBackup = new CommandError(`${file} is no backup of this site, or a damaged one.`)
  try {
    await extract({ file, cwd: to, strict: true })
    const manifest = manifestSchema.parse(
      JSON.parse(await readFile(path.join(to, parts.manifest), 'utf8')),
    )
    const isInside = (name: string) =>
      !path.relative(to, path.join(to, name)).startsWith('..') && !path.isAbsolute(name)
    if (!manifest.uncommitted.every(isInside) || !existsSync(path.join(to, parts.data)))
      throw noBackup
    return manifest
  } catch (error) {
    throw Object.assign(noBackup, { cause: error })
  }
}
