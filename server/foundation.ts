import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { createSiteWorkers, type SiteWorkers } from './content/markdown/site-workers.ts'
import type { Env } from './env.ts'
import type { Metrics } from './metrics/create-metrics.ts'
import { type Bus, processBus } from './platform/bus.ts'
import { createDataProblems } from './platform/data-problems.ts'
import { type Leases, processLeases } from './platform/leases.ts'
import { createLog, type Log } from './platform/log.ts'
import type { Database } from './platform/postgres/database.ts'
import { postgresBus } from './platform/postgres/postgres-bus.ts'
import { postgresLeases } from './platform/postgres/postgres-leases.ts'
import { dropUnusedLimitsHourly } from './platform/postgres/rate-limits.ts'
import { sessionSecrets } from './platform/stored-secrets.ts'
import { createTelemetry } from './platform/telemetry.ts'
import { embeddedStores, postgresStores, storeReports } from './stores.ts'

export interface FoundationOptions {
  env: Env
  /** Null or missing: people, mails, keys and counts are stored in the files of `DATA_DIR`. */
  database?: Database | null
  /**
   * The database is one that stands in until the real one is there: nobody can sign in meanwhile.
   */
  isDatabaseAway?: boolean
  siteUrl: string
  /** Null or missing: nothing is measured. */
  metrics?: Metrics | null
  /** Address of a file beside the bundle's entry. */
  beside(name: string): URL
  /** The threads for texts and sounds; by default the site has its own. Closed with the site. */
  workers?: SiteWorkers
  /** By default, the log is written to standard error. */
  log?: Log
  /** Prints a line for the operator, who may not read the log; to standard error by default. */
  print?: (line: string) => void
  now?: () => Date
}

/**
 * Creates the parts that all features use: log, clock, telemetry, stores, bus and leases, secrets
 * and the workers for texts and sounds.
 */
export async function createFoundation({
  env,
  database,
  isDatabaseAway = false,
  siteUrl,
  metrics,
  beside,
  workers = createSiteWorkers(beside),
  log = createLog(),
  print = (line) => console.error(line),
  now = () => new Date(),
}: FoundationOptions) {
  const { dataDir } = env
  const process = randomUUID()
  const stores = database
    ? postgresStores(database, now, process)
    : embeddedStores(dataDir, now, storeReports(log))
  const replicas = database
    ? joined(database, process, log)
    : { bus: processBus(), leases: processLeases() }
  return {
    /** The bus and leases that connect the processes of one site. */
    replicas,
    /** Passed to every feature. */
    shared: {
      ...replicas,
      database: database ?? null,
      dataDir,
      cacheDir: path.join(dataDir, 'cache'),
      siteUrl,
      now,
      log,
      print,
      telemetry: createTelemetry(log, metrics?.measure ?? null),
      env,
      stores,
      secrets: await sessionSecrets(
        env.sessionSecrets,
        isDatabaseAway ? temporarySecret : stores.sessionSecret,
      ),
      problems: createDataProblems(dataDir, log),
      texts: workers.texts,
      bodies: workers.bodies,
    },
    sounds: workers.sounds,
  }
}

/** Signs nothing that outlives the outage. */
const temporarySecret = async () => randomBytes(32).toString('base64url')

/** Bus and leases of a process that shares its database with others; `process` names it. */
function joined(database: Database, process: string, log: Log): { bus: Bus; leases: Leases } {
  const failed = (error: unknown) => log.warn({ err: error }, 'work that the servers share failed')
  const leases = postgresLeases(database, process, failed)
  leases.hold('rate limits', () => dropUnusedLimitsHourly(database, failed))
  return { bus: postgresBus(database, { failed, noticed: (message) => log.warn(message) }), leases }
}
