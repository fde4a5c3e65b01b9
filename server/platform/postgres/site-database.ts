import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from './database.ts'
import { openKnownHost } from './known-host.ts'
import { DatabaseRefused } from './migrate.ts'
import { asRefused, openDatabase } from './open-database.ts'
import { agreeOnSettings, type SharedSetting } from './shared-settings.ts'

/** The key of the advisory lock that the server of a database holds, or all its replicas share. */
const serverLock = 7_305_223
/** Interval of the attempts to get the lock, in milliseconds. */
const againMs = 500

/**
 * Opens the database of a site for a server. Throws DatabaseRefused when it can't be used: when it
 * is unreachable, of a newer version, used by another server, or by servers with other settings, or
 * empty while `DATA_DIR` contains accounts or subscribers.
 */
export async function openSiteDatabase(options: {
  url: string
  dataDir: string
  /**
   * What all servers need to have in common that use the database at the same time; null when no
   * other server may.
   */
  shared: ReadonlyArray<SharedSetting> | null
  migrations: URL
  failed: (error: unknown) => void
  /**
   * How long a start waits for the lock, in milliseconds: a server that was just killed may still
   * be connected.
   */
  patience?: number
}): Promise<Database> {
  const { url, dataDir, shared, failed, patience = 5_000 } = options
  const database = await openKnownHost(options, () => openDatabase(options))
  try {
    const hasFiles = ['accounts.json', 'subscribers.json'].some((name) =>
      existsSync(path.join(dataDir, name)),
    )
    if (hasFiles && (await isEmpty(database)))
      throw new DatabaseRefused(
        `DATABASE_URL leads to an empty database while DATA_DIR ${dataDir} contains accounts or subscribers; move them into it by a backup, as docs/operate.md says, or move these files away.`,
      )
    const agree = shared && ((isAlone: boolean) => agreeOnSettings(database, shared, isAlone))
    const release = await holdLock(url, agree, failed, patience)
    return {
      ...database,
      async close() {
        await release()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw asRefused(error)
  }
}

/** Whether the tables with data of the site are empty. */
export async function isEmpty(database: Database): Promise<boolean> {
  const tables = [
    'users',
    'subscribers',
    'sendings',
    'download_counts',
    'content_ids',
    'erased_addresses',
    'secrets',
  ]
  const found = await database.first(
    z.object({ found: z.boolean() }),
    `select ${tables.map((table) => `exists (select from ${table})`).join(' or ')} as found`,
  )
  return found?.found === false
}

/**
 * Holds the lock on a separate connection. Returns a function that releases it. Throws
 * DatabaseRefused when another server has it. With `agree` servers share the lock; it is called
 * with whether this one is alone, and throws DatabaseRefused when it does not fit to those that
 * run.
 */
async function holdLock(
  url: string,
  agree: ((isAlone: boolean) => Promise<void>) | null,
  failed: (error: unknown) => void,
  patience: number,
): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg')
  let client: InstanceType<typeof pg.Client> | null = null
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  /**
   * Tries to get the lock; false when another server has it. Rejects when the database does not
   * answer.
   */
  async function acquireLock(isStart: boolean) {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: 'session-notes lock',
    })
    next.on('error', () => undefined)
    try {
      await next.connect()
      const lock = async (kind: '' | '_shared') => {
        const sql = `select pg_try_advisory_lock${kind}(${serverLock}) as held`
        return (await next.query<{ held: boolean }>(sql)).rows[0]?.held === true
      }
      const isAlone = (agree === null || isStart) && (await lock(''))
      const isHeld = agree === null ? isAlone : await lock('_shared')
      if (isHeld && isStart) await agree?.(isAlone)
      if (isAlone && agree !== null) await next.query(`select pg_advisory_unlock(${serverLock})`)
      if (!isHeld) {
        await next.end()
        return false
      }
    } catch (error) {
      next.end().catch(() => undefined)
      throw error
    }
    client = next
    next.once('end', () => {
      if (!isClosed) acquireAgain()
    })
    return true
  }

  /** Gets the lock again after a restart of the database. */
  function acquireAgain() {
    again = setTimeout(() => {
      acquireLock(false).then(
        (held) => {
          if (held || isClosed) return
          failed(new DatabaseRefused(inUse))
          acquireAgain()
        },
        () => isClosed || acquireAgain(),
      )
    }, againMs).unref()
  }

  const limit = performance.now() + patience
  for (;;) {
    const refusal = await acquireLock(true).then(
      (held) => (held ? null : new DatabaseRefused(`${inUse} Stop that one first.`)),
      (error: unknown) => {
        if (error instanceof DatabaseRefused) return error
        throw error
      },
    )
    if (refusal === null) break
    if (performance.now() > limit) throw refusal
    await wait(againMs)
  }
  return async () => {
    isClosed = true
    clearTimeout(again)
    await client?.end().catch(() => undefined)
  }
}

const inUse = 'The database of DATABASE_URL is in use by another running server.'
